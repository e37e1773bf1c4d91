"""Statistics of a club's games: plays in, frozen figures out, one topic a file.

Nothing is imported here, so that a caller pays only for the figures it asks for.
"""
