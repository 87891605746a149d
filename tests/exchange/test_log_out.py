"""Games as logs: stepped through as VASSAL does it, every position of the game comes out of the commands alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from hexbench.exchange.codec import clear, decode, unnested, unzipped
from hexbench.exchange.grid import hex_grid
from hexbench.exchange.log_out import GameLog, Moment, logging
from hexbench.exchange.position_in import read_save
from hexbench.exchange.position_out import Origin, at_once, cell_of
from hexbench.session.opening import begun
from hexbench.study.playout import Chance, make_opponents
from tests.exchange.paint import LIBRARY, Words
from tests.exchange.test_position_out import concealed
from tests.sizes import sized

GAMES = (
    ("iron_tide/17_december", sized(8, 16)),
    ("tigers/24_december", sized(15, 30)),
    ("tide_of_iron/stoumont", sized(20, 40)),
    ("blitzkrieg/bastogne", sized(15, 30)),
    ("trumpets/losheim", sized(15, 30)),
)


@dataclass
class Table:
    """What VASSAL keeps of a game while it steps: counters by name, each with its traits' states and its place."""

    types: dict[str, list[str]] = field(default_factory=dict)
    states: dict[str, list[str]] = field(default_factory=dict)
    place: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)

    def do(self, command: str) -> None:
        if command.startswith("+/"):
            ident, kind, state = decode(command[2:], "/")
            if kind == "stack":
                return
            self.types[ident], self.states[ident] = unnested(kind), unnested(state)
            self._placed(ident)
        elif command.startswith("-/"):
            for kept in (self.types, self.states, self.place):
                del kept[command[2:]]
        elif command.startswith("M/"):
            ident, sheet, x, y, under, old, ox, oy, _, _ = decode(command[2:], "/")
            assert self.place[ident] == (old, int(ox), int(oy))
            self.place[ident] = (sheet, int(x), int(y))
            assert under == "null" or self.place[under] == self.place[ident]
        elif command.startswith("D/"):
            ident, new, was = decode(command[2:], "/")
            assert unnested(was)[:-1] == self.states[ident][:-1], "what it was is what it is"
            self.states[ident] = unnested(new)
            assert len(self.states[ident]) == len(self.types[ident])
            before = self.place[ident]
            self._placed(ident)
            assert self.place[ident] == before
        elif command.startswith("CHAT"):
            self.said.append(command[6:])
        else:
            assert command.startswith("TURN")

    def _placed(self, ident: str) -> None:
        sheet, x, y, *_ = decode(self.states[ident][-1], ";")
        self.place[ident] = (sheet, int(x), int(y))

    def shown(self) -> dict[str, tuple[tuple[str, int, int], str, str]]:
        """Key of a counter -> where it lies, the picture that is up, whose mask is on it."""
        out = {}
        for ident, types in self.types.items():
            key, picture, mask = "", "", ""
            for kind, state in zip(types, self.states[ident], strict=True):
                head, _, rest = kind.partition(";")
                if kind == "mark;hexbench":
                    key = state
                elif head == "emb2":
                    picture = decode(rest, ";")[15].split(",")[int(state) - 1]
                elif head == "piece" and decode(rest, ";")[2]:
                    picture = decode(rest, ";")[2]
                elif head == "obs":
                    mask = state.removesuffix(";")
            assert key not in out, "one counter, one key"
            out[key] = (self.place[ident], picture, mask)
        return out


@cache
def played(name: str, actions: int) -> tuple[Any, Any, list[Any]]:
    """(game, rules, states) of a random game, played once: it is looked at as the umpire and as a side sees it."""
    game, _, scenario = name.partition("/")
    with begun(LIBRARY, game, scenario) as session:
        rules, state, found = session.rules, session.state, [session.state]
        players = make_opponents(session.game, ("random",))
        chance = Chance(3)
        for _ in range(actions):
            side = rules.decider(state)
            if side is None:
                break
            state = rules.apply(state, players[side].choose(rules.seat(state, side), chance)[0]).state
            found.append(state)
        return session.game, rules, found


def log_of(game: Any, rules: Any, states: list[Any], side: str | None, name: str) -> GameLog:
    def moments() -> Iterator[Moment]:
        for n, state in enumerate(states):
            yield Moment(rules.seat(state, side), partial(rules.seat, state), (f"Step {n}.",) if n else ())

    return at_once(logging(game, moments(), Origin(name, name), Words()))


