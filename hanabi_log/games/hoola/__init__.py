"""The rules of Hoola King: a round in, payments with their reasons out."""
