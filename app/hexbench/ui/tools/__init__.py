"""Gestures of the hand on the map: one class each, with activate, cancel and a twin for the keyboard."""
