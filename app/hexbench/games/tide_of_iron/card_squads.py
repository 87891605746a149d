"""Ops on units: rally, refresh, modified values, pins, repairs, replacements, concealment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, TypeVar

from hexbench.engine.events import DiceRolled, Noted
from hexbench.engine.values import Reason, Say, counted, say
from hexbench.games.tide_of_iron import casualties, concealment, names, results
from hexbench.games.tide_of_iron.card_words import CARD, WORDS, Kind, Word, domain, likely, slots, unfit
from hexbench.games.tide_of_iron.decks import (
    AddFigures,
    Card,
    Conceal,
    Effect,
    Filter,
    Modify,
    PinRoll,
    Rally,
    Refresh,
    Repair,
)
from hexbench.games.tide_of_iron.strength import Scene, scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.card_run import CardRun
    from hexbench.games.tide_of_iron.seat import TiPlay

UnitOp = TypeVar("UnitOp", Rally, Refresh, Modify, PinRoll, Repair, AddFigures, Conceal)
BETTER = {"disrupted": "pinned", "pinned": "", "heavy": "light", "light": ""}
"""Condition or damage -> the next better state (TI-STA-05, TI-STA-06)."""


class _UnitWord(Word[UnitOp]):
    """An op about a unit that the owner chooses by the op's filter."""

    kind: ClassVar[Kind | None] = "unit"

    def asked(self, op: UnitOp) -> Filter:
        found: Filter = op.filter
        return found

    def choices(self, sc: Scene, who: str, op: UnitOp, run: CardRun | None, kind: Kind) -> Iterator[str]:
        """The units that pass; obvious mismatches are skipped without computing reasons."""
        asked, units = self.asked(op), sc.s.units
        for one in domain(sc, who, kind):
            if kind == "unit" and not likely(who, asked, units[one]):
                continue
            if not any(self.why_not(sc, who, op, run, kind, one)):
                yield one

    def why_not(
        self, sc: Scene, who: str, op: UnitOp, run: CardRun | None, kind: Kind, choice: str
    ) -> Iterator[Reason]:
        """Reasons from the filter, then from the op itself."""
        found = tuple(unfit(sc, who, self.asked(op), choice))
        yield from found
        if not found:
            yield from self.needs(sc, op, choice)

    def needs(self, sc: Scene, op: UnitOp, uid: str) -> Iterator[Reason]:
        """Why the op cannot be used on a unit that passes the filter."""
        return iter(())


class _Rallying(_UnitWord[Rally]):
    """Remove or improve conditions, for one squad or all squads of a hex."""

    def says(self, sc: Scene, who: str, card: Card, op: Rally) -> Say:
        """Which squads."""
        if op.filter.hex_count:
            return say(
                "Every friendly squad in one hex recovers by a step: disrupted "
                "becomes pinned, pinned becomes normal."
            )
        return say("A friendly squad that is {what} returns to normal.", what=_either(op))

    def asks(self, op: Rally) -> Kind:
        """Squads, or hexes."""
        return "hex" if op.filter.hex_count else "unit"

    def why_not(
        self, sc: Scene, who: str, op: Rally, run: CardRun | None, kind: Kind, choice: str
    ) -> Iterator[Reason]:
        """A hex needs at least one squad that can recover."""
        if kind == "unit":
            yield from super().why_not(sc, who, op, run, kind, choice)
        elif not any(self.better(sc, who, op, choice)):
            yield Reason(
                CARD, say("No friendly squad in {hex} is pinned or disrupted.", hex=choice), (choice,)
            )

    def better(self, sc: Scene, who: str, op: Rally, hex_: str) -> Iterator[str]:
        """The squads of a hex that can recover."""
        for x in sc.board.units_at(hex_):
            if not any(unfit(sc, who, op.filter, x)) and not any(self.needs(sc, op, x)):
                yield x

    def needs(self, sc: Scene, op: Rally, uid: str) -> Iterator[Reason]:
        """The squad must have a condition the card removes."""
        unit = sc.s.units[uid]
        if unit.condition not in _removes(op):
            text = say("{unit} is not {what}.", unit=sc.rules.title(unit), what=_either(op))
            yield Reason(CARD, text, unit.spot)

    def chosen(self, play: TiPlay, run: CardRun, op: Rally, kind: Kind, choice: str) -> None:
        """The chosen squads recover."""
        for x in (choice,) if kind == "unit" else tuple(self.better(scene(play), run.who, op, choice)):
            now: str = play.units[x].condition
            for _ in range(op.step_down or 2):
                now = BETTER.get(now, "")
            casualties.set_condition(play, x, now)


