"""Engines that run the SQL of a federation; a module is imported when its engine is asked for."""
