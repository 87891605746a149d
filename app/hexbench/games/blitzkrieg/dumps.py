"""Fuel dumps: hits, destruction, and whom they supply (BK-SUP-04..13, BK-SUP-22, BK-SUP-23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.events import FactChanged
from hexbench.engine.values import counted, say
from hexbench.games.blitzkrieg.pieces import FOE, GROUND, Side

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.board import BkBoard
    from hexbench.games.blitzkrieg.hands import BkPlay, Position
    from hexbench.games.blitzkrieg.rules import BkRules


def dump_at(s: Position, at: str) -> str:
    """The key of the dump in a hex that still stands; empty when there is none."""
    return next((key for key, dump in s.dumps.items() if dump.hex == at and dump.number), "")


def supplies(s: Position, board: BkBoard, key: str) -> Side:
    """Whom a dump supplies: its owner, or whoever of the other side stands in it; infiltrators do not count (BK-SUP-10..13)."""
    dump = s.dumps[key]
    foe = FOE[dump.owner]
    taken = any(s.units[u].side == foe and s.roster[u].type in GROUND for u in board.at.get(dump.hex, ()))
    return foe if taken else dump.owner


def place(rules: BkRules, at: str) -> str:
    """What a place is called; the hex where it has no name."""
    found = rules.atlas.places_at.get(at, ())
    return found[0].name if found else at


def hit(play: BkPlay, key: str) -> None:
    """One hit lowers the supply number; below 1 the dump is gone (BK-SUP-05, BK-SUP-06)."""
    set_number(play, key, max(0, play.dumps[key].number - 1))


def destroy(play: BkPlay, key: str) -> None:
    """Demolished: gone for ever (BK-SUP-22, BK-SUP-23)."""
    set_number(play, key, 0)


def set_number(play: BkPlay, key: str, now: int) -> None:
    """The supply number of a dump from now on."""
    dumps = play.edit("dumps")
    dumps[key] = replace(dumps[key], number=now)
    name = place(play.rules, dumps[key].hex)
    text = (
        counted(
            now,
            say("The dump of {place} supplies 1 hex from its roads.", place=name),
            say("The dump of {place} supplies {n} hexes from its roads.", place=name, n=now),
        )
        if now
        else say("The dump of {place} is destroyed.", place=name)
    )
    play.tell(FactChanged(f"dumps.{key}", str(now), text))
