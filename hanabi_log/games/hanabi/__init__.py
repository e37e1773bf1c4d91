"""Hanabi: suits, rulesets, what people type, checks, scores and bands."""