@pytest.mark.parametrize(("name", "actions"), GAMES)
@pytest.mark.parametrize("umpire", [True, False])
def test_stepping_through_gives_every_position_of_the_game(name: str, actions: int, umpire: bool) -> None:
    game, rules, states = played(name, actions)
    side = None if umpire else game.sides[0]
    log = log_of(game, rules, states, side, name)
    written = log.vlog()
    text = clear(unzipped(written, ("savedGame",))["savedGame"])
    whole = decode(text, "\x1b")
    assert len(whole) - whole.index("end_save") - 1 == len(log.steps) == len(states) - 1
    table = Table()
    for part in whole[1 : whole.index("end_save")]:
        if part.startswith("+/"):
            table.do(part)
    grid = hex_grid(rules.atlas.sheet.grid)
    cells = read_save(written).cells
    assert cells is not None
    for n, state in enumerate(states):
        if n:
            for one in decode(whole[whole.index("end_save") + n], "\x1b"):
                assert one.startswith("LOG\t"), "each is logged, and none is done at once"
                table.do(one.removeprefix("LOG\t"))
            assert table.said[-1] == f"Step {n}."
        seat = rules.seat(state, side)
        faces = {face.unit: (face, at) for face, at in seat.faces()}
        shown = table.shown()
        assert {key for key in shown if not key.startswith("#")} == set(faces)
        for uid, (face, at) in faces.items():
            (sheet, x, y), picture, _ = shown[uid]
            if at in grid.raw:
                assert (sheet, (x, y)) == ("Map", grid.centre(at))
            else:
                place = cell_of(x, y, len(cells))
                assert (sheet, cells[-1 if place is None else place]) == ("Boxes", at)
            assert log.module.images[picture] == Words().counter(face)
        assert sum(key.startswith("#marker/") for key in shown) == len(seat.chips())
    assert len(log.module.images) < 40 + 12 * len(states[0].units)


@pytest.mark.parametrize("name", ["iron_tide/17_december", "tide_of_iron/stoumont", "tide_of_iron/noville"])
def test_the_log_of_a_side_holds_nothing_that_it_could_not_see(name: str) -> None:
    """Games in twin worlds: every position is imagined anew behind the back of the side, and no byte changes."""
    game, rules, states = played(name, sized(5, 14))
    for eyes in game.sides:
        twins = [
            rules.imagine(rules.view(state, eyes), eyes, partial(Random(n).randint, 1))
            for n, state in enumerate(states)
        ]
        real = log_of(game, rules, states, eyes, name)
        twin = log_of(game, rules, twins, eyes, name)
        assert real.steps == twin.steps
        assert real.vlog() == twin.vlog()
        assert real.module.vmod() == twin.module.vmod()


def hold_alike(
    game: Any, rules: Any, states: list[Any], eyes: str, name: str, umpires: bytes | None = None
) -> bool:
    """Hold the log of a side against that of a world that looks like it; whether the umpire's (``umpires``, if it has been
    written) tells the two apart.
    """
    twins = [
        rules.imagine(rules.view(state, eyes), eyes, partial(Random(n).randint, 1))
        for n, state in enumerate(states)
    ]
    real, twin = (log_of(game, rules, world, eyes, name) for world in (states, twins))
    assert real.steps == twin.steps
    assert real.vlog() == twin.vlog()
    assert real.module.vmod() == twin.module.vmod()
    umpires = umpires or log_of(game, rules, states, None, name).vlog()
    return umpires != log_of(game, rules, twins, None, name).vlog()


@pytest.mark.rule("tigers", "TG-FUL-02")
def test_the_hidden_dump_is_in_no_log_of_the_germans() -> None:
    name = "tigers/19_december"
    game, rules, states = played(name, 14)
    assert any(state.dump_state == "hidden" for state in states)
    assert hold_alike(game, rules, states, "german", name), "the umpire's log tells where it lies"


@pytest.mark.rule("tide_of_iron", "TI-CNC-01")
def test_concealed_squads_are_in_no_log_of_the_other_side() -> None:
    """Step by step with two of them on either side: which of the squads it is stands in no command."""
    name = "tide_of_iron/noville"
    game, rules, state = concealed(name)
    players, chance = make_opponents(game, ("random",)), Chance(3)
    states = [state]
    for _ in range(10):
        side = rules.decider(state)
        if side is None:
            break
        state = rules.apply(state, players[side].choose(rules.seat(state, side), chance)[0]).state
        states.append(state)
    assert states[-1].handles, "they are still hidden"
    umpires = log_of(game, rules, states, None, name).vlog()
    assert all(hold_alike(game, rules, states, eyes, name, umpires) for eyes in game.sides)


def test_equal_games_give_equal_bytes() -> None:
    game, rules, states = played("tigers/24_december", 20)
    one, other = (log_of(game, rules, states, None, "tigers/24_december") for _ in range(2))
    assert one.vlog() == other.vlog()
