"""A scenario as an OpenSpiel game: sequential, imperfect information, every die a chance node.

The engine asks for each number it wants (:class:`hexbench.engine.values.NeedDice`), and that question *is* the chance node:
the position stays as it is until the last number is known. What was drawn before the first decision (chits, cards) belongs
to the scenario with its ``seed``, and is no chance node.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from hexbench.engine.values import Action, NeedDice
from hexbench.env.picks import Picking, bare, check_places, load

PLACES = 256
MOST = 20_000
"""Picks and dice after which a game is cut off, with nobody winning."""
FACES = 1000
"""More than any die of any game has, or any cup chits."""

_DEFAULTS: dict[str, Any] = {"scenario": "", "places": PLACES, "most": MOST, "seed": 0}

TYPE = pyspiel.GameType(
    short_name="python_hexbench",
    long_name="Hexbench",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    default_loadable=False,
    provides_factored_observation_string=False,
    parameter_specification=_DEFAULTS,
)


class _Kept:
    """A position. It never changes, so that a copy of a state need not copy it."""

    __slots__ = ("state",)

    def __init__(self, state: Any) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> _Kept:
        return self


class HexbenchGame(pyspiel.Game):  # type: ignore[misc]
    """Parameters: ``scenario`` ("game/name"), ``places`` (how long a list of picks is at most), ``most``, ``seed``."""

    def __init__(self, params: dict[str, Any] | None = None, catalogue: Any = None) -> None:
        wish = {**_DEFAULTS, **(params or {})}
        odd = [name for name in wish if name not in _DEFAULTS]
        if odd:
            raise ValueError(f"There is no parameter {odd[0]!r}; there are {', '.join(_DEFAULTS)}.")
        check_places(int(wish["places"]))
        loaded = load(wish["scenario"], catalogue)
        self.rules = loaded.rules
        if len(self.rules.sides) != 2:
            raise ValueError("OpenSpiel is handed games of two sides only.")
        self.start = bare(loaded.begin(wish["seed"]).state)
        self.places, self.most = int(wish["places"]), int(wish["most"])
        about = pyspiel.GameInfo(
            num_distinct_actions=max(self.places, FACES),
            max_chance_outcomes=FACES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most,
        )
        super().__init__(TYPE, about, wish)

    def __deepcopy__(self, memo: object) -> HexbenchGame:
        return self

    def new_initial_state(self) -> HexbenchState:
        """The first decision of the scenario."""
        return HexbenchState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Observations in words: the counters a side sees."""
        return _Observer()


class _Observer:
    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: HexbenchState, player: int) -> None:
        """Nothing is kept: there is no tensor."""

    def string_from(self, state: HexbenchState, player: int) -> str:
        """The counters."""
        return state.observation_string(player)


class HexbenchState(pyspiel.State):  # type: ignore[misc]
    """A position, with what has been picked and rolled of the action at hand."""

    def __init__(self, game: HexbenchGame) -> None:
        super().__init__(game)
        self.game = game
        self._kept = _Kept(game.start)
        self._picking: Picking | None = None
        self._doing: Action | None = None
        self._dice: tuple[int, ...] = ()
        self._faces = 0
        self._count = 0

    @property
    def position(self) -> Any:
        """The whole position, for whoever may see it."""
        return self._kept.state

    @property
    def picking(self) -> Picking:
        """What can be picked now."""
        if self._picking is None:
            seat = self.game.rules.seat(self.position, self.game.rules.decider(self.position))
            self._picking = Picking(seat, self.game.places)
        return self._picking

    # ---- OpenSpiel's own questions
    def current_player(self) -> int:
        """A side by its place, or chance, or nobody any more."""
        if self._count >= self.game.most:
            return int(pyspiel.PlayerId.TERMINAL)
        if self._faces:
            return int(pyspiel.PlayerId.CHANCE)
        side = self.game.rules.decider(self.position)
        return int(pyspiel.PlayerId.TERMINAL) if side is None else self.game.rules.sides.index(side)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.picking.picks)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every face of the die, or chit of the cup, as likely."""
        return [(face, 1 / self._faces) for face in range(self._faces)]

    def _apply_action(self, action: int) -> None:
        self._count += 1
        if self._faces:
            self._dice = (*self._dice, action + 1)
        else:
            found = self.picking.take(action)
            if isinstance(found, Picking):
                self._picking = found
                return
            seat = self.picking.seat
            self._doing = self.game.rules.verbs[found.verb].settle(seat, seat.step, found)
        assert self._doing is not None
        try:
            out = self.game.rules.apply(self.position, self._doing, self._dice, trusted=True)
        except NeedDice as need:
            self._faces = need.faces
            return
        self._kept, self._picking, self._doing, self._dice, self._faces = _Kept(out.state), None, None, (), 0

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(action + 1)
        return str(self.picking.picks[action])

    def is_terminal(self) -> bool:
        """Whether nobody decides any more, or the game is cut off."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """1 and -1 for winner and loser, 0 while it is played, for a draw, and where it was cut off."""
        rules = self.game.rules
        winner = rules.verdict(self.position).winner if rules.decider(self.position) is None else None
        return [0.0 if winner is None else 1.0 if side == winner else -1.0 for side in rules.sides]

    def observation_string(self, player: int) -> str:
        """The counters a side sees, one a line: place, unit ("?" face down), strength, steps; and what it is asked."""
        seat = self.game.rules.seat(self.position, self.game.rules.sides[player])
        lines = [
            f"{at} {face.side} {'?' if face.hidden else f'{face.unit} {face.left} {face.steps[0]}'}"
            for face, at in seat.faces()
        ]
        return "\n".join([str(seat.prompt.say), *lines])

    def __str__(self) -> str:
        at = self.game.rules.digest(self.position)
        taken = (
            ()
            if self._picking is None
            else (self._picking.verb, *self._picking.subject, str(self._picking.page))
        )
        return " ".join((at, *taken, *map(str, self._dice)))


pyspiel.register_game(TYPE, HexbenchGame)
