"""Tables that run: rooms, guests, clocks, storage and live connections. It knows no HTML and no game by name."""
