"""What would be left undone if a step were ended now: fresh units and actions, command, figures and tokens, op fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexbench.engine.checklist import offers_left, units_left
from hexbench.engine.values import Check, Say, say
from hexbench.games.tide_of_iron import names
from hexbench.games.tide_of_iron.pieces import FIGURES, SQUAD, TRAYS

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.actions import Turn
    from hexbench.games.tide_of_iron.activations import FireMove
    from hexbench.games.tide_of_iron.assault import AssaultDraft
    from hexbench.games.tide_of_iron.command import Spend
    from hexbench.games.tide_of_iron.movement import Move
    from hexbench.games.tide_of_iron.opfire import SetOpFire
    from hexbench.games.tide_of_iron.placing import Placing
    from hexbench.games.tide_of_iron.seat import TiSeat
    from hexbench.games.tide_of_iron.setup_build import BuildSquads
    from hexbench.games.tide_of_iron.setup_phase import Deploy, PlaceMarkers
    from hexbench.games.tide_of_iron.status import Transfer

CARDS = {"play_card": "TI-CARD-16", "retry_contact": "TI-CARD-03", "use_card": "TI-ACT-22"}
"""The card verbs, each with the clause that allows it."""


def _offered(seat: TiSeat, *verbs: str) -> tuple[str, ...]:
    """The subjects of the offered verbs among ``verbs``, each once, in the order of the units."""
    able = {x for offer in seat.prompt.offers if offer.verb in verbs for x in offer.subjects}
    return tuple(x for x in seat.s.units if x in able)


def _places(seat: TiSeat, units: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes the units are in, on their own or in a vehicle."""
    s = seat.s
    spots = (s.units[u.inside] if u.inside else u for u in (s.units[x] for x in units))
    return tuple(dict.fromkeys(u.at for u in spots if u.on_map))


def _units(seat: TiSeat, text: Say, rule: str, units: tuple[str, ...]) -> Check:
    return Check("unit", text, rule, units, _places(seat, units))


def _cards(seat: TiSeat) -> Iterator[Check]:
    """Cards that can be used and paid for now."""
    for offer in seat.prompt.offers:
        if offer.verb in CARDS:
            for card in offer.subjects:
                verb = seat.rules.verbs[offer.verb].label
                text = say("{verb}: {card}.", verb=verb, card=seat.rules.card(card).title)
                yield Check("offer", text, CARDS[offer.verb])


# ---- the Action Phase ------------------------------------------------------------------------------------------------
def turn_left(seat: TiSeat, step: Turn) -> Iterator[Check]:
    """TI-SEQ-10: a player who ends the phase is out of it with all his fresh units and loses his remaining actions and turns.

    A unit that can only be fatigued loses nothing, but while the other side is still in the phase a spare action is a tempo.
    """
    acting = {offer.verb for offer in seat.prompt.offers} - {"fatigue", *CARDS}
    able = _offered(seat, *acting)
    one, many = say("{unit} is fresh and may still act."), say("{n} units are fresh and may still act.")
    yield from units_left(seat, able, one, many, "TI-SEQ-06", _places(seat, able))
    yield from _cards(seat)
    if not step.alone:
        text = (
            say("1 action is left in this turn; it is lost along with all later turns of this phase.")
            if step.left == 1
            else say(
                "{n} actions are left in this turn; they are lost along with all later turns of this phase.",
                n=step.left,
            )
        )
        yield Check("point", text, "TI-SEQ-10")


def fire_move_left(seat: TiSeat, step: FireMove) -> Iterator[Check]:
    """TI-ACT-06: the part of Fire and Movement that has not been done."""
    unit = seat.called(step.unit)
    if _offered(seat, "engage"):
        yield _units(
            seat, say("{unit} has not attacked and still may.", unit=unit), "TI-ACT-10", (step.unit,)
        )
    if not step.moved:
        yield _units(seat, say("{unit} has not moved and still may.", unit=unit), "TI-ACT-07", (step.unit,))


def move_left(seat: TiSeat, step: Move) -> Iterator[Check]:
    """TI-MOV-01: a move that has not left its hex. A move that ends short of its full range is assumed to be intended, and a
    unit that is going to assault may well stay where it is.
    """
    from hexbench.games.tide_of_iron.activations import Storm

    storms = len(seat.s.stack) > 1 and isinstance(seat.s.stack[-2], Storm)
    if len(step.path) == 1 and not storms and _offered(seat, "go"):
        unit = seat.called(step.unit)
        text = say("{unit} has not left {hex} and still may.", unit=unit, hex=step.path[0])
        yield _units(seat, text, "TI-ACT-02", (step.unit,))


