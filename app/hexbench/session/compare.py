"""Two positions of one game side by side, as one side may know them: who is where, who is weaker, how the score stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.display import Face, Facts
from hexbench.engine.values import Say, Value, say

if TYPE_CHECKING:
    from hexbench.engine.seat import Seat
    from hexbench.session.session import Session


class Change(Value, frozen=True, kw_only=True):
    """One unit that is not as it was. ``what`` is place, strength, condition, came or went."""

    unit: str
    title: Say
    side: str
    what: str
    before: Say
    after: Say
    hexes: tuple[str, ...] = ()


class Tally(Value, frozen=True, kw_only=True):
    """A side in both positions: counters on the map, and the steps they have."""

    side: str
    counters: tuple[int, int]
    steps: tuple[int, int]


class Comparison(Value, frozen=True, kw_only=True):
    """What is different in ``second``, seen from ``first``; ``facts`` are lines of the game's own pages that differ."""

    first: int
    second: int
    tallies: tuple[Tally, ...]
    changes: tuple[Change, ...]
    score: tuple[tuple[str, int, int], ...]
    facts: tuple[tuple[Say, Say, Say], ...]


def compare(session: Session, first: int, second: int) -> Comparison:
    """Compare two nodes from the viewer's seat. Raises Unreachable when today's rules lead to one of them no more."""
    rules, viewer = session.rules, session.viewer
    states = [session.history.state_at(node) for node in (first, second)]
    seats: list[Seat] = [rules.seat(state, viewer) for state in states]
    old, new = ({face.unit: (face, at) for face, at in seat.faces()} for seat in seats)
    verdicts = [dict(rules.verdict(seat.s).score) for seat in seats]
    return Comparison(
        first=first,
        second=second,
        tallies=tuple(
            Tally(side=side, counters=_count(old, new, side), steps=_steps(old, new, side))
            for side in rules.sides
        ),
        changes=tuple(_changes(old, new)),
        score=tuple((key, verdicts[0].get(key, 0), n) for key, n in verdicts[1].items()),
        facts=tuple(_facts(seats[0], seats[1])),
    )


Counters = dict[str, tuple[Face, str]]


def _on_map(counters: Counters, side: str) -> list[Face]:
    return [face for face, at in counters.values() if face.side == side and not at.startswith("#")]


def _count(old: Counters, new: Counters, side: str) -> tuple[int, int]:
    return len(_on_map(old, side)), len(_on_map(new, side))


def _steps(old: Counters, new: Counters, side: str) -> tuple[int, int]:
    return sum(f.steps[0] for f in _on_map(old, side)), sum(f.steps[0] for f in _on_map(new, side))


def _changes(old: Counters, new: Counters) -> Iterator[Change]:
    for unit, (face, at) in new.items():
        if unit not in old:
            yield Change(
                unit=unit, title=face.title, side=face.side, what="came", before=say("not known"),
                after=_place(at), hexes=_hexes(at),
            )  # fmt: skip
            continue
        before, was = old[unit]
        if was != at:
            yield Change(
                unit=unit, title=face.title, side=face.side, what="place", before=_place(was),
                after=_place(at), hexes=_hexes(was, at),
            )  # fmt: skip
        if before.steps[0] != face.steps[0]:
            yield Change(
                unit=unit, title=face.title, side=face.side, what="strength", before=_strength(before),
                after=_strength(face), hexes=_hexes(at),
            )  # fmt: skip
        if before.marks != face.marks:
            yield Change(
                unit=unit, title=face.title, side=face.side, what="condition", before=_marks(before),
                after=_marks(face), hexes=_hexes(at),
            )  # fmt: skip
    for unit, (face, at) in old.items():
        if unit not in new:
            yield Change(
                unit=unit, title=face.title, side=face.side, what="went", before=_place(at),
                after=say("not known"), hexes=_hexes(at),
            )  # fmt: skip


def _place(at: str) -> Say:
    return say("{place}", place=at.lstrip("#").replace("/", " ").replace("_", " "))


def _hexes(*places: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(at for at in places if not at.startswith("#")))


def _strength(face: Face) -> Say:
    return say("{n} of {full} steps", n=face.steps[0], full=face.steps[1])


def _marks(face: Face) -> Say:
    if not face.marks:
        return say("nothing")
    text = face.marks[0].say
    for mark in face.marks[1:]:
        text = say("{first}, {next}", first=text, next=mark.say)
    return text


def _facts(old: Seat, new: Seat) -> Iterator[tuple[Say, Say, Say]]:
    """Lines of the pages of facts a game shows in docks: victory points, supply, losses."""
    pages = {page.title: page for page in old.panels() if isinstance(page, Facts)}
    for page in new.panels():
        if isinstance(page, Facts) and page.title in pages:
            before = {fact.label: fact.value for fact in pages[page.title].facts}
            for fact in page.facts:
                if fact.label in before and before[fact.label] != fact.value:
                    yield fact.label, before[fact.label], fact.value
