"""Panels: one a file, rendering display values and nothing else. They know the Desk, not the window."""
