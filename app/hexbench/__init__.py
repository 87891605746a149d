"""Hexbench: a desktop workbench for hex-and-counter wargames."""
