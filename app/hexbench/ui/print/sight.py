"""What is put on paper: one position as one seat sees it, as plain values. Nothing is drawn that is not in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hexbench.engine.rules import Rules
from hexbench.ui.docks.desk import side_title
from hexbench.ui.look.language import tell, tr

if TYPE_CHECKING:
    from hexbench.engine.display import Chip, Face, Overlay
    from hexbench.engine.seat import Seat
    from hexbench.session.session import Session
    from hexbench.store.saves import Sketch
    from hexbench.ui.bridge import Bridge


@dataclass(frozen=True)
class Sight:
    """One position from one seat, with the words that belong beside it."""

    title: str
    about: str
    """Game, turn, date and weather, in one line."""
    whose: str
    """From whose seat it is seen."""
    notes: tuple[str, ...]
    """What is to be known of it: that map or set-up are reconstructions, that a hand changed it."""
    faces: Mapping[str, tuple[Face, str]]
    chips: tuple[Chip, ...] = ()
    overlays: Mapping[str, Overlay] = field(default_factory=dict)
    sketches: tuple[Sketch, ...] = ()


def whose_words(session: Session, side: str | None, *, common: bool = False) -> str:
    """From whose seat something is seen, in words."""
    if common:
        return tr("what both sides know")
    if type(session.rules).hide is Rules.hide:
        return ""  # asked of the rules, not of the position: whether anything is hidden now may itself be a secret
    if side is None:
        return tr("as the umpire sees it: everything")
    return tr("as the {side} side knows it", side=side_title(side, session.seat(side)))


def source_notes(session: Session, source: str) -> tuple[str, ...]:
    """What has to be said of map, set-up and tables wherever they are shown. ``source`` is the scenario's."""
    sheet = session.rules.atlas.sheet
    out = []
    if sheet.source == "reconstruction":
        out.append(tr("The map is a reconstruction: {why}", why=tell(sheet.provenance)))
    if source == "reconstruction":
        out.append(tr("The set-up is a reconstruction; the rules text does not give it."))
    if session.header.own is not None:
        out.append(tr("Played with tables of a player's own."))
    if session.amended:
        out.append(tr("The umpire's hand has changed this game."))
    return tuple(out)


def moment_words(session: Session, seat: Seat, node: int) -> str:
    """Turn and phase after a node, and what the game adds: the date, the weather."""
    turn, phase = session.turn_at(node)
    parts = (
        session.game.title,
        tell(turn),
        tell(phase.replace("_", " ").capitalize()),
        tell(seat.headline()),
    )
    return " · ".join(dict.fromkeys(part for part in parts if part))


def sight_at(
    session: Session, seat: Seat, node: int, notes: tuple[str, ...] = (), *, common: bool = False
) -> Sight:
    """A position from a seat, with no overlays and no drawings."""
    return Sight(
        title=tell(session.title),
        about=moment_words(session, seat, node),
        whose=whose_words(session, seat.side, common=common),
        notes=notes,
        faces={face.unit: (face, at) for face, at in seat.faces()},
        chips=seat.chips(),
    )


def sight_now(bridge: Bridge, notes: tuple[str, ...] = ()) -> Sight | None:
    """What the seat at the table sees, with its own drawings; None under the cover and without a game."""
    session, seat = bridge.session, bridge.seat
    if session is None or seat is None:
        return None
    node = session.node if bridge.past is None else bridge.past
    common = bridge.open_for is not None
    return Sight(
        title=tell(session.title),
        about=moment_words(session, seat, node),
        whose=whose_words(session, bridge.viewer, common=common),
        notes=notes,
        faces=dict(bridge.counters),
        chips=seat.chips(),
        sketches=tuple(bridge.sketches.values()),
    )
