"""The line between two sides: each hex belongs to whoever is nearer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.atlas.atlas import OFF
from hexbench.atlas.bits import holds, members

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas


def nearer(atlas: Atlas, ours: int, theirs: int, within: int) -> tuple[int, int, int]:
    """The hexes nearer to ours, those nearer to theirs, and those as near to both, as sets (:mod:`hexbench.atlas.bits`).

    ``ours`` and ``theirs`` are sets of hexes; a hex farther than ``within`` from both is in none of the three.
    """
    both = ours & theirs
    a, b = ours & ~both, theirs & ~both
    rim_a, rim_b = a, b
    for _ in range(within):
        taken = a | b | both
        next_a = atlas.steps.grown(rim_a) & ~taken
        next_b = atlas.steps.grown(rim_b) & ~taken
        both |= next_a & next_b
        rim_a, rim_b = next_a & ~next_b, next_b & ~next_a
        a, b = a | rim_a, b | rim_b
    return a, b, both


def front(atlas: Atlas, ours: int, theirs: int, within: int) -> tuple[str, ...]:
    """The hexsides between the hexes that are nearer to ours and those that are not, as far as somebody is ``within``."""
    a, b, both = nearer(atlas, ours, theirs, within)
    beyond = b | both
    out: dict[str, None] = {}
    for i in members(a & atlas.steps.grown(beyond)):
        for direction, j in enumerate(atlas.around[i]):
            if j != OFF and holds(beyond, j):
                out[atlas.side_of(i, direction)] = None
    return tuple(out)
