"""Files of other programs and of our own: each module turns one format into drafts."""
