"""The log as files that people and programs can read: each module writes one format."""
