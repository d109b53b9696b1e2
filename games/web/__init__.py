"""Pages: addresses, views by subject, forms, template tags. Thin: reading is `queries`, acting is `play` and `lobby`."""
