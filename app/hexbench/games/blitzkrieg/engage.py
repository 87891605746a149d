"""Engagements: which units attack which hexes, in stars of a central hex and its neighbours (BK-ENG). RESOLVE
ends the phase.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec.structs import replace

from hexbench.engine.board import remembered
from hexbench.engine.events import Declared, Noted
from hexbench.engine.values import Action, Barrier, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.engine.verbs.kinds import End, Pick
from hexbench.games.blitzkrieg import odds
from hexbench.games.blitzkrieg.odds import defenders, defending
from hexbench.games.blitzkrieg.pieces import FOE, GROUND, Engagement

if TYPE_CHECKING:
    from hexbench.engine.forecast import Forecast
    from hexbench.engine.seat import Seat
    from hexbench.engine.verbs.kinds import Phase
    from hexbench.games.blitzkrieg.moving import Moving
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, BkPlay, BkSeat, Position


# Sets of engagements that cover every contact: one always exists (BK-ENG-04). Used for defaults, opponents
# and advice.


def cover(contacts: Mapping[str, Sequence[str]]) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Turn unit -> adjacent enemy hexes into (attackers, hexes) of each engagement, in the order of their
    first unit.
    """
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


# ---- readers ---------------------------------------------------------------------------------------------------------
def _enemy_hexes(rules: BkRules, s: Position, board: BkBoard, at: str, side: str) -> tuple[str, ...]:
    """The neighbours of a hex in which enemy ground units of ``side`` stand (BK-ENG-18)."""
    return tuple(n for n in rules.atlas.near.get(at, ()) if defenders(s, board, (n,), FOE[side]))


def engagement_of(s: Position, uid: str) -> Engagement | None:
    """The engagement in which a unit attacks, or None."""
    return next((e for e in s.engagements if uid in e.attackers), None)


def engagement_at(s: Position, at: str) -> Engagement | None:
    """The engagement in which a hex is attacked, or None (BK-ENG-05)."""
    return next((e for e in s.engagements if at in e.hexes), None)


def belongs(s: Position, board: BkBoard, uid: str) -> Engagement | None:
    """The engagement in which a unit attacks or defends, or None."""
    return next((e for e in s.engagements if uid in e.attackers or uid in defending(s, board, e)), None)


def contacts(rules: BkRules, s: Position, board: BkBoard, side: str) -> dict[str, tuple[str, ...]]:
    """Ground unit of a side next to enemies -> the hexes they stand in."""
    near, units = board.zones[FOE[side]].counts, s.units
    # there are fewer occupied hexes than units, and few of them are in contact
    touched = [i for i in board.stand[side] if near[i]]
    return {uid: _enemy_hexes(rules, s, board, units[uid].at, side) for uid in board.ground_in(side, touched)}


@remembered
def touching(seat: BkSeat, who: str) -> dict[str, tuple[str, ...]]:
    """:func:`contacts` of a seat's position, worked out once."""
    return contacts(seat.rules, seat.s, seat.board, who)


def star(rules: BkRules, s: Position, attackers: Collection[str], hexes: Sequence[str]) -> bool:
    """Whether attackers and hexes form an engagement: one central hex with neighbours of the other side
    (BK-ENG-08).
    """
    own = {s.units[uid].at for uid in attackers}
    near = rules.atlas.near
    if len(own) == 1:
        return all(at in near[next(iter(own))] for at in hexes)
    return len(hexes) == 1 and all(at in near[hexes[0]] for at in own)


def plan(
    s: Position, subject: Sequence[str], at: str
) -> tuple[tuple[str, ...], tuple[str, ...], Engagement | None]:
    """(attackers, hexes, the engagement that grows or None) if these units engage a hex.

    They join the engagement the hex is in; otherwise the hex joins the engagement that all of them are in;
    otherwise a new one begins.
    """
    known = engagement_at(s, at)
    if known is not None:
        return (*known.attackers, *(u for u in subject if u not in known.attackers)), known.hexes, known
    own = {e.number: e for uid in subject if (e := engagement_of(s, uid)) is not None}
    if len(own) == 1 and all(engagement_of(s, uid) is not None for uid in subject):
        grown = next(iter(own.values()))
        return grown.attackers, (*grown.hexes, at), grown
    return tuple(subject), (at,), None


