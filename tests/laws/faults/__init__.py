"""Planted faults: each a mistake that could be made in a game or in the engine, and the case in which it must show.

The laws are worth what they catch; ``tests/laws/test_faults.py`` plants every one of these and expects them to be
found.
"""

from tests.laws.faults import hidden, kits, offers, overlays, positions
from tests.laws.faults.plant import FAULTS, Fault

__all__ = ["FAULTS", "Fault", "hidden", "kits", "offers", "overlays", "positions"]
