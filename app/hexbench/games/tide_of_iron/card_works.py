"""Ops for everything except units and artillery: markers, reinforcements, command, initiative, actions, enemy cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hexbench.engine.events import Noted, UnitPlaced
from hexbench.engine.values import Reason, Say, counted, say
from hexbench.games.tide_of_iron import casualties, concealment, names, placing
from hexbench.games.tide_of_iron.card_strikes import take_from_play
from hexbench.games.tide_of_iron.card_words import CARD, WORDS, Kind, Word, unfit_hex
from hexbench.games.tide_of_iron.decks import (
    Card,
    Command,
    Discard,
    ExtraActions,
    Initiative,
    PlaceMarker,
    Reinforce,
)
from hexbench.games.tide_of_iron.pieces import FOE, HANDLE, NONE, Unit, figures_of
from hexbench.games.tide_of_iron.strength import Scene, scene

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.card_run import CardRun
    from hexbench.games.tide_of_iron.decks import Roster
    from hexbench.games.tide_of_iron.seat import TiPlay


class _Supplying(Word[Command]):
    """TI-CMD-13: command tokens."""

    def says(self, sc: Scene, who: str, card: Card, op: Command) -> Say:
        """How many."""
        return say("Gain {n} command.", n=op.amount)

    def do(self, play: TiPlay, run: CardRun, op: Command) -> None:
        casualties.set_command(play, run.who, play.command.get(run.who, 0) + op.amount)


class _Pressing(Word[Initiative]):
    """TI-CMD-18: tokens on the Initiative card."""

    def says(self, sc: Scene, who: str, card: Card, op: Initiative) -> Say:
        """How many."""
        return counted(
            op.amount,
            say("Place 1 token from the supply on your Initiative card."),
            say("Place {n} tokens from the supply on your Initiative card.", n=op.amount),
        )

    def do(self, play: TiPlay, run: CardRun, op: Initiative) -> None:
        from hexbench.games.tide_of_iron import command

        command.add_to_pool(play, run.who, op.amount)


class _Hurrying(Word[ExtraActions]):
    """TI-SEQ-03: more actions in this turn."""

    def says(self, sc: Scene, who: str, card: Card, op: ExtraActions) -> Say:
        """How many."""
        return _more(op.count)

    def against(self, sc: Scene, who: str, op: ExtraActions) -> Iterator[Reason]:
        """Useless once the other side is out, because actions are then unlimited."""
        from hexbench.games.tide_of_iron.actions import Turn

        if any(isinstance(step, Turn) and step.alone for step in sc.s.stack):
            yield Reason(
                "TI-SEQ-11", say("The other side is out of the phase, so you already have unlimited actions.")
            )

    def do(self, play: TiPlay, run: CardRun, op: ExtraActions) -> None:
        """Add them to the turn on the stack."""
        from hexbench.games.tide_of_iron.actions import Turn

        for i, step in enumerate(play.stack):
            if isinstance(step, Turn):
                play.stack[i] = replace(step, left=step.left + op.count)
                play.tell(Noted(CARD, _more(op.count)))


def _more(n: int) -> Say:
    return counted(n, say("1 more action in this turn."), say("{n} more actions in this turn.", n=n))


class Placing(Word[PlaceMarker]):
    """TI-FORT: place a marker in a hex, and perhaps a squad in a new fortification."""

    kind = "hex"

    def says(self, sc: Scene, who: str, card: Card, op: PlaceMarker) -> Say:
        """What."""
        what = names.marker(op.marker)
        if op.occupy:
            return say("Place a marker: {what}. A squad in the hex may enter it.", what=what)
        return say("Place a marker: {what}.", what=what)

    def times(self, op: PlaceMarker) -> int:
        """One question per marker."""
        return op.count

    def may_decline(self, op: PlaceMarker, kind: Kind) -> bool:
        """No squad has to go inside."""
        return kind == "unit"

    def why_not(
        self, sc: Scene, who: str, op: PlaceMarker, run: CardRun | None, kind: Kind, choice: str
    ) -> Iterator[Reason]:
        """Why a marker cannot be placed there, or a squad cannot go inside."""
        if kind == "unit":
            yield from self.outside(sc, who, run, choice)
            return
        yield from unfit_hex(sc, who, op.where, choice)
        works, light = sc.works(choice), (choice,)
        if op.marker == "entrenchment" and works.forts >= sc.rules.tables.fort_limit:
            yield Reason("TI-FORT-06", say("{hex} cannot hold any more fortifications.", hex=choice), light)
        if op.marker == "razor_wire" and works.razor_wire:
            yield Reason("TI-FORT-14", say("There is already razor wire in {hex}.", hex=choice), light)
        if op.marker == "minefield" and works.minefield:
            yield Reason("TI-FORT-25", say("There is already a minefield in {hex}.", hex=choice), light)

    def outside(self, sc: Scene, who: str, run: CardRun | None, uid: str) -> Iterator[Reason]:
        """Why a unit cannot go into the new fortification."""
        unit = sc.s.units.get(uid)
        if unit is None or unit.type == HANDLE:
            yield sc.rules.missing(f"unit {uid}")
        elif unit.side != who or not unit.squad:
            yield Reason("TI-FORT-05", say("{unit} is not one of your squads.", unit=sc.rules.title(unit)))
        elif run is None or unit.at != run.hex:
            yield Reason("TI-FORT-02", say("{unit} is not in the hex.", unit=sc.rules.title(unit)), unit.spot)
        elif unit.shelter:
            yield Reason(
                "TI-FORT-01", say("{unit} is in a fortification.", unit=sc.rules.title(unit)), unit.spot
            )

    def chosen(self, play: TiPlay, run: CardRun, op: PlaceMarker, kind: Kind, choice: str) -> None:
        """The marker, or the squad inside it."""
        from hexbench.games.tide_of_iron.card_run import CardUnit

        if kind == "unit":
            play.put(choice, shelter=op.marker)
            casualties.tell_changed(play, choice, "shelter", op.marker)
            return
        old = play.works.get(choice, NONE)
        count: object = old.entrenchment + 1 if op.marker == "entrenchment" else True
        casualties.set_works(play, choice, replace(old, **{op.marker: count}))
        play.swap(hex=choice)
        if op.occupy and any(self.choices(scene(play), run.who, op, play.top, "unit")):
            play.push(CardUnit(who=run.who))


class _Arriving(Word[Reinforce]):
    """TI-RIF-02 to TI-RIF-05: squads that arrive by card."""

    kind = "hex"

    def says(self, sc: Scene, who: str, card: Card, op: Reinforce) -> Say:
        """How many."""
        men = sum(sum(r.figures.values()) for r in op.squads)
        n, figures = len(op.squads), counted(men, say("1 figure"), say("{n} figures", n=men))
        return counted(
            n,
            say("1 squad ({figures}) arrives fresh in your reinforcement zone.", figures=figures),
            say("{n} squads ({figures}) arrive fresh in your reinforcement zone.", n=n, figures=figures),
        )

    def times(self, op: Reinforce) -> int:
        """One hex per squad."""
        return len(op.squads)

    def why_not(
        self, sc: Scene, who: str, op: Reinforce, run: CardRun | None, kind: Kind, choice: str
    ) -> Iterator[Reason]:
        """Zone, stacking, enemies."""
        light, units = (choice,), sc.s.units
        if choice not in sc.s.mission.zones.get(f"{who}_reinforce", ()):
            yield Reason("TI-RIF-03", say("{hex} is not in your reinforcement zone.", hex=choice), light)
        for no_room in placing.full(sc.board, sc.s, arrival(who, op.squads[0], ""), "", choice):
            yield Reason("TI-RIF-04", no_room.text, light)
        if any(units[x].side != who for x in sc.board.units_at(choice)):
            yield Reason("TI-RIF-05", say("There is an enemy unit in {hex}.", hex=choice), light)

    def chosen(self, play: TiPlay, run: CardRun, op: Reinforce, kind: Kind, choice: str) -> None:
        """Add the squad to the game in that hex."""
        uid = free_id(play, run.who)
        title = play.rules.card(run.card).title
        play.add(uid, replace(arrival(run.who, op.squads[run.asked - 1], title), at=choice))
        play.tell(UnitPlaced(uid, choice))
        concealment.check(play)


def arrival(who: str, roster: Roster, name: str) -> Unit:
    """A squad that arrives by card, before it is placed."""
    return Unit(
        side=who,  # type: ignore[arg-type]
        at="#new",
        name=name,
        figures=figures_of(roster.figures),
        specialization=roster.specialization,
    )


def free_id(play: TiPlay, who: str) -> str:
    """The next free id for a squad of a side."""
    letter = who[0]
    taken = [int(x[1:]) for x in play.units if x[:1] == letter and x[1:].isdecimal()]
    return f"{letter}{max(taken, default=0) + 1}"


class _Discarding(Word[Discard]):
    """A face-up card leaves the game."""

    kind = "card"

    def says(self, sc: Scene, who: str, card: Card, op: Discard) -> Say:
        """Whose."""
        return say("Remove a card in the enemy's play area from the game.")

    def times(self, op: Discard) -> int:
        """One question per card."""
        return op.count

    def why_not(
        self, sc: Scene, who: str, op: Discard, run: CardRun | None, kind: Kind, choice: str
    ) -> Iterator[Reason]:
        """The card must be in that play area, and of that deck."""
        owner = who if op.whose == "own" else FOE[who]
        if not any(c.card == choice for c in sc.s.in_play.get(owner, ())):
            yield Reason(CARD, say("There is no such card in that play area."))
        elif op.deck and sc.rules.deck_of(choice) != op.deck:
            yield Reason(CARD, say("{card} does not belong to that deck.", card=sc.rules.card(choice).title))

    def chosen(self, play: TiPlay, run: CardRun, op: Discard, kind: Kind, choice: str) -> None:
        """Remove the card from the game."""
        owner = run.who if op.whose == "own" else FOE[run.who]
        take_from_play(play, owner, next(c for c in play.in_play[owner] if c.card == choice))
        play.tell(Noted(CARD, say("{card} leaves the game.", card=play.rules.card(choice).title)))


WORDS.update(
    {
        Command: _Supplying(),
        Initiative: _Pressing(),
        ExtraActions: _Hurrying(),
        PlaceMarker: Placing(),
        Reinforce: _Arriving(),
        Discard: _Discarding(),
    }
)
