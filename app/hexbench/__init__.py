"""Hexbench: a desktop workbench for hex-and-counter wargames."""

__version__ = "0.1.0"
"""The one place that says it: a program run from its sources or frozen has no metadata to ask."""
