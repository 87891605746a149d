"""Saved games that were kept, and what was in them when they were: every later version opens them and plays on."""
