"""The scenario editor and the map editor."""
