"""What can be done with a log: the use cases, between the command line and the store."""
