"""The way to the web: build a site from a log, look at it here, put it where others see it."""
