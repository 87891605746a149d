"""American armored divisions as three combat commands and back (TG-STK-08..11, AMB-121)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hexbench.engine.events import UnitChanged, UnitPlaced
from hexbench.engine.values import Action, Offer, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import Pick
from hexbench.games.tigers import casualties
from hexbench.games.tigers.pieces import BROKEN, SUBSTITUTES

if TYPE_CHECKING:
    from hexbench.games.tigers.arrivals import Arrive
    from hexbench.games.tigers.seat import Position, TgPlay, TgSeat

COMMANDS: Final = 3


def armored(s: Position, uid: str) -> bool:
    """Whether it is an American armored division (TG-STK-08, TG-STK-11)."""
    printed = s.roster[uid]
    return printed.type == "arm" and printed.size == "div" and printed.nation == "us"


def divisions(s: Position) -> tuple[str, ...]:
    """Those on the map, which may be split."""
    return tuple(uid for uid, unit in s.units.items() if unit.on_map and armored(s, uid))


def spare(s: Position) -> tuple[str, ...]:
    """Substitute combat commands not in use."""
    return tuple(
        uid for uid, unit in s.units.items() if unit.at == SUBSTITUTES and s.roster[uid].size == "cc"
    )


def _joinable(s: Position) -> tuple[str, ...]:
    """Combat commands that stand three or more in a hex (TG-STK-09)."""
    found = [uid for uid, unit in s.units.items() if unit.on_map and s.roster[uid].size == "cc"]
    where = [s.units[uid].at for uid in found]
    return tuple(uid for uid in found if where.count(s.units[uid].at) >= COMMANDS)


def _makeable(s: Position) -> tuple[str, ...]:
    """Divisions that three combat commands may become: those split now, or the spare one (AMB-121)."""
    return tuple(uid for uid, unit in s.units.items() if unit.at in (BROKEN, SUBSTITUTES) and armored(s, uid))


def anything(s: Position) -> bool:
    """Whether anything can be split or joined now."""
    return bool((divisions(s) and len(spare(s)) >= COMMANDS) or (_joinable(s) and _makeable(s)))


def _not_his(seat: TgSeat, step: Arrive, subject: Sequence[str], rule: str) -> Iterator[Reason]:
    """Whoever belongs to the other player: both have reinforcements, and only the American splits and joins."""
    for uid in subject:
        if seat.s.units[uid].side != step.who:
            name = seat.rules.title(seat.s.roster[uid])
            yield Reason(rule, say("{unit} is not yours.", unit=name), seat.s.units[uid].spot)


class _Split(Pick["TgSeat", "Arrive", "TgPlay"]):
    """Break an armored division down into three combat commands."""

    name = "split"
    label = say("Split into combat commands")
    help = say("Three substitute combat commands take the place of the division, in its state.")
    rule = "TG-STK-08"

    def among(self, seat: TgSeat, step: Arrive) -> Sequence[str]:
        """American armored divisions on the map, while there are combat commands to take their place."""
        return divisions(seat.s) if step.who == "allied" and len(spare(seat.s)) >= COMMANDS else ()

    def unfit(self, seat: TgSeat, step: Arrive | None, ref: str) -> Iterator[Reason]:
        """What is no such division."""
        unit, printed = seat.s.units[ref], seat.s.roster[ref]
        if step is not None:
            yield from _not_his(seat, step, (ref,), self.rule)
        if not armored(seat.s, ref):
            rule = "TG-STK-11" if printed.nation == "british" else "TG-STK-08"
            yield Reason(rule, say("Only American armored divisions are split."), unit.spot)
        elif not unit.on_map:
            yield Reason("TG-STK-08", say("It is not on the map."))
        if len(spare(seat.s)) < COMMANDS:
            yield Reason("TG-STK-08", say("There are not enough combat commands to spare."))

    def do(self, play: TgPlay, step: Arrive, action: Action) -> None:
        """They stand where it stood, in its state."""
        (uid,) = action.subject
        unit = play.units[uid]
        parts = spare(play)[:COMMANDS]
        play.edit("split")[uid] = parts
        casualties.remove(play, uid, BROKEN)
        for part in parts:
            play.put(part, at=unit.at, disrupted=unit.disrupted, spent=unit.spent)
            play.tell(UnitPlaced(part, unit.at))
            if unit.disrupted:
                play.tell(UnitChanged(part, "disrupted", "yes"))


class Join(Verb["TgSeat", "Arrive", "TgPlay"]):
    """Make an armored division of three combat commands."""

    name = "join"
    label = say("Join into a division")
    help = say("Any three combat commands of one hex become a division that is split now, or the 9th.")
    subject = "unit"
    object = "unit"

    def offer(self, seat: TgSeat, step: Arrive) -> Offer | None:
        """Combat commands that stand three in a hex."""
        found = _joinable(seat.s) if step.who == "allied" and _makeable(seat.s) else ()
        return Offer(self.name, found, "stack") if found else None

    def targets(self, seat: TgSeat, step: Arrive, subject: tuple[str, ...]) -> Iterable[Target]:
        """The divisions they may become."""
        for uid in _makeable(seat.s):
            if not any(self.reasons(seat, step, Action(self.name, subject, uid))):
                yield Target(uid, rules=("TG-STK-09",))

    def reasons(self, seat: TgSeat, step: Arrive | None, action: Action) -> Iterator[Reason]:
        """Three of them, in one hex, and a division that is not on the map."""
        s = seat.s
        unknown = [uid for uid in (*action.subject, action.object) if uid not in s.units]
        if unknown:
            yield seat.rules.missing(unknown[0] or "such division")
            return
        if step is not None:
            yield from _not_his(seat, step, action.subject, "TG-STK-09")
        if len(set(action.subject)) != COMMANDS:
            yield Reason("TG-STK-09", say("Three combat commands are joined."))
        if any(s.roster[uid].size != "cc" or not s.units[uid].on_map for uid in action.subject):
            yield Reason("TG-STK-09", say("Only combat commands on the map are joined."))
        if len({s.units[uid].at for uid in action.subject}) > 1:
            hexes = tuple(s.units[uid].at for uid in action.subject)
            yield Reason("TG-STK-09", say("They do not stand in one hex."), hexes)
        if action.object not in _makeable(s):
            yield Reason("AMB-121", say("That division is not split now, nor is it the spare one."))

    def do(self, play: TgPlay, step: Arrive, action: Action) -> None:
        """The division stands there, disrupted if any of them is."""
        parts = [play.units[uid] for uid in action.subject]
        for uid in action.subject:
            play.put(uid, disrupted=False, spent=0)
            casualties.remove(play, uid, SUBSTITUTES)
        play.edit("split").pop(action.object, None)
        shaken = any(part.disrupted for part in parts)
        play.put(action.object, at=parts[0].at, disrupted=shaken, spent=max(part.spent for part in parts))
        play.tell(UnitPlaced(action.object, parts[0].at))
        if shaken:
            play.tell(UnitChanged(action.object, "disrupted", "yes"))


SPLIT: Final = _Split()
JOIN: Final = Join()
