"""Artillery by card: contact, target, drift, area attacks, blast and smoke (TI-CARD-02 to TI-CARD-14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.events import DiceRolled, Noted
from hexbench.engine.forecast import Forecast, OddsLine
from hexbench.engine.values import Reason, Say, counted, say
from hexbench.games.tide_of_iron import casualties, effects, names, resolve, sight
from hexbench.games.tide_of_iron.card_words import WORDS, Kind, Word, lookouts
from hexbench.games.tide_of_iron.decks import (
    Area,
    Blast,
    Card,
    Contact,
    ContactAuto,
    Drift,
    InPlay,
    RemoveMarker,
    Smoke,
    Target,
)
from hexbench.games.tide_of_iron.pieces import NONE
from hexbench.games.tide_of_iron.results import ATTACK, NOTHING
from hexbench.games.tide_of_iron.strength import Scene, scene
from hexbench.games.tide_of_iron.volley import area_targets, reduced
from hexbench.hexes.coords import DIRECTIONS, FLAT_NAMES

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.card_run import CardRun
    from hexbench.games.tide_of_iron.seat import TiPlay, TiSeat

_COMPASS: Final = {1: "N", 2: "NE", 3: "SE", 4: "S", 5: "SW", 6: "NW"}
"""The red die on the north marker (TI-CARD-11, M-04)."""
BLIND, NEAR = say("no unit sees the hex"), say("a unit is in the hex or adjacent to it")
LED, SEEN = say("a unit with an officer sees the hex"), say("a unit sees the hex")
_FRIENDS = say("Friendly units are in the hex or adjacent to it.")


class _Contacting(Word[Contact]):
    """TI-CARD-02, TI-CARD-03: roll a die for contact; the card waits if it fails."""

    def says(self, sc: Scene, who: str, card: Card, op: Contact) -> Say:
        """The number."""
        number = effects.contact_number(sc.rules, sc.s, who, card.id, op.x)
        return say("Establish Contact: roll {n} or more on a die.", n=number)

    def do(self, play: TiPlay, run: CardRun, op: Contact) -> None:
        card = play.rules.card(run.card)
        number = effects.contact_number(play.rules, play, run.who, run.card, op.x)
        fell = play.number(say("Establish Contact"), 6)
        play.tell(
            DiceRolled(say("{card}: contact on {n}+", card=card.title, n=number), (fell,), "TI-CARD-02")
        )
        if fell >= number:
            return
        play.tell(Noted("TI-CARD-03", say("{card} fails to establish contact and waits.", card=card.title)))
        play.pop()
        put_in_play(play, run.who, InPlay(card=run.card, waiting=True, tried=play.round))


def put_in_play(play: TiPlay, who: str, card: InPlay) -> None:
    """Put a card in its owner's play area."""
    play.edit("in_play")[who] = (*play.in_play.get(who, ()), card)


def take_from_play(play: TiPlay, who: str, card: InPlay) -> None:
    """Remove a card from its owner's play area, and end its lasting effects."""
    held = list(play.in_play.get(who, ()))
    held.remove(card)
    play.edit("in_play")[who] = tuple(held)
    lasting = tuple(
        e for e in play.effects if not (e.side == who and e.card == card.card and e.change.duration == "card")
    )
    if not card.waiting and len(lasting) < len(play.effects):
        play.set(effects=lasting)


class _ContactGiven(Word[ContactAuto]):
    """A waiting card has contact without a roll."""

    kind = "card"

    def says(self, sc: Scene, who: str, card: Card, op: ContactAuto) -> Say:
        """What it does."""
        return say("One of your waiting cards establishes contact at once and is resolved.")

    def why_not(
        self, sc: Scene, who: str, op: ContactAuto, run: CardRun | None, kind: Kind, choice: str
    ) -> Iterator[Reason]:
        """It must be waiting."""
        if not any(c.waiting and c.card == choice for c in sc.s.in_play.get(who, ())):
            yield Reason("TI-CARD-03", say("You have no such card waiting for contact."))

    def chosen(self, play: TiPlay, run: CardRun, op: ContactAuto, kind: Kind, choice: str) -> None:
        """Continue that card with the op after its contact."""
        waiting = next(c for c in play.in_play[run.who] if c.waiting and c.card == choice)
        take_from_play(play, run.who, waiting)
        play.push(replace(run, card=choice, next=_after_contact(play.rules.card(choice)), asked=0))


