"""Hypothetical attacks, shown in the combat dock like real ones, with choices to change them; and risks to units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.atlas.arcs import points
from hexbench.engine import what_if as change
from hexbench.engine.display import Account, Choice, Clause, Combat, Factor, Legend, Light
from hexbench.engine.results import joined, lit_steps, read_in, route
from hexbench.engine.risk import FAIR, GRAVE, POOR, SAFE, Danger, Risks, best
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.what_if import (
    AttacksInThought,
    Possible,
    Supposed,
    give_up,
    hindrances,
    removal,
    with_units,
)
from hexbench.games.tide_of_iron import active, firing, movement, passage
from hexbench.games.tide_of_iron.acting import present
from hexbench.games.tide_of_iron.assault_strength import MOST_SUPPORTERS, hex_bars, squad_bars
from hexbench.games.tide_of_iron.attack_display import accounts, spreads
from hexbench.games.tide_of_iron.movement import spot
from hexbench.games.tide_of_iron.overlays import where_from as start
from hexbench.games.tide_of_iron.pieces import HANDLE, SIDES
from hexbench.games.tide_of_iron.possible import (
    ASSAULT,
    FIRE,
    REST,
    aim_of,
    aims,
    attacks_on,
    forecast,
    kind_of,
    may_begin,
    real,
    standing,
    storming_squads,
)
from hexbench.games.tide_of_iron.strength import Role, scene

if TYPE_CHECKING:
    from hexbench.atlas.atlas import Link
    from hexbench.games.tide_of_iron.seat import TiSeat


def begin(seat: TiSeat, at: str, units: tuple[str, ...]) -> Supposed | None:
    """An attack on the first known enemy in a hex, by these units or else by the most effective ones."""
    if at not in seat.rules.atlas.index:
        return None
    every = seat.s.units
    mine = [u for u in units if u in every and every[u].on_map and every[u].type != HANDLE]
    here = [u for u in seat.board.units_at(at) if not firing.hidden(every[u])]
    if not here and not mine:
        return None
    side = every[mine[0]].side if mine else next(x for x in SIDES if x != every[here[0]].side)
    foe = next((u for u in here if every[u].side != side), "")
    if not foe:
        return None
    if not mine:
        best = max(attacks_on(seat, side, foe, far=False), key=lambda one: one.worth, default=None)
        return best.what if best is not None else Supposed(side=side, hexes=(at,), target=foe)
    return Supposed(side=side, hexes=(at,), target=foe, units=tuple((u, every[u].at) for u in mine))


def combat(seat: TiSeat, what: Supposed) -> Combat | None:
    """The hypothetical attack with everything the combat dock shows of a real one, and choices to change it."""
    units, index = seat.s.units, seat.rules.atlas.index
    if what.side not in SIDES or not what.hexes or what.hexes[0] not in index:
        return None
    if what.target and what.target not in units:
        return None
    known = ((u, at) for u, at in what.units if u in units and units[u].side == what.side and at in index)
    what = replace(what, units=tuple(known))
    there = standing(seat, what)
    sums: list[Account] = [*_ways(seat, there, what)]
    sums += hindrances(_against(there, what))
    found = forecast(there, what)
    if found is not None:
        ((_, line),) = found.lines
        first, *rest = accounts(there, line, lambda uid: removal(what, uid))
        sums += [first, *_joining(seat, there, what), *rest]
    else:
        sums += _joining(seat, there, what)
    assault = kind_of(what) == ASSAULT
    note = say("Hypothetical: nothing has been declared.")
    if REST in what.switches:
        note = say("Hypothetical, with all units fresh; nothing is declared.")
    title = say("Hypothetical assault on {hex}", hex=what.hexes[0]) if assault else _title(seat, what)
    return Combat(
        key="supposed",
        say=title,
        hexes=what.hexes,
        status="supposed",
        note=note,
        accounts=tuple(sums),
        spreads=spreads(found) if found is not None else (),
        choices=tuple(_choices(seat, there, what)),
    )


def _title(seat: TiSeat, what: Supposed) -> Say:
    if what.target not in seat.s.units:
        return say("Hypothetical attack on {hex}", hex=what.hexes[0])
    name = seat.called(what.target)
    return say("Hypothetical attack on {unit} in {hex}", unit=name, hex=what.hexes[0])


def _against(there: TiSeat, what: Supposed) -> Iterator[Reason]:
    """The rules' reasons against each unit's part in it."""
    sc = scene(there)
    for i, uid in enumerate(u for u in what.names if u in sc.s.units):
        role: Role = "support" if i else "lead"
        if kind_of(what) == ASSAULT:
            if not i:
                yield from hex_bars(sc, what.side, what.hexes[0])
            yield from squad_bars(sc, uid, what.hexes[0], role)
        else:
            yield from firing.bars(sc, uid, aim_of(there, what), role)


def _joining(seat: TiSeat, there: TiSeat, what: Supposed) -> Iterator[Account]:
    sc, taken = scene(there), set(what.names)
    role: Role = "support" if taken else "lead"
    lines = []
    if kind_of(what) == ASSAULT:
        ready = storming_squads(seat, sc, what.side, what.hexes[0], role, far=REST in what.switches)
        found = [(u, at) for u, at in ready if u not in taken]
        if len(taken) > MOST_SUPPORTERS:
            found = []
    else:
        aim = aim_of(there, what)
        found = [
            (uid, unit.at)
            for uid, unit in sc.s.units.items()
            if unit.side == what.side
            and uid not in taken
            and unit.type != HANDLE
            and not any(firing.bars(sc, uid, aim, role))
        ]
    for uid, at in found:
        unit = seat.s.units[uid]
        text = say("{unit} in {hex}", unit=seat.rules.title(unit), hex=unit.at)
        if unit.at != at:
            text = say("{unit} from {start} to {hex}", unit=seat.rules.title(unit), start=unit.at, hex=at)
        hexes = tuple(dict.fromkeys((unit.at, at)))
        add = Choice(say("Add"), Action(change.UNIT, (uid,), at))
        lines.append(Factor(say=text, unit=uid, hexes=hexes, choices=(add,)))
    if lines:
        title = say("Can support at half FPR") if taken else say("Can lead")
        yield Account(say=title, lines=tuple(lines), side=what.side)


def _ways(seat: TiSeat, there: TiSeat, what: Supposed) -> Iterator[Account]:
    """The kinds of attack and the enemies in the hex, with the chosen ones marked."""
    kind, at, sc = kind_of(what), what.hexes[0], scene(there)
    kinds = [
        (key, title, "TI-CF-01") for key, (_, title) in FIRE.items() if what.target or key == "concentrated"
    ]
    if kind == ASSAULT or not any(hex_bars(sc, what.side, at)):
        kinds.append((ASSAULT, say("Assault"), "TI-ASL-10"))
    rules = {"op_fire": "TI-OPF-01", "fire_move": "TI-ACT-11"}
    lines = [
        _way(title, Action(change.SWITCH, (), f"kind={key}"), rules.get(key, rule), on=key == kind)
        for key, title, rule in kinds
    ]
    foes = [
        uid
        for uid in seat.board.units_at(at)
        if seat.s.units[uid].side != what.side and not firing.hidden(seat.s.units[uid])
    ]
    if len(foes) > 1 and kind != ASSAULT:
        lines += [
            _way(
                say("Against {unit}", unit=seat.called(uid)),
                Action(change.TARGET, (), uid, "", what.hexes),
                "TI-ATK-02",
                on=uid == what.target,
            )
            for uid in foes
        ]
    yield Account(say=say("How"), lines=tuple(lines))


def _way(text: Say, action: Action, rule: str, *, on: bool) -> Factor:
    return Factor(
        say=text,
        amount="✓" if on else "",
        clauses=(Clause(Say(""), rule),),
        choices=() if on else (Choice(say("Choose"), action),),
    )


def _choices(seat: TiSeat, there: TiSeat, what: Supposed) -> Iterator[Choice]:
    action = real(seat, what)
    if action is not None and may_begin(seat, what):
        yield Choice(
            say("Make this attack"), action, say("Begin this attack; supporters are added afterwards."), True
        )
    kind, target = kind_of(what), seat.s.units.get(what.target)
    if kind != ASSAULT and (target is None or target.squad):
        now = what.switched("mode", "normal")
        other = "normal" if now == "suppressive" else "suppressive"
        text = say("Make it suppressive") if other == "suppressive" else say("Make it normal")
        yield Choice(
            text,
            Action(change.SWITCH, (), f"mode={other}"),
            say("Switch to the other kind of attack (TI-ATK-08)."),
        )
    rested = REST in what.switches
    text = say("All units as they are") if rested else say("As if all units were fresh")
    yield Choice(
        text,
        Action(change.SWITCH, (), REST),
        say("Later: tokens removed, squads moved up with an Advance."),
        back=rested,
    )
    yield give_up()


class _TiWhatIf(AttacksInThought["TiSeat"]):
    """Hypothetical attacks of Tide of Iron, aimed at units rather than hexes; their value is in figures."""

    def aims(self, seat: TiSeat, side: str, *, far: bool) -> tuple[str, ...]:
        """The known enemies, and the hexes that mortars reach."""
        return aims(seat, side, far=far)

    def attacks_on(self, seat: TiSeat, side: str, aim: str, *, far: bool) -> tuple[Possible, ...]:
        return attacks_on(seat, side, aim, far=far)

    def begin(self, seat: TiSeat, at: str, units: tuple[str, ...]) -> Supposed | None:
        """On the first known enemy in a hex."""
        return begin(seat, at, units)

    def suppose(self, seat: TiSeat, what: Supposed) -> Combat | None:
        return combat(seat, what)


WHAT_IF: Final = _TiWhatIf()


# The risk to a unit of being fired at or assaulted, and the reach of an enemy: see `hexbench.engine.risk`.

FEW, MANY = 0.5, 1.5
"""Expected losses in figures: below the first the risk is small, from the second on it is grave."""


class _TiRisks(Risks["TiSeat"]):
    """Fire at a unit from where the known enemies are, and assaults by squads that move up with an Advance."""

    notes = (
        say("with the other units where they are and every known enemy fresh, its tokens removed"),
        say("without cards and without op fire on the way"),
    )

    legends = (
        Legend(SAFE, say("no known enemy can fire at or assault this hex")),
        Legend(POOR, say("an attack would cost less than half a figure, or the equivalent for a vehicle")),
        Legend(FAIR, say("it would cost about one figure, or the equivalent for a vehicle: likely")),
        Legend(GRAVE, say("it would cost more than that: very likely")),
    )

    def tone(self, found: Danger) -> str:
        """By its expected losses only: firing costs the attacker almost nothing."""
        if found.worth < FEW:
            return POOR
        return GRAVE if found.worth >= MANY else FAIR

    def ends(self, seat: TiSeat, uid: str) -> Iterable[str]:
        """With an Advance, or with the rest of its move."""
        unit = seat.s.units[uid]
        return passage.routes(seat, uid, start(seat, uid)) if _known(seat, uid) and unit.on_map else ()

    def coming(self, seat: TiSeat, uid: str, *, zones: bool) -> Mapping[str, str]:
        """With an Advance; there are no zones of control."""
        if not _known(seat, uid):
            return {}
        extra = movement.leaving(seat.s.units[uid])
        found = passage.routes(seat, uid, active.start_for(seat, "advance", uid))
        return {at: points(cost + extra) for at, cost in found.costs.items()}

    def dangers(self, seat: TiSeat, uid: str, ends: Sequence[str]) -> Iterator[Danger | None]:
        """The most dangerous fire or assault, hex by hex."""
        units = seat.s.units
        if not _known(seat, uid):
            return
        foes = [side for side in SIDES if side != units[uid].side]
        for at in ends:
            there = seat
            if at != units[uid].at:
                moved = replace(units[uid], at=at, shelter="")
                there = with_units(seat, {uid: moved})
            for foe in foes:
                yield best(at, attacks_on(there, foe, uid, far=True))


def _known(seat: TiSeat, uid: str) -> bool:
    unit = seat.s.units[uid]
    return unit.type != HANDLE and present(seat.s, unit)


RISKS: Final = _TiRisks()


# Highlights in the terrain chart and the table of hits while a move or an attack is considered (TI-TER-01).


def weighed(seat: TiSeat, action: Action) -> Mapping[str, tuple[Light, ...]]:
    """The highlighted cells for a legal action: for a move, the costs of the terrain it enters for that kind of unit."""
    lights = read_in(seat, action)
    unit = seat.s.units.get(action.subject[0]) if action.subject else None
    if unit is None or action.object not in seat.rules.atlas.index:
        return lights
    grounds, column = list(seat.rules.tables.terrain), 0 if unit.squad else 1

    def cells(link: Link) -> Iterator[tuple[int, int]]:
        yield grounds.index(link.enters.terrain), column

    way = route(seat, action, spot(scene(seat), action.subject[0]))
    return joined(lights, "terrain", lit_steps(seat, way, cells))
