"""The views, one module a subject. Each reads through `queries` and acts through `play` or `lobby`."""