def _after_contact(card: Card) -> int:
    """The index of the first op after contact."""
    return 1 + next(i for i, op in enumerate(card.ops) if isinstance(op, Contact))


class Aiming(Word[Target]):
    """TI-CARD-04: the target token is placed on any board hex."""

    kind = "hex"

    def says(self, sc: Scene, who: str, card: Card, op: Target) -> Say:
        """Where."""
        return say("Place the target token on any hex.")

    def preview(self, sc: Scene, who: str, op: Target, run: CardRun, choice: str) -> tuple[Say, ...]:
        """The drift number there, and a warning about friendly units nearby."""
        number, why = drift_number(sc, who, run.card, choice)
        out = [say("On target with a black die of {n} or more: {why}.", n=number, why=why)]
        if choice in lookouts(sc, who).friends:
            out.append(_FRIENDS)
        return tuple(out)

    def favourite(self, sc: Scene, who: str, op: Target, run: CardRun) -> str:
        """The hex with the most enemies and no friendly units."""
        units = sc.s.units
        count: dict[str, int] = {}
        for unit in units.values():
            if unit.on_map and not unit.concealed:
                count[unit.at] = count.get(unit.at, 0) + (1 if unit.side != who else -9)
        best = max(count.values(), default=0)
        return next((h for h in sc.rules.atlas.labels if best > 0 and count.get(h) == best), "")

    def chosen(self, play: TiPlay, run: CardRun, op: Target, kind: Kind, choice: str) -> None:
        """Place the target token there."""
        play.tell(
            Noted(
                "TI-CARD-04",
                say("{card} is aimed at {hex}.", card=play.rules.card(run.card).title, hex=choice),
                (choice,),
            )
        )
        play.swap(target=choice, struck=choice)


def drift_number(sc: Scene, who: str, card: str, hex_: str) -> tuple[int, Say]:
    """The number the black die must reach to hit the target hex, and the reason for it (TI-CARD-05 to TI-CARD-08)."""
    drift = sc.rules.tables.drift
    places = lookouts(sc, who)
    officers = places.officers
    number, why = drift.no_los, BLIND
    if hex_ in places.near:
        number, why = drift.near, NEAR
    # lines of sight are traced only where they would improve the number
    if drift.los_and_officer < number and any(
        officer and sight.sees(sc.rules, sc.s, at, hex_) for at, officer in officers.items()
    ):
        number, why = drift.los_and_officer, LED
    if drift.los < number and any(sight.sees(sc.rules, sc.s, at, hex_) for at in officers):
        number, why = drift.los, SEEN
    return effects.drift_number(sc.rules, sc.s, who, card, number), why


class _Drifting(Word[Drift]):
    """TI-CARD-09 to TI-CARD-12: red die for the direction, black die for the distance."""

    def says(self, sc: Scene, who: str, card: Card, op: Drift) -> Say:
        """That it may."""
        return say("The strike may drift.")

    def do(self, play: TiPlay, run: CardRun, op: Drift) -> None:
        """Roll, red before black (B-DICE-1)."""
        number, why = drift_number(scene(play), run.who, run.card, run.target)
        red, black = play.number(say("Drift: direction"), 6), play.number(say("Drift: distance"), 6)
        play.tell(
            DiceRolled(
                say("Drift, on target with a black die of {n}+ ({why})", n=number, why=why),
                (red, black),
                "TI-CARD-09",
            )
        )
        if black >= number:
            play.tell(Noted("TI-CARD-09", say("The strike falls on {hex}.", hex=run.target), (run.target,)))
            return
        struck = shifted(play, run.target, red, black)
        if struck is None:
            play.tell(Noted("TI-CARD-12", say("The strike drifts off the board and has no effect.")))
            play.swap(next=len(play.rules.card(run.card).ops))
            return
        play.tell(Noted("TI-CARD-10", say("The strike drifts to {hex}.", hex=struck), (struck,)))
        play.swap(struck=struck)


def shifted(reader: TiPlay | TiSeat, hex_: str, red: int, black: int) -> str | None:
    """The hex ``black`` hexes away in the direction of the red die, or None off the board (B-CARD-4)."""
    atlas = reader.rules.atlas
    q, r = atlas.grid.axial[hex_]
    dq, dr = DIRECTIONS[FLAT_NAMES.index(_COMPASS[red])]
    found = atlas.grid.label.get((q + black * dq, r + black * dr))
    return found if found in atlas.index else None


