"""The log on disk: one way to open it, one place for SQL, every change on record."""
