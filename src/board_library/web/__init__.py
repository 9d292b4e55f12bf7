"""Pages, the live socket and the public API: everything that turns what a viewer may see into HTML and JSON."""
