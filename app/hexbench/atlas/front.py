"""The line between two sides: each hex belongs to whoever is nearer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexbench.atlas.atlas import OFF
from hexbench.atlas.hexset import holds, members

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Atlas


def nearer(atlas: Atlas, ours: int, theirs: int, within: int) -> tuple[int, int, int]:
    """The hexes nearer to ours, those nearer to theirs, and those as near to both, as sets (:mod:`hexbench.atlas.hexset`).

    ``ours`` and ``theirs`` are sets of hexes; a hex farther than ``within`` from both is in none of the three.
    """
    a, b, both = ours & ~theirs, theirs & ~ours, ours & theirs
    for _ in range(within):
        ours, theirs = atlas.steps.grown(ours), atlas.steps.grown(theirs)
        fresh = (ours | theirs) & ~(a | b | both)
        a |= fresh & ours & ~theirs
        b |= fresh & theirs & ~ours
        both |= fresh & ours & theirs
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