def _removes(op: Rally) -> tuple[str, ...]:
    """The conditions it removes or improves; a card that names none means both."""
    return op.remove or ("pinned", "disrupted")


def _either(op: Rally) -> Say:
    """Its conditions in a sentence."""
    first, *more = map(results.words, _removes(op))
    return say("{a} or {b}", a=first, b=more[0]) if more else first


class _Refreshing(_UnitWord[Refresh]):
    """A fatigued unit is fresh again."""

    def says(self, sc: Scene, who: str, card: Card, op: Refresh) -> Say:
        """Which squads."""
        return say("A fatigued friendly squad becomes fresh.")

    def chosen(self, play: TiPlay, run: CardRun, op: Refresh, kind: Kind, choice: str) -> None:
        """Remove the token."""
        casualties.set_token(play, choice, "")


class _Modifying(_UnitWord[Modify]):
    """Modify a value for a time."""

    def says(self, sc: Scene, who: str, card: Card, op: Modify) -> Say:
        """Which value, for which units, how long."""
        return described(op)

    def times(self, op: Modify) -> int:
        """Once when units are to be chosen."""
        return op.filter.count

    def do(self, play: TiPlay, run: CardRun, op: Modify) -> None:
        """Apply it to the unit chosen earlier, or to everything the filter matches."""
        if not op.filter.count:
            self.put(play, run, op, run.units if op.filter.same else ())

    def chosen(self, play: TiPlay, run: CardRun, op: Modify, kind: Kind, choice: str) -> None:
        """Apply it to that unit."""
        play.swap(units=(choice,))
        self.put(play, run, op, (choice,))

    def put(self, play: TiPlay, run: CardRun, op: Modify, units: tuple[str, ...]) -> None:
        """Put the change in force."""
        expires = 0 if op.duration == "card" else run.last_round(play.round, 1)
        effect = Effect(card=run.card, side=run.who, change=op, units=units, expires=expires)
        play.set(effects=(*play.effects, effect))
        text = say("{what}: {by}{time}.", what=_NAMES[op.stat], by=_by(op), time=_time(op))
        if units:
            name = play.rules.title(play.units[units[0]])
            concealment.note(
                play, units[0], Noted(CARD, say("{unit}: {change}", unit=name, change=text), units)
            )
        else:
            play.tell(Noted(CARD, text))


def described(op: Modify) -> Say:
    """A modified value as a sentence."""
    return say("{what}: {by}{whom}{time}.", what=_NAMES[op.stat], by=_by(op), whom=_whom(op), time=_time(op))


_NAMES = {
    "fpr": say("Firepower"),
    "mp": say("Movement"),
    "cover_vs_suppressive": say("Cover against suppressive attacks"),
    "veh_base_range": say("Range against vehicles"),
    "drift_number": say("Drift number"),
    "contact_number": say("Contact number"),
    "los_distance": say("Visibility"),
}


def _by(op: Modify) -> str:
    return str(op.set) if op.set is not None else f"{op.delta:+d}"


def _whom(op: Modify) -> Say:
    if op.filter.same:
        return say(" for the same squad")
    if op.filter.count:
        return say(" for one friendly squad")
    if op.filter.hex:
        return say(" for friendly squads on objectives")
    if op.filter.weight:
        return say(" for light vehicles") if op.filter.weight == "light" else say(" for heavy vehicles")
    if op.filter.deck:
        return say(" for cards from the {deck} deck", deck=op.filter.deck)
    return say("")


def _time(op: Modify) -> Say:
    return {
        "card": say(""),
        "round": say(" for this round"),
        "next_attack_this_round": say(" in its next attack this round"),
        "next_activation_this_round": say(" in its next activation this round"),
    }[op.duration]


