"""Timings: ``make bench`` prints one JSON object a line. Nothing here is a test; nothing in the tests is timed."""
