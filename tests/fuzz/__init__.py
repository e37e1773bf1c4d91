"""Files that nobody would write, thrown at every importer: `make fuzz`."""
