"""The squads being put together, with a button for every figure: at set-up (TI-SET-09), and in the Status Phase (TI-STA-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Bench, Choice, Holding, Workshop
from hexbench.engine.values import Action, Say, say
from hexbench.games.tide_of_iron import names
from hexbench.games.tide_of_iron.pieces import FIGURES, SLOTS
from hexbench.games.tide_of_iron.setup_build import TOKENS, BuildSquads, bases, slots
from hexbench.games.tide_of_iron.status import Transfer, mates

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.seat import TiSeat

KEY: Final = "building"
TITLE: Final = say("Squads")
NOTHING: Final = say(
    "Squads are put together before the first round; figures change squads in the Status Phase."
)


def workshop(seat: TiSeat) -> Workshop:
    """Empty while no squads are worked at. The other side's buttons are not shown."""
    step = seat.step
    if isinstance(step, BuildSquads):
        return _building(seat, step)
    if isinstance(step, Transfer):
        return _transfers(seat, step)
    return Workshop(key=KEY, title=TITLE, nothing=NOTHING)


def _kinds(seat: TiSeat, side: str) -> dict[str, str]:
    """kind -> its name, of the figures a side has at all."""
    printed = seat.rules.tables.nations[side].figures
    return {kind: printed[kind].name for kind in FIGURES}


def _able(seat: TiSeat, verb: str, uid: str) -> set[str]:
    """The kinds with which a verb is offered at a base."""
    offer = next((o for o in seat.prompt.offers if o.verb == verb), None) if seat.decides else None
    return (
        {t.how for t in seat.targets(verb, (uid,))} if offer is not None and uid in offer.subjects else set()
    )


# ---- at set-up -------------------------------------------------------------------------------------------------------
def _building(seat: TiSeat, step: BuildSquads) -> Workshop:
    """TI-SET-09: the bases with what stands on them, what is left to put on, and every figure to add or take away."""
    kinds = _kinds(seat, step.who)
    left = seat.s.pool.get(step.who, {})
    rows = [_base(seat, step, uid, kinds) for uid in bases(seat.s, step.who)]
    pool = tuple(Holding(text=str(left.get(kind, 0))) for kind in kinds)
    tokens = ", ".join(
        f"{left[key]} {seat.rules.tables.specializations[key].title.lower()}"
        for key in TOKENS
        if left.get(key)
    )
    rows.append(Bench(say=say("Left in the pool"), cells=(*pool, Holding(text=tokens), Holding())))
    return Workshop(
        key=KEY,
        title=TITLE,
        columns=(*kinds.values(), "Token", "Free slots"),
        rows=tuple(rows),
        note=say("Four slots to a base; a crew-served weapon takes two and goes with no token."),
        rule=step.rule,
    )


def _base(seat: TiSeat, step: BuildSquads, uid: str, kinds: dict[str, str]) -> Bench:
    unit = seat.s.units[uid]
    name = seat.rules.title(unit)
    more, less = _able(seat, "add_to_base", uid), _able(seat, "take_from_base", uid)
    cells = []
    for kind in kinds:
        figure = names.figures({kind: 1})
        add = Choice(
            say("Add"),
            Action("add_to_base", (uid,), how=kind),
            say("{name}: add {figure}", name=name, figure=figure),
        )
        take = Choice(
            say("Take away"),
            Action("take_from_base", (uid,), how=kind),
            say("{name}: take away {figure}", name=name, figure=figure),
            back=True,
        )
        cells.append(
            Holding(
                text=str(unit.figures.get(kind, "")),
                less=take if kind in less else None,
                more=add if kind in more else None,
            )
        )
    free = SLOTS - slots(seat.rules, step.who, unit.figures)
    token = seat.rules.tables.specializations[unit.specialization].title if unit.specialization else ""
    return Bench(
        say=name,
        unit=uid,
        cells=(*cells, Holding(text=token), Holding(text=str(free))),
        choices=tuple(_tokens(seat, uid)),
    )


def _tokens(seat: TiSeat, uid: str) -> Iterator[Choice]:
    """A token for a squad, or the one it has back."""
    name = seat.rules.title(seat.s.units[uid])
    for key in TOKENS:
        if key in _able(seat, "specialize", uid):
            title = seat.rules.tables.specializations[key].title
            help_ = say("{name}: {token}", name=name, token=title)
            yield Choice(say("{token}", token=title), Action("specialize", (uid,), how=key), help_)
    if _able(seat, "unspecialize", uid):
        help_ = say("{name}: no token", name=name)
        yield Choice(say("No token"), Action("unspecialize", (uid,)), help_, back=True)


# ---- in the Status Phase ---------------------------------------------------------------------------------------------
def _transfers(seat: TiSeat, step: Transfer) -> Workshop:
    """TI-STA-13: the squads that stand together, and every figure that can go from one to the other."""
    s, kinds = seat.s, _kinds(seat, step.who)
    rows = []
    for uid, unit in s.units.items():
        if unit.side != step.who or not unit.on_map or not unit.squad or not mates(s, seat.board, uid):
            continue
        held = tuple(Holding(text=str(unit.figures.get(kind, ""))) for kind in kinds)
        title = say("{unit} in {hex}", unit=seat.rules.title(unit), hex=unit.at)
        rows.append(Bench(say=title, unit=uid, cells=held, choices=tuple(_gifts(seat, uid))))
    return Workshop(
        key=KEY,
        title=TITLE,
        columns=tuple(kinds.values()),
        rows=tuple(rows),
        note=say("Figures may change squads within a hex."),
        nothing=say("No two squads stand together."),
        rule=step.rule,
    )


def _gifts(seat: TiSeat, uid: str) -> Iterator[Choice]:
    """Every figure it can give, and to whom."""
    offer = next((o for o in seat.prompt.offers if o.verb == "transfer"), None) if seat.decides else None
    if offer is None or uid not in offer.subjects:
        return
    giver = seat.rules.title(seat.s.units[uid])
    for target in seat.targets("transfer", (uid,)):
        figure, taker = names.figures({target.how: 1}), seat.rules.title(seat.s.units[target.object])
        text: Say = say("Give {figure} to {taker}", figure=figure, taker=taker)
        help_ = say("{giver} gives {figure} to {taker}", giver=giver, figure=figure, taker=taker)
        yield Choice(text, Action("transfer", (uid,), target.object, target.how), help_)
