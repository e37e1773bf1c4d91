"""The site of many clubs: the same pages, charts and boards, made club by club.

What needs single games is not here; it belongs to a club's own site.
"""