def assault_left(seat: TiSeat, step: AssaultDraft) -> Iterator[Check]:
    """TI-ACT-16: an assault that is still possible; the MP it has cost are lost either way."""
    from hexbench.games.tide_of_iron.assault_strength import assaultable
    from hexbench.games.tide_of_iron.strength import scene

    hexes = assaultable(scene(seat), step.squad) if step.squad else ()
    if hexes:
        unit = seat.called(step.squad)
        text = say("{unit} may still assault; its action is spent either way.", unit=unit)
        yield Check("unit", text, "TI-ACT-16", (step.squad,), hexes)


# ---- set-up ----------------------------------------------------------------------------------------------------------
def build_left(seat: TiSeat, step: BuildSquads) -> Iterator[Check]:
    """C-S2: figures, tokens and bases that leave the game when the squads are done."""
    if any(step.left_to_do(seat)):
        return
    s, pool = seat.s, seat.s.pool.get(step.who, {})
    waiting = tuple(
        x for x, u in s.units.items() if u.side == step.who and u.type == SQUAD and u.at == TRAYS[step.who]
    )
    figures = {kind: pool[kind] for kind in FIGURES if pool.get(kind)}
    if figures:
        text = say(
            "No squad has room for these figures, so they leave the game: {figures}.",
            figures=names.figures(figures),
        )
        yield Check("unit", text, "C-S2", waiting)
    for kind, n in pool.items():
        if kind in FIGURES or not n:
            continue
        token = names.special(kind)
        text = (
            say("1 specialization token leaves the game: {token}.", token=token)
            if n == 1
            else say("{n} specialization tokens leave the game: {token}.", n=n, token=token)
        )
        yield Check("unit", text, "C-S2", waiting)
    empty = tuple(x for x in waiting if not s.units[x].figures)
    one = say("{unit} has no figures and leaves the game.")
    many = say("{n} squads have no figures and leave the game.")
    yield from units_left(seat, empty, one, many, "TI-STA-19", ())


def markers_left(seat: TiSeat, step: PlaceMarkers) -> Iterator[Check]:
    """C-S3: markers for which no hex has room."""
    if any(step.left_to_do(seat)):
        return
    for kind, n in seat.s.markers_left.get(step.who, {}).items():
        name = names.marker(kind)
        text = (
            say("1 marker stays in the box: {kind}.", kind=name)
            if n == 1
            else say("{n} markers stay in the box: {kind}.", n=n, kind=name)
        )
        yield Check("unit", text, "C-S3")


def placing_left(seat: TiSeat, step: Placing) -> Iterator[Check]:
    """TI-RIF-06, C-S4: units for which no hex is left as the others are placed."""
    left = step.left(seat.s)
    if left and not any(step.left_to_do(seat)):
        one = say("There is no hex left for {unit}, which is lost.")
        many = say("There are no hexes left for {n} units, which are lost.")
        yield from units_left(seat, left, one, many, step.rule, ())


def deploy_left(seat: TiSeat, step: Deploy) -> Iterator[Check]:
    """The same, and squads that the scenario would conceal (M-10)."""
    yield from placing_left(seat, step)
    ours = {x: u for x, u in seat.s.units.items() if u.side == step.who and u.squad and u.on_map}
    more = seat.s.mission.forces[step.who].concealed - sum(u.concealed for u in ours.values())
    open_ = tuple(x for x, u in ours.items() if not u.concealed)
    if more > 0 and open_:
        n = min(more, len(open_))
        text = (
            say("1 more squad may be concealed.") if n == 1 else say("{n} more squads may be concealed.", n=n)
        )
        yield _units(seat, text, "M-10", open_)


# ---- Command and Status Phase ----------------------------------------------------------------------------------------
def command_left(seat: TiSeat, step: Spend) -> Iterator[Check]:
    """TI-CMD-14: unspent command, which is kept."""
    yield from _cards(seat)
    n = seat.s.command.get(step.who, 0)
    if n:
        text = (
            say("1 command token is unspent and is kept for later rounds.")
            if n == 1
            else say("{n} command tokens are unspent and are kept for later rounds.", n=n)
        )
        yield Check("point", text, "TI-CMD-14")


def op_fire_left(seat: TiSeat, step: SetOpFire) -> Iterator[Check]:
    """TI-STA-10: units that could be put in op fire mode, if none of the side is."""
    able = _offered(seat, "set_op_fire")
    if able and not any(u.side == step.who and u.token == "op_fire" for u in seat.s.units.values()):
        one, many = (
            say("{unit} could be put in op fire mode."),
            say("{n} units could be put in op fire mode, but none has been."),
        )
        yield from units_left(seat, able, one, many, step.rule, _places(seat, able))


def transfer_left(seat: TiSeat, step: Transfer) -> Iterator[Check]:
    """TI-STA-13: squads that could give figures to others in their hex."""
    for check in offers_left(seat):
        yield Check(check.kind, check.say, "TI-STA-13", check.units, _places(seat, check.units))


def second_card(seat: TiSeat) -> Iterator[Check]:
    """TI-STA-02: the second card that the first card's + symbol allows."""
    yield Check("offer", say("You may draw one more card."), "TI-STA-02")
