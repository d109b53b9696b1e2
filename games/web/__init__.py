"""Pages: addresses, views by subject, forms, template tags. Thin: `queries` reads, `play` and `lobby` act."""
