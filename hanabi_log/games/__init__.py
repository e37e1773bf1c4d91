"""The games as values and pure functions: no files, no SQL, no clock, no printing."""
