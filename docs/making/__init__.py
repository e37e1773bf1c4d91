"""The reference pages are written from the program itself, so that they cannot promise too much.

`make docs` runs these modules through cog, and a test compares the pages with what they say.
"""
