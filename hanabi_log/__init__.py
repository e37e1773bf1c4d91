"""Log the end states of Hanabi games, score them honestly, publish a club's page."""

__version__ = "0.1.0"