def falls(seat: TiSeat, who: str, card: str, hex_: str) -> dict[str, int]:
    """Hex where a strike aimed at ``hex_`` may land -> in how many of 36 ways; an empty string: off the board."""
    number, _ = drift_number(scene(seat), who, card, hex_)
    ways: dict[str, int] = {}
    for red in _COMPASS:
        for black in range(1, 7):
            found = hex_ if black >= number else shifted(seat, hex_, red, black) or ""
            ways[found] = ways.get(found, 0) + 1
    return ways


def odds(seat: TiSeat, who: str, card: Card, hex_: str) -> Forecast:
    """The exact odds of aiming at a hex: the results of all area attacks wherever they may land (TI-CARD-13, TI-CARD-14) or,
    for a card without area attacks, of hitting the hex.
    """
    attacks = tuple(op for op in card.ops if isinstance(op, Area | Blast))
    known: dict[tuple[str, Area | Blast], OddsLine | None] = {}
    lines = []
    for at, ways in falls(seat, who, card.id, hex_).items():
        if attacks and at:
            lines.append((ways, _struck(seat, at, attacks, known)))
        else:
            result = "no effect" if not at else "on target" if at == hex_ else "drifts"
            line = OddsLine(attack=1, defence=0, ratio="", row=at, results=((result, 1),), ways=1)
            lines.append((ways, line))
    return Forecast(tuple(lines), ATTACK)


def _struck(
    seat: TiSeat,
    hex_: str,
    attacks: tuple[Area | Blast, ...],
    known: dict[tuple[str, Area | Blast], OddsLine | None],
) -> OddsLine:
    """The joint results when a strike lands on a hex: in that hex and, for a blast, in all adjacent ones, each with its own
    dice (B-CARD-3). ``known`` caches the odds per hex and op across calls; None where there is no unit.
    """
    found: list[OddsLine] = []
    for op in attacks:
        for at in (hex_,) if isinstance(op, Area) else seat.rules.atlas.near[hex_]:
            if (at, op) not in known:
                anybody = any(area_targets(scene(seat), at))
                foretold = resolve.foretell(seat, at, op.strength, op.mode, op.success).lines[0][1]
                known[at, op] = foretold if anybody or isinstance(op, Area) else None
            one = known[at, op]
            if one is not None:
                found.append(one)
    if len(attacks) == 1 and len(found) == 1:
        return replace(found[0], row=hex_)
    joint = _together([_parts(one) for one in found])
    results, ways = reduced({", ".join(parts) or NOTHING: n for parts, n in joint.items()})
    return OddsLine(
        attack=found[0].attack if found else attacks[0].strength,
        defence=sum(one.defence for one in found),
        ratio="",
        row=hex_,
        results=results,
        ways=ways,
        tallies=tuple(tally for one in found for tally in one.tallies),
        pools=tuple(pool for one in found for pool in one.pools),
        fans=tuple(fan for one in found for fan in one.fans if fan.unit),
    )


def _parts(line: OddsLine) -> dict[tuple[str, ...], int]:
    """The results of an area attack, unaffected units left out, sorted by name: the fans say which unit is which."""
    out: dict[tuple[str, ...], int] = {}
    for result, ways in line.results:
        parts = tuple(sorted(part for part in result.split(", ") if part != NOTHING))
        out[parts] = out.get(parts, 0) + ways
    return out


def _together(odds: list[dict[tuple[str, ...], int]]) -> dict[tuple[str, ...], int]:
    """The joint distribution of results as sorted tuples, so that the order of the units does not matter."""
    out: dict[tuple[str, ...], int] = {(): 1}
    for one in odds:
        now: dict[tuple[str, ...], int] = {}
        for before, n in out.items():
            for more, m in one.items():
                key = tuple(sorted((*before, *more)))
                now[key] = now.get(key, 0) + n * m
        out = now
    return out


class _AreaAttack(Word[Area]):
    """TI-CARD-13: attack every unit in the struck hex."""

    def says(self, sc: Scene, who: str, card: Card, op: Area) -> Say:
        """How strong."""
        return counted(
            op.strength,
            say("Area attack of 1 die, {mode}.", mode=names.mode(op.mode)),
            say("Area attack of {n} dice, {mode}.", n=op.strength, mode=names.mode(op.mode)),
        )

    def do(self, play: TiPlay, run: CardRun, op: Area) -> None:
        resolve.strike(
            play,
            who=run.who,
            hex=run.struck,
            dice=op.strength,
            mode=op.mode,
            success=op.success,
            rule="TI-CARD-13",
        )


