"""Gestures on the map: one class each, with activate, cancel and a keyboard equivalent."""
