"""The map canvas: one scene, a map drawn from tiles, counters, markers and overlays. Start reading at ``view.py``."""
