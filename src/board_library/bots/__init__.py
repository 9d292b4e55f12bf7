"""Programs that play: they meet a game only through its :class:`Observer` and never see the real state."""
