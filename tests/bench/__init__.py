"""Timings: ``make bench`` prints one JSON object per line. Nothing here is a test, and no test measures time."""