# ---- verbs -----------------------------------------------------------------------------------------------------------
class Engage(Verb["BkSeat", "Moving", "BkPlay"]):
    """Engage the enemies in a hex."""

    name = "engage"
    label = say("Engage")
    help = say("Drag units onto adjacent enemies. A unit attacks once; all enemies in a hex defend together.")
    subject = "unit"
    object = "hex"
    routed = False
    joins = "any"

    def able(self, seat: BkSeat, step: Moving) -> Iterable[str]:
        """Ground units next to enemies."""
        found = touching(seat, step.who)
        return (u for u in found if self._any(seat, step, (u,)))

    def _any(self, seat: BkSeat, step: Moving, subject: tuple[str, ...]) -> bool:
        return next(iter(self.targets(seat, step, subject)), None) is not None

    def targets(self, seat: BkSeat, step: Moving, subject: tuple[str, ...]) -> Iterable[Target]:
        """Every hex of enemies that all of them can engage."""
        found = touching(seat, step.who)
        if not subject or any(u not in found for u in subject):
            return
        for at in found[subject[0]]:
            if not any(self.reasons(seat, step, Action(self.name, subject, at))):
                yield Target(at)

    def reasons(self, seat: BkSeat, step: Moving | None, action: Action) -> Iterator[Reason]:
        """Why these units cannot engage that hex."""
        s, rules = seat.s, seat.rules
        who = step.who if step is not None else s.phasing
        at = action.object
        if at not in rules.atlas.index:
            text = say("{hex} is not a hex of this map.", hex=at) if at else say("Name the hex to attack.")
            yield Reason("BK-ENG-01", text)
            return
        if not action.subject:
            yield Reason("BK-ENG-20", say("An engagement needs at least one attacker."))
            return
        for uid in action.subject:
            unit = s.units.get(uid)
            if unit is None or unit.side != who or not unit.on_map:
                yield Reason("BK-ENG-01", say("{unit} is not one of your units on the map.", unit=uid))
                return
            if s.roster[uid].type not in GROUND:
                yield Reason("BK-ENG-18", say("Infiltrators cannot take part in engagements."), unit.spot)
                return
        if not defenders(s, seat.board, (at,), FOE[who]):
            yield Reason("BK-ENG-01", say("No enemy unit is in {hex}.", hex=at), (at,))
            return
        yield from self._fits(seat, action.subject, at)

    def _fits(self, seat: BkSeat, subject: tuple[str, ...], at: str) -> Iterator[Reason]:
        s, rules = seat.s, seat.rules
        for uid in subject:
            unit = s.units[uid]
            if at not in rules.atlas.near[unit.at]:
                text = say("{unit} is not adjacent to {hex}.", unit=rules.title(s.roster[uid]), hex=at)
                yield Reason("BK-ENG-01", text, (unit.at, at))
        attackers, hexes, grown = plan(s, subject, at)
        for uid in subject:
            other = engagement_of(s, uid)
            if other is None or other == grown:
                continue
            text = say("{unit} is already in an engagement.", unit=rules.title(s.roster[uid]))
            yield Reason("BK-ENG-04", text, s.units[uid].spot)
        if grown is not None and at in grown.hexes and set(subject) <= set(grown.attackers):
            yield Reason("BK-ENG-05", say("{hex} is already part of this engagement.", hex=at), (at,))
        elif all(at in rules.atlas.near[s.units[u].at] for u in subject) and not star(
            rules, s, attackers, hexes
        ):
            text = say("An engagement has one central hex: several hexes cannot attack several hexes.")
            yield Reason("BK-ENG-08", text, (*(s.units[u].at for u in attackers), *hexes))

    def forecast(self, seat: BkSeat, action: Action) -> Forecast | None:
        """The odds that would result, and the six results (BK-ENG-16)."""
        if any(self.reasons(seat, None, action)):
            return None
        attackers, hexes, _ = plan(seat.s, action.subject, action.object)
        now = odds.thought_of(seat, attackers, hexes)
        return None if now is None else odds.of_odds(seat, now)

    def settle(self, seat: BkSeat, step: Moving, action: Action) -> Action:
        """Put the units into the sequence of the order of battle."""
        return replace(action, subject=seat.board.in_order(action.subject))

    def do(self, play: BkPlay, step: Moving, action: Action) -> None:
        """Form the engagement or extend it; artillery that joins it no longer fires (BK-ART-05)."""
        attackers, hexes, grown = plan(play, action.subject, action.object)
        attackers = play.board.in_order(attackers)
        if grown is None:
            centre = _centre(play, attackers, hexes, play.units[attackers[0]].at)
            made = Engagement(number=play.next_engagement, centre=centre, attackers=attackers, hexes=hexes)
            play.set(engagements=(*play.engagements, made), next_engagement=play.next_engagement + 1)
        else:
            centre = _centre(play, attackers, hexes, grown.centre)
            made = replace(grown, attackers=attackers, hexes=hexes, centre=centre)
            play.set(engagements=tuple(made if e == grown else e for e in play.engagements))
        joined(play, made, action.subject)


