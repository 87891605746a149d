"""How the game stands: what has been used, the fuel limit, exits and towns held, and who would win now (TG-VIC)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.display import Fact, Facts
from hexbench.engine.values import Say, say
from hexbench.games.tigers import dump, victory
from hexbench.games.tigers.holding import holder

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgSeat


def panel(seat: TgSeat) -> Facts:
    """One page of facts."""
    return Facts(say("Standing"), (*_clock(seat), *_once(seat), *_fuel(seat), *_score(seat)))


def _clock(seat: TgSeat) -> Iterator[Fact]:
    s, rules = seat.s, seat.rules
    if not s.stack:
        yield Fact(say("Turn"), say("the game is over"), ("TG-VIC-09",))
        return
    if any(step.phase == "setup" for step in s.stack):
        yield Fact(say("Turn"), say("set-up"), ("TG-SET-01",))
        return
    words = {1: say("first pass"), 2: say("Blitzkrieg") if s.phasing == "german" else say("Breakthrough")}
    text = say(
        "{turn} of {last}; {side} player turn, {part}",
        turn=s.turn,
        last=s.last_turn,
        side=rules.side_name(s.phasing),
        part=words[s.round],
    )
    yield Fact(say("Turn"), text, ("TG-SEQ-01", "TG-SEQ-06", "TG-SEQ-11"))


def _once(seat: TgSeat) -> Iterator[Fact]:
    """What can be done once a game."""
    s = seat.s
    prayer = say("used in turn {turn}", turn=s.prayed) if s.prayed else say("not used")
    yield Fact(say("Patton's prayer"), prayer, ("TG-WEA-03",))
    if not s.ruthless:
        ruthless = say("not invoked")
    elif s.ruthless == s.turn:
        ruthless = say("this turn: +1 column for attacks with SS")
    else:
        ruthless = say("in turn {turn}: -1 column for attacks with SS", turn=s.ruthless)
    yield Fact(say("Waffen-SS Ruthlessness"), ruthless, ("TG-SPC-07", "TG-SPC-08", "TG-SPC-11"))


def _fuel(seat: TgSeat) -> Iterator[Fact]:
    s = seat.s
    words = {
        "none": say("none"),
        "hidden": say("its place is secret"),
        "found": say("known, in Allied hands"),
        "taken": say("in German hands"),
        "destroyed": say("destroyed"),
    }
    spot = (s.dump,) if s.dump else ()
    yield Fact(say("Fuel dump"), words[s.dump_state], ("TG-FUL-02",), spot)
    if dump.limited(s):
        limit = say("German factors are {cap} at most", cap=dump.CAP)
    elif s.turn >= s.limit:
        limit = say("lifted this turn: they sit on the dump")
    else:
        limit = say("from turn {turn} on", turn=s.limit)
    yield Fact(say("German fuel limit"), limit, ("TG-FUL-01", "TG-FUL-05"))


def _score(seat: TgSeat) -> Iterator[Fact]:
    s, rules = seat.s, seat.rules
    quarters = victory.score(rules, s)
    text = say("{n} of {enough} quarters of a division", n=quarters, enough=victory.ENOUGH)
    yield Fact(say("Left by the exits in supply"), text, ("TG-VIC-01", "TG-VIC-02"))
    places = {
        at: place.name
        for at in rules.zones["german_objectives"] | rules.zones["allied_objectives"]
        for place in rules.atlas.places_at.get(at, ())[:1]
    }
    for at, name in sorted(places.items(), key=lambda pair: pair[1]):
        rule = "TG-VIC-06" if at in rules.zones["german_objectives"] else "TG-VIC-08"
        held = say("{side}", side=rules.side_name(holder(rules, s, at)))
        yield Fact(say("{name}", name=name), held, (rule,), (at,))
    side, level = victory.standing(rules, s)
    now: Say = say("{side} {level}", side=rules.side_name(side), level=level)
    yield Fact(say("If it ended now"), now, ("TG-VIC-06", "TG-VIC-07", "TG-VIC-08"))
