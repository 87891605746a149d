"""C.1, S2: the owner builds his squads from the figures of the scenario (TI-SET-09, M-01)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import UnitChanged, UnitRemoved
from hexbench.engine.values import Action, Check, Offer, Reason, Say, Target, say
from hexbench.engine.verb import AnyVerb, Verb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.tide_of_iron import checklist, concealment, names
from hexbench.games.tide_of_iron.acting import DONE, Stage
from hexbench.games.tide_of_iron.pieces import FIGURES, LOST, SLOTS, SQUAD, TRAYS, figures_of

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.pieces import Unit
    from hexbench.games.tide_of_iron.rules import TiRules
    from hexbench.games.tide_of_iron.seat import Position, TiPlay, TiSeat

TOKENS = ("engineer", "anti_tank", "flamethrower", "medic")
"""All specializations."""


def slots(rules: TiRules, side: str, figures: dict[str, int]) -> int:
    """The slots that figures take on a base (M-01)."""
    printed = rules.tables.nations[side].figures
    return sum(printed[kind].slots * n for kind, n in figures.items())


def bases(s: Position, side: str) -> tuple[str, ...]:
    """The squad bases of a side that wait to be placed."""
    return tuple(x for x, u in s.units.items() if u.side == side and u.type == SQUAD and u.at == TRAYS[side])


def no_room(rules: TiRules, unit: Unit, kind: str) -> Iterator[Reason]:
    """Why a figure may not join a squad: room (M-01), or a heavy weapon beside a specialization (TI-SPC-02)."""
    figure = rules.tables.nations[unit.side].figures[kind]
    if slots(rules, unit.side, unit.figures) + figure.slots > SLOTS:
        yield Reason(
            "M-01",
            say("{unit} has no room for {figure}.", unit=rules.title(unit), figure=names.figures({kind: 1})),
        )
    if unit.specialization and figure.heavy_weapon:
        yield Reason(
            "TI-SPC-02",
            say("{unit} is specialized and cannot have a heavy infantry weapon.", unit=rules.title(unit)),
        )


def _base(seat: TiSeat, step: BuildSquads | None, subject: tuple[str, ...]) -> Iterator[Reason]:
    """Why that base cannot be changed now."""
    if len(subject) != 1:
        yield Reason("TI-SET-09", say("Only one squad can be built at a time."))
        return
    unit = seat.s.units.get(subject[0])
    if unit is None:
        yield seat.rules.missing(f"unit {subject[0]}")
    elif not unit.squad:
        yield Reason("TI-SET-09", say("{unit} is not a squad.", unit=seat.rules.title(unit)))
    elif step is not None and unit.side != step.who:
        yield Reason("TI-SET-09", say("{unit} belongs to the other side.", unit=seat.rules.title(unit)))
    elif unit.at != TRAYS[unit.side]:
        yield Reason("TI-SET-09", say("{unit} is not being built.", unit=seat.rules.title(unit)))


class _AtBase(Verb["TiSeat", "BuildSquads", "TiPlay"]):
    """Base of the verbs that change one squad base; ``how`` is a kind of figure or token."""

    subject = "unit"

    def able(self, seat: TiSeat, step: BuildSquads) -> Iterable[str]:
        """The bases it can be used on."""
        return (x for x in bases(seat.s, step.who) if any(self.targets(seat, step, (x,))))

    def targets(self, seat: TiSeat, step: BuildSquads, subject: tuple[str, ...]) -> Iterator[Target]:
        """Every kind it can be used with."""
        if any(_base(seat, step, subject)):
            return
        for how in self.hows or ("",):
            if not any(self.against(seat, seat.s.units[subject[0]], how)):
                yield Target(how=how, rules=("TI-SET-09",))

    def reasons(self, seat: TiSeat, step: BuildSquads | None, action: Action) -> Iterator[Reason]:
        bad = list(_base(seat, step, action.subject))
        yield from bad
        if self.hows and action.how not in self.hows:
            yield Reason("TI-SET-09", say("Choose one of {kinds}.", kinds=names.choices(self.hows)))
        elif not bad:
            yield from self.against(seat, seat.s.units[action.subject[0]], action.how)

    def against(self, seat: TiSeat, unit: Unit, how: str) -> Iterator[Reason]:
        """Why not on this base with this kind."""
        raise TypeError(f"{self.name} does not implement against")


class _AddFigure(_AtBase):
    """A figure from the pool joins a squad."""

    name = "add_to_base"
    label = say("Add a figure")
    help = say("Add a figure from your pool to the squad. A base has four slots.")
    hows = FIGURES

    def against(self, seat: TiSeat, unit: Unit, how: str) -> Iterator[Reason]:
        """None left in the pool, or no room."""
        if not seat.s.pool.get(unit.side, {}).get(how):
            name = seat.rules.tables.nations[unit.side].figures[how].name
            yield Reason("TI-SET-09", say("There is no such figure left: {figure}.", figure=name))
        yield from no_room(seat.rules, unit, how)

    def do(self, play: TiPlay, step: BuildSquads, action: Action) -> None:
        """From the pool to the base."""
        uid = action.subject[0]
        take(play, step.who, action.how, 1)
        figures = play.units[uid].figures
        fill(play, uid, {**figures, action.how: figures.get(action.how, 0) + 1})


class TakeFigure(_AtBase):
    """A figure goes back into the pool."""

    name = "take_from_base"
    label = say("Remove a figure")
    help = say("Return the figure to the pool.")
    hows = FIGURES
    back = True

    def against(self, seat: TiSeat, unit: Unit, how: str) -> Iterator[Reason]:
        """The squad has no such figure."""
        if how not in unit.figures:
            name = seat.rules.tables.nations[unit.side].figures[how].name
            yield Reason(
                "TI-SET-09",
                say("{unit} has no such figure: {figure}.", unit=seat.rules.title(unit), figure=name),
            )

    def do(self, play: TiPlay, step: BuildSquads, action: Action) -> None:
        """From the base to the pool."""
        uid = action.subject[0]
        take(play, step.who, action.how, -1)
        figures = play.units[uid].figures
        fill(play, uid, {**figures, action.how: figures[action.how] - 1})


class Specialize(_AtBase):
    """A specialization token makes the squad engineers, medics and the like."""

    name = "specialize"
    label = say("Specialize")
    help = say("Give the squad a specialization token, which grants it special abilities.")
    hows = TOKENS

    def against(self, seat: TiSeat, unit: Unit, how: str) -> Iterator[Reason]:
        """No token left, already specialized, or a heavy weapon."""
        title = seat.rules.tables.specializations[how].title
        if not seat.s.pool.get(unit.side, {}).get(how):
            yield Reason("TI-SET-09", say("There is no such token left: {token}.", token=title))
        if unit.specialization:
            yield Reason(
                "TI-SPC-01", say("{unit} already has a specialization.", unit=seat.rules.title(unit))
            )
        if unit.heavy_weapon:
            yield Reason(
                "TI-SPC-02",
                say(
                    "{unit} has a heavy infantry weapon and cannot be specialized.",
                    unit=seat.rules.title(unit),
                ),
            )

    def do(self, play: TiPlay, step: BuildSquads, action: Action) -> None:
        """From the pool to the base."""
        take(play, step.who, action.how, 1)
        token(play, action.subject[0], action.how)


class _Unspecialize(_AtBase):
    """The specialization token goes back into the pool."""

    name = "unspecialize"
    label = say("Remove the specialization")
    help = say("Return the token to the pool.")
    back = True

    def against(self, seat: TiSeat, unit: Unit, how: str) -> Iterator[Reason]:
        if not unit.specialization:
            yield Reason("TI-SPC-01", say("{unit} has no specialization.", unit=seat.rules.title(unit)))

    def do(self, play: TiPlay, step: BuildSquads, action: Action) -> None:
        """From the base to the pool."""
        uid = action.subject[0]
        take(play, step.who, play.units[uid].specialization, -1)
        token(play, uid, "")


class _BuildDefault(Press["TiSeat", "BuildSquads", "TiPlay"]):
    """Build all squads as the scenario suggests."""

    name = "build_default"
    label = say("Build the suggested squads")
    help = say("Give every squad the figures and the specialization that the scenario suggests.")
    rule = "TI-SET-09"

    def against(self, seat: TiSeat, step: BuildSquads | None) -> Iterator[Reason]:
        if step is None:
            return
        wanted = suggested(seat.rules, seat.s, step.who)
        if all(_same(seat.s.units[x], *wanted[x]) for x in wanted):
            yield Reason("TI-SET-09", say("The squads are already built as the scenario suggests."))

    def do(self, play: TiPlay, step: BuildSquads, action: Action) -> None:
        """Exchange the differences with the pool."""
        for uid, (figures, special) in suggested(play.rules, play, step.who).items():
            unit = play.units[uid]
            for kind in FIGURES:
                take(play, step.who, kind, figures.get(kind, 0) - unit.figures.get(kind, 0))
            if unit.specialization != special:
                take(play, step.who, unit.specialization, -1)
                take(play, step.who, special, 1)
            if unit.figures != figures:
                fill(play, uid, figures)
            if unit.specialization != special:
                token(play, uid, special)


class _BuildRest(Verb["TiSeat", "BuildSquads", "TiPlay"]):
    """Distribute the rest of the pool to the squads as they are."""

    name = "build_rest"
    label = say("Distribute the rest")
    help = say(
        "Assign every remaining figure to the first squad with room for it. Nothing is removed from a squad."
    )

    def offer(self, seat: TiSeat, step: BuildSquads) -> Offer | None:
        """Offered while a squad has room for a remaining figure."""
        return Offer(self.name) if any(step.left_to_do(seat)) else None

    def targets(self, seat: TiSeat, step: BuildSquads, subject: tuple[str, ...]) -> Iterator[Target]:
        if any(step.left_to_do(seat)):
            yield Target(rules=("TI-SET-09",))

    def reasons(self, seat: TiSeat, step: BuildSquads | None, action: Action) -> Iterator[Reason]:
        """No squad has room for any of them."""
        if step is not None and not any(step.left_to_do(seat)):
            yield Reason("TI-SET-09", say("No squad has room for any of the figures left."))

    def do(self, play: TiPlay, step: BuildSquads, action: Action) -> None:
        """Largest figures first, because they are hardest to fit."""
        rules, printed = play.rules, play.rules.tables.nations[step.who].figures
        for kind in sorted(FIGURES, key=lambda k: -printed[k].slots if k in printed else 0):
            for uid in bases(play, step.who):
                while play.pool.get(step.who, {}).get(kind) and not any(
                    no_room(rules, play.units[uid], kind)
                ):
                    take(play, step.who, kind, 1)
                    figures = play.units[uid].figures
                    fill(play, uid, {**figures, kind: figures.get(kind, 0) + 1})


def _same(unit: Unit, figures: dict[str, int], special: str) -> bool:
    return unit.figures == figures and unit.specialization == special


def suggested(rules: TiRules, s: Position, side: str) -> dict[str, tuple[dict[str, int], str]]:
    """base -> (figures, specialization) of the default build; surplus figures of the pool go to the first bases."""
    units, force = s.units, s.mission.forces[side]
    left = dict(force.pool)
    out: dict[str, tuple[dict[str, int], str]] = {}
    for n, uid in enumerate(bases(s, side)):
        build = force.default_build[n] if n < len(force.default_build) else None
        figures = dict(build.figures) if build else {}
        for kind, number in figures.items():
            left[kind] = left.get(kind, 0) - number
        out[uid] = (figures, build.specialization if build else "")
    printed = rules.tables.nations[side].figures
    for uid, (figures, special) in out.items():
        for kind in FIGURES:
            fits = (SLOTS - slots(rules, units[uid].side, figures)) // printed[kind].slots
            more = min(left.get(kind, 0), fits) if not (special and printed[kind].heavy_weapon) else 0
            if more > 0:
                figures[kind] = figures.get(kind, 0) + more
                left[kind] -= more
        out[uid] = (figures_of(figures), special)
    return out


# ---- what changes ----------------------------------------------------------------------------------------------------
def take(play: TiPlay, side: str, kind: str, n: int) -> None:
    """Take ``n`` figures or tokens of a kind from the pool of a side; a negative ``n`` returns them."""
    if n and kind:
        pool = dict(play.pool.get(side, {}))
        pool[kind] = pool.get(kind, 0) - n
        play.edit("pool")[side] = {key: left for key, left in pool.items() if left}


def fill(play: TiPlay, uid: str, figures: dict[str, int]) -> None:
    """Set the figures on a base."""
    unit = play.put(uid, figures=figures_of(figures))
    words = ", ".join(f"{n} {kind}" for kind, n in unit.figures.items())
    event = UnitChanged(uid, "figures", words or "none")
    if concealment.handle_of(play, uid):
        play.tell_only(unit.side, event)
    else:
        play.tell(event)


def token(play: TiPlay, uid: str, special: str) -> None:
    """Set the specialization of a squad."""
    play.put(uid, specialization=special)
    play.tell(UnitChanged(uid, "specialization", special))


ADD_FIGURE, TAKE_FIGURE = _AddFigure(), TakeFigure()
SPECIALIZE, UNSPECIALIZE = Specialize(), _Unspecialize()
BUILD_DEFAULT, BUILD_REST = _BuildDefault(), _BuildRest()


class BuildSquads(Stage, frozen=True, kw_only=True):
    """Build the squads."""

    phase: ClassVar[str] = "build_squads"
    rule: ClassVar[str] = "TI-SET-09"
    verbs: ClassVar[tuple[AnyVerb, ...]] = (
        ADD_FIGURE,
        SPECIALIZE,
        TAKE_FIGURE,
        UNSPECIALIZE,
        BUILD_DEFAULT,
        BUILD_REST,
        DONE,
    )

    def say(self, seat: TiSeat) -> Say:
        """Whose squads, and how many figures are left."""
        side, n = seat.rules.side_name(self.who), self._left(seat)
        if n == 1:
            return say("{side}: build your squads. One figure is left.", side=side)
        return say("{side}: build your squads. {n} figures are left.", side=side, n=n)

    def _left(self, seat: TiSeat) -> int:
        pool = seat.s.pool.get(self.who, {})
        return sum(pool.get(kind, 0) for kind in FIGURES)

    def left_to_do(self, seat: TiSeat) -> Iterator[Reason]:
        """Figures in the pool that some squad has room for."""
        pool, units = seat.s.pool.get(self.who, {}), seat.s.units
        waiting = bases(seat.s, self.who)
        fit = {
            kind: pool[kind]
            for kind in FIGURES
            if pool.get(kind) and any(not any(no_room(seat.rules, units[x], kind)) for x in waiting)
        }
        if fit:
            left = names.figures(fit)
            yield Reason("TI-SET-09", say("There are still figures to distribute: {figures}.", figures=left))

    def unfinished(self, seat: TiSeat) -> Iterator[Check]:
        """What leaves the game (C-S2)."""
        return checklist.build_left(seat, self)

    def default(self, seat: TiSeat) -> Action | None:
        """The suggested squads; once building has begun, distribute the rest, so that nothing already done is undone."""
        if not any(self.left_to_do(seat)):
            return Action("done")
        squads = [seat.s.units[x] for x in bases(seat.s, self.who)]
        return Action("build_rest" if any(u.figures or u.specialization for u in squads) else "build_default")

    def finish(self, play: TiPlay) -> None:
        """Empty bases and what is left in the pool leave the game (TI-STA-19)."""
        for uid in bases(play, self.who):
            if not play.units[uid].figures:
                play.put(uid, at=LOST, specialization="")
                play.tell(UnitRemoved(uid, LOST))
        play.edit("pool").pop(self.who, None)
        play.pop()