class _Shaking(_UnitWord[PinRoll]):
    """One suppressive hit by a roll (TI-SUP-02)."""

    def says(self, sc: Scene, who: str, card: Card, op: PinRoll) -> Say:
        """Which squad."""
        return say(
            "On a roll of {faces}, an enemy squad in sight of a friendly unit suffers one suppressive hit.",
            faces=_faces(op),
        )

    def chosen(self, play: TiPlay, run: CardRun, op: PinRoll, kind: Kind, choice: str) -> None:
        """Roll; there are no defense dice."""
        title = play.rules.card(run.card).title
        fell = play.number(title, 6)
        play.tell(DiceRolled(say("{card}: {faces}", card=title, faces=_faces(op)), (fell,), CARD))
        if fell in op.success:
            row = play.rules.tables.suppression[play.units[choice].condition or "normal"]
            now = row[min(1, len(row) - 1)]
            casualties.set_condition(play, choice, "" if now == "normal" else now)


def _faces(op: PinRoll) -> str:
    return ", ".join(map(str, op.success))


class _Repairing(_UnitWord[Repair]):
    """TI-ATK-23, TI-ATK-24: heavy damage becomes light, light none."""

    def says(self, sc: Scene, who: str, card: Card, op: Repair) -> Say:
        """What."""
        return say("A friendly vehicle is repaired: heavy damage becomes light, light damage is removed.")

    def needs(self, sc: Scene, op: Repair, uid: str) -> Iterator[Reason]:
        """Damage."""
        unit = sc.s.units[uid]
        if not unit.damage:
            yield Reason(CARD, say("{unit} is not damaged.", unit=sc.rules.title(unit)), unit.spot)

    def chosen(self, play: TiPlay, run: CardRun, op: Repair, kind: Kind, choice: str) -> None:
        """Improve the damage by ``op.steps`` steps."""
        now: str = play.units[choice].damage
        for _ in range(op.steps):
            now = BETTER.get(now, "")
        casualties.set_damage(play, choice, now)


class Replacing(_UnitWord[AddFigures]):
    """Figures for free slots."""

    def says(self, sc: Scene, who: str, card: Card, op: AddFigures) -> Say:
        """How many."""
        return counted(
            op.count,
            say(
                "{figures} fills a free slot in a friendly squad near an officer.",
                figures=names.figures({op.figure: 1}),
            ),
            say(
                "{figures} fill free slots in friendly squads near an officer.",
                figures=names.figures({op.figure: op.count}),
            ),
        )

    def times(self, op: AddFigures) -> int:
        """A squad for each."""
        return op.count

    def needs(self, sc: Scene, op: AddFigures, uid: str) -> Iterator[Reason]:
        """Room on the base."""
        unit = sc.s.units[uid]
        if slots(sc, unit) < sc.rules.tables.nations[unit.side].figures[op.figure].slots:
            yield Reason("M-01", say("{unit} has no room on its base.", unit=sc.rules.title(unit)), unit.spot)

    def chosen(self, play: TiPlay, run: CardRun, op: AddFigures, kind: Kind, choice: str) -> None:
        """One figure joins."""
        casualties.add_figure(play, choice, op.figure)


class _Vanishing(_UnitWord[Conceal]):
    """TI-CNC: conceal a squad; it must be where it would not be revealed at once."""

    def says(self, sc: Scene, who: str, card: Card, op: Conceal) -> Say:
        """Which squad."""
        return say("A friendly squad in cover and away from the enemy becomes concealed.")

    def needs(self, sc: Scene, op: Conceal, uid: str) -> Iterator[Reason]:
        """It is not concealed yet."""
        unit = sc.s.units[uid]
        if unit.concealed:
            yield Reason(
                "TI-CNC-01", say("{unit} is already concealed.", unit=sc.rules.title(unit)), unit.spot
            )
        elif concealment.exposed(sc.rules, sc.s, unit):
            yield Reason(
                "TI-CNC-07", say("{unit} would be revealed at once.", unit=sc.rules.title(unit)), unit.spot
            )

    def chosen(self, play: TiPlay, run: CardRun, op: Conceal, kind: Kind, choice: str) -> None:
        """Conceal the squad."""
        concealment.conceal(play, choice)


WORDS.update(
    {
        Rally: _Rallying(),
        Refresh: _Refreshing(),
        Modify: _Modifying(),
        PinRoll: _Shaking(),
        Repair: _Repairing(),
        AddFigures: Replacing(),
        Conceal: _Vanishing(),
    }
)