def _centre(s: Position, attackers: Sequence[str], hexes: Sequence[str], chosen: str) -> str:
    """The central hex; with one hex on each side, the one that was chosen first (BK-ENG-08, BK-ENG-10)."""
    stands = {s.units[u].at for u in attackers}
    if len(stands) > 1:
        return hexes[0]
    return next(iter(stands)) if len(hexes) > 1 else chosen


def joined(play: BkPlay, made: Engagement, units: Iterable[str]) -> None:
    """Units have joined an engagement: they no longer fire (BK-ART-05), and the engagement and its odds are
    reported.
    """
    for uid in units:
        if uid in play.fire:
            play.edit("fire").pop(uid)
    play.tell(Declared("engagement", made.attackers, ", ".join(made.hexes)))
    tell_odds(play, made)


def tell_odds(play: BkPlay, e: Engagement) -> None:
    """Report the odds, which are shown whenever an engagement has changed (BK-ENG-16)."""
    now = odds.words(play.rules, odds.of(play.rules, play, play.board, e))
    text = say("Odds on {hexes}: {odds}.", hexes=", ".join(e.hexes), odds=now)
    play.tell(Noted("BK-ENG-16", text, e.attackers))


class _UndoEngage(Pick["BkSeat", "Moving", "BkPlay"]):
    """BK-ENG-15: selecting any unit of an engagement dissolves the whole engagement."""

    name = "undo_engage"
    label = say("Undo engage")
    help = say("Dissolve the engagement in which a unit attacks or defends.")
    rule = "BK-ENG-15"
    back = True

    def among(self, seat: BkSeat, step: Moving) -> Sequence[str]:
        """Every unit of an engagement, of either side."""
        return [u for e in seat.s.engagements for u in members(seat.s, seat.board, e)]

    def unfit(self, seat: BkSeat, step: Moving | None, ref: str) -> Iterator[Reason]:
        """It must be in an engagement."""
        if belongs(seat.s, seat.board, ref) is None:
            yield Reason("BK-ENG-15", say("Choose a unit of an engagement."))

    def do(self, play: BkPlay, step: Moving, action: Action) -> None:
        gone = belongs(play, play.board, action.subject[0])
        play.set(engagements=tuple(e for e in play.engagements if e != gone))
        if gone is not None:
            play.tell(Noted("BK-ENG-15", say("The engagement is dissolved."), gone.attackers))


