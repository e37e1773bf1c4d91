"""Rivals that make pages of equal content: an index and a page for everybody, by other means."""
