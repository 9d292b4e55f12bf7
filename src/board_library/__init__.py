"""Board Library: an online table for treasure and pirate games, with its rules engine, bots and lab."""

__version__ = "0.1.0"