def members(s: Position, board: BkBoard, e: Engagement) -> tuple[str, ...]:
    """All units of an engagement: attackers, then defenders."""
    return (*e.attackers, *defending(s, board, e))


# ---- the duty ----------------------------------------------------------------------------------------------------------
def owed(seat: BkSeat, who: str) -> Iterator[Reason]:
    """The contacts that are not engaged: own units next to enemies, and enemies next to own units
    (BK-ENG-02..04).
    """
    yield from _owed(seat.rules, seat.s, touching(seat, who))


def _owed(rules: BkRules, s: Position, found: Mapping[str, tuple[str, ...]]) -> Iterator[Reason]:
    for uid in found:
        if engagement_of(s, uid) is None:
            text = say("{unit} is next to an enemy but not engaged.", unit=rules.title(s.roster[uid]))
            yield Reason("BK-ENG-02", text, s.units[uid].spot)
    for at in sorted({at for hexes in found.values() for at in hexes}):
        if engagement_at(s, at) is None:
            text = say("The enemy in {hex} is next to your units but not engaged.", hex=at)
            yield Reason("BK-ENG-03", text, (at,))


def next_of_cover(seat: BkSeat, who: str) -> Action | None:
    """The next action towards engagements that cover every contact; None once they do.

    Existing engagements are kept as long as they fit; those that are in the way are dissolved, one at a time.
    """
    if not any(owed(seat, who)):
        return None
    wanted = cover(touching(seat, who))
    for e in seat.s.engagements:
        if not any(set(e.attackers) <= set(units) and set(e.hexes) <= set(hexes) for units, hexes in wanted):
            return Action(UNDO_ENGAGE.name, (e.attackers[0],))
    for units, hexes in wanted:
        for at in hexes:
            if engagement_at(seat.s, at) is None:
                return Action(ENGAGE.name, units if at == hexes[0] else units[:1], at)
        left = tuple(u for u in units if engagement_of(seat.s, u) is None)
        if left:
            return Action(ENGAGE.name, left, hexes[0])
    return None


def fix_defenders(play: BkPlay) -> None:
    """At the start of RESOLVE, fix the defenders: the units in the hexes now, not any that enter later
    (BK-RES-31).
    """
    fixed = (replace(e, defenders=defending(play, play.board, e)) for e in play.engagements)
    play.set(engagements=tuple(fixed))


def lapse(play: BkPlay) -> None:
    """Dissolve without a die roll the engagements whose attackers or defenders are all gone before their turn
    (BK-RES-35).
    """
    for e in play.engagements:
        if not defending(play, play.board, e) or not e.attackers:
            text = say(
                "The engagement on {hexes} lapses: one side has no units left.", hexes=", ".join(e.hexes)
            )
            play.tell(Noted("BK-RES-35", text, e.attackers))
    left = tuple(e for e in play.engagements if e.attackers and defending(play, play.board, e))
    if left != play.engagements:
        play.set(engagements=left)


class Resolve(End):
    """RESOLVE: the movement phase ends and the fighting begins (BK-RES-01)."""

    name = "resolve"
    label = say("Resolve")
    help = say(
        "End the movement phase: artillery fires, then the engagements are fought in the order you choose."
    )
    risk: ClassVar[Barrier] = "dice"

    def undo_barrier(self, seat: Seat, step: Phase) -> tuple[Barrier, bool]:
        """Guns with a target or with a unit to protect call for dice; a shot may still be lost (BK-ART-16)."""
        return ("dice", False) if seat.s.fire or seat.s.support else ("", False)


ENGAGE: Final = Engage()
UNDO_ENGAGE: Final = _UndoEngage()
RESOLVE: Final = Resolve()
VERBS: Final = (ENGAGE, UNDO_ENGAGE, RESOLVE)
