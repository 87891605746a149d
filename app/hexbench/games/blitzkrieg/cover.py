"""Engagements that cover every contact: there always are some (BK-ENG-04). For defaults, opponents and advice.

A maximum matching of units and enemy hexes is grown to an edge cover: whoever is left over joins a neighbour. Because
the matching is as large as can be, no unit with several hexes ever shares one of them, so that all are stars.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def cover(contacts: Mapping[str, Sequence[str]]) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """unit -> enemy hexes next to it becomes (attackers, hexes) of each engagement, in the order of their first unit."""
    unit_of: dict[str, str] = {}
    for uid in contacts:
        _augment(uid, contacts, unit_of, set())
    hex_of = {uid: at for at, uid in unit_of.items()}
    groups: dict[str, tuple[list[str], list[str]]] = {at: ([uid], [at]) for uid, at in hex_of.items()}
    for uid, hexes in contacts.items():
        if uid not in hex_of and hexes:
            groups[hexes[0]][0].append(uid)
    for uid, hexes in contacts.items():
        for at in hexes:
            if at not in unit_of:
                # every unit next to an unmatched hex is matched, and its own hex has no second attacker
                groups[hex_of[uid]][1].append(at)
                unit_of[at] = uid
    order = {uid: i for i, uid in enumerate(contacts)}
    made = [(tuple(sorted(units, key=order.__getitem__)), tuple(hexes)) for units, hexes in groups.values()]
    return tuple(sorted(made, key=lambda one: order[one[0][0]]))


def _augment(
    uid: str, contacts: Mapping[str, Sequence[str]], unit_of: dict[str, str], seen: set[str]
) -> bool:
    for at in contacts[uid]:
        if at not in seen:
            seen.add(at)
            if at not in unit_of or _augment(unit_of[at], contacts, unit_of, seen):
                unit_of[at] = uid
                return True
    return False
