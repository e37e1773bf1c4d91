"""The command line: reads options, calls one use case, prints what came of it."""