class _WideBlast(Word[Blast]):
    """TI-CARD-14: attack every hex adjacent to the struck one, each separately (B-CARD-3)."""

    def says(self, sc: Scene, who: str, card: Card, op: Blast) -> Say:
        """How strong."""
        return counted(
            op.strength,
            say("Every adjacent hex is attacked with 1 die, {mode}.", mode=names.mode(op.mode)),
            say(
                "Every adjacent hex is attacked with {n} dice, {mode}.",
                n=op.strength,
                mode=names.mode(op.mode),
            ),
        )

    def do(self, play: TiPlay, run: CardRun, op: Blast) -> None:
        resolve.blast(
            play,
            who=run.who,
            hex=run.struck,
            dice=op.strength,
            mode=op.mode,
            success=op.success,
            rule="TI-CARD-14",
        )


class _Smoking(Word[Smoke]):
    """TI-SMK-08: place smoke where it is legal."""

    kind = "hex"

    def says(self, sc: Scene, who: str, card: Card, op: Smoke) -> Say:
        """Where."""
        if op.at == "target":
            return say("Place smoke in the hex.")
        return counted(
            op.count,
            say("Place smoke in 1 adjacent hex."),
            say("Place smoke in {n} adjacent hexes.", n=op.count),
        )

    def times(self, op: Smoke) -> int:
        """Smoke on the target hex needs no question."""
        return 0 if op.at == "target" else op.count

    def why_not(
        self, sc: Scene, who: str, op: Smoke, run: CardRun | None, kind: Kind, choice: str
    ) -> Iterator[Reason]:
        """The hex must be adjacent to the struck one, not a building, and without smoke."""
        if run is not None and choice not in sc.rules.atlas.near[run.struck]:
            yield Reason(
                "M-05", say("{hex} is not adjacent to {struck}.", hex=choice, struck=run.struck), (choice,)
            )
        yield from _no_smoke(sc, choice)

    def do(self, play: TiPlay, run: CardRun, op: Smoke) -> None:
        """Place it on the struck hex."""
        if op.at == "target" and not any(_no_smoke(scene(play), run.struck)):
            _lay_smoke(play, run.struck)

    def chosen(self, play: TiPlay, run: CardRun, op: Smoke, kind: Kind, choice: str) -> None:
        """Place it on the chosen hex."""
        _lay_smoke(play, choice)


def _no_smoke(sc: Scene, hex_: str) -> Iterator[Reason]:
    """Why smoke cannot be placed in a hex (TI-SMK-08)."""
    if sc.rules.atlas.cell(hex_).terrain == "building":
        yield Reason("TI-SMK-08", say("Smoke cannot be placed in the building hex {hex}.", hex=hex_), (hex_,))
    if sc.works(hex_).smoke:
        yield Reason("TI-SMK-08", say("There is already smoke in {hex}.", hex=hex_), (hex_,))


def _lay_smoke(play: TiPlay, hex_: str) -> None:
    """A smoke marker."""
    casualties.set_works(play, hex_, replace(play.works.get(hex_, NONE), smoke=True))


class Clearing(Word[RemoveMarker]):
    """Remove an obstacle if the area attack had enough black successes."""

    def says(self, sc: Scene, who: str, card: Card, op: RemoveMarker) -> Say:
        """When."""
        n, marker = op.if_black_successes, names.marker(op.marker)
        return counted(
            n,
            say("1 black success clears {marker} there.", marker=marker),
            say("{n} black successes clear {marker} there.", n=n, marker=marker),
        )

    def do(self, play: TiPlay, run: CardRun, op: RemoveMarker) -> None:
        now = play.works.get(run.struck, NONE)
        if run.blacks >= op.if_black_successes and getattr(now, op.marker):
            casualties.set_works(play, run.struck, replace(now, **{op.marker: False}))


WORDS.update(
    {
        Contact: _Contacting(),
        ContactAuto: _ContactGiven(),
        Target: Aiming(),
        Drift: _Drifting(),
        Area: _AreaAttack(),
        Blast: _WideBlast(),
        Smoke: _Smoking(),
        RemoveMarker: Clearing(),
    }
)
