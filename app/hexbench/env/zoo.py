"""A scenario as a PettingZoo environment (agent environment cycle): a side is an agent, a place in the list of picks an action.

An observation is a dictionary:

- ``observation``: (hexes, 6) numbers of the counters this side sees in each hex: its own, the other's, strength as printed
  of both, how many of the other's are face down, and whether a unit of the action at hand stands there;
- ``picks``: (places, 4) numbers of what each place means: its kind (:data:`hexbench.env.picks.KINDS`), its verb in
  ``env.verbs``, the hex of its unit and the hex it leads to, both in ``env.hexes``; -1 where there is none;
- ``action_mask``: (places,) ones where something can be picked; all zeros for whoever is not asked.

The same seed and the same picks give the same game.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from hexbench.engine.seat import Seat
from hexbench.env.picks import KINDS, Pick, Picking, check_places, load

PLACES = 256
MOST = 20_000
"""Actions after which a game is cut off."""
_CHANNELS = 6
FAR = float(np.float32(1e6))


def _check_word(name: str, word: object, there: tuple[object, ...]) -> None:
    """Raise ValueError for a word that is none."""
    if word not in there:
        raise ValueError(f"There is no {name} {word!r}; there are {', '.join(map(repr, there))}.")


class HexbenchEnv(AECEnv):  # type: ignore[misc]  # their library carries no types
    """One scenario; ValueError for a word or a number that may not be. ``reward`` ``"win"``: 1, -1 and 0 for nobody; ``"score"``: by how much a side leads in the end.

    Rewards come with the end of the game. ``places``: how long a list of picks is at most; ``most``: actions, not picks,
    after which it is cut off; ``catalogue``: where scenarios are looked for (None: what this installation has).
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "hexbench_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        scenario: str,
        *,
        places: int = PLACES,
        most: int = MOST,
        reward: Literal["win", "score"] = "win",
        catalogue: Any = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_places(places)
        _check_word("reward", reward, ("win", "score"))
        _check_word("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        self.scenario, self.places, self.most, self.reward = scenario, places, most, reward
        self.render_mode = render_mode
        self._loaded = load(scenario, catalogue)
        self.rules = self._loaded.rules
        self._state = self._loaded.begin(0).state
        self.hexes: tuple[str, ...] = tuple(self.rules.atlas.labels)
        self.verbs: tuple[str, ...] = tuple(self.rules.verbs)
        self._hex = {at: i for i, at in enumerate(self.hexes)}
        self._verb = {verb: i for i, verb in enumerate(self.verbs)}
        self.possible_agents = list(self.rules.sides)
        self.agents = list(self.possible_agents)
        top = max(len(KINDS), len(self.verbs), len(self.hexes))
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-FAR, FAR, (len(self.hexes), _CHANNELS), np.float32),
                "picks": spaces.Box(-1, top, (places, 4), np.int32),
                "action_mask": spaces.Box(0, 1, (places,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        # each agent has a space of its own: sampling from one must not move the other's chance
        self.action_spaces = {side: spaces.Discrete(places) for side in self.possible_agents}
        self._picking: Picking | None = None
        self.actions_done = 0

    # ---- PettingZoo's own questions
    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for both sides."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """A place in the list of picks."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; without a seed the game has the dice of seed 0."""
        self._state = self._loaded.begin(0 if seed is None else int(seed)).state
        self.actions_done = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        """What a side sees."""
        asked = agent == self.agent_selection and not self._over
        picking = self._picking if asked else None
        seat = self.rules.seat(self._state, agent) if picking is None else picking.seat
        picks = np.full((self.places, 4), -1, np.int32)
        mask = np.zeros(self.places, np.int8)
        if picking is not None:
            for n, pick in enumerate(picking.picks):
                picks[n] = self._meant(seat, pick)
            mask[: len(picking.picks)] = 1
        return {"observation": self._grid(seat, agent, picking), "picks": picks, "action_mask": mask}

    def step(self, action: int) -> None:
        """Pick a place; an empty one follows the default, as PettingZoo's own players may pick anything."""
        side = self.agent_selection
        if self.terminations[side] or self.truncations[side]:
            self._was_dead_step(action)
            return
        assert self._picking is not None
        self._cumulative_rewards[side] = 0.0
        self._clear_rewards()
        n = int(action)
        found = self._picking.take(n if 0 <= n < len(self._picking.picks) else 0)
        if isinstance(found, Picking):
            self._picking = found
        else:
            seat = self._picking.seat
            settled = self.rules.verbs[found.verb].settle(seat, seat.step, found)
            self._state = self.rules.apply(self._state, settled, trusted=True).state
            self.actions_done += 1
            self._ask()
        self._accumulate_rewards()
        if self.render_mode == "ansi":
            self.render()

    def render(self) -> str:
        """Who is asked, and what."""
        seat = self.rules.seat(self._state, self.agent_selection)
        return f"{self.actions_done}: {self.agent_selection}: {seat.prompt.say}"

    def close(self) -> None:
        """Nothing is open."""

    def tell(self) -> list[str]:
        """What each place means, in words."""
        return [] if self._picking is None else [str(pick) for pick in self._picking.picks]

    # ---- within
    @property
    def _over(self) -> bool:
        return any(self.terminations.values()) or any(self.truncations.values())

    def _ask(self) -> None:
        """Whoever decides next is asked; or the game is over, or cut off."""
        side = self.rules.decider(self._state)
        self._picking = None
        if side is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = self._results()
        elif self.actions_done >= self.most:
            self.truncations = dict.fromkeys(self.agents, True)
            if self.reward == "score":
                self.rewards = self._results()
        else:
            self._picking = Picking(self.rules.seat(self._state, side), self.places)
        if side is not None:
            self.agent_selection = side
        elif self.actions_done == 0:
            self.agent_selection = self.agents[0]

    def _results(self) -> dict[str, float]:
        verdict = self.rules.verdict(self._state)
        if self.reward == "win":
            return {
                side: 0.0 if verdict.winner is None else 1.0 if verdict.winner == side else -1.0
                for side in self.agents
            }
        score = dict(verdict.score)
        best = {
            side: max((score.get(o, 0) for o in self.agents if o != side), default=0) for side in self.agents
        }
        return {side: float(score.get(side, 0) - best[side]) for side in self.agents}

    def _grid(self, seat: Seat, side: str, picking: Picking | None) -> np.ndarray[Any, Any]:
        grid = np.zeros((len(self.hexes), _CHANNELS), np.float32)
        taken = () if picking is None else picking.subject
        for face, at in seat.faces():
            i = self._hex.get(at)
            if i is None:
                continue
            other = int(face.side != side)
            grid[i, other] += 1
            if face.left.isdigit():
                grid[i, 2 + other] += int(face.left)
            grid[i, 4] += other and face.hidden
            if face.unit in taken:
                grid[i, 5] = 1
        return grid

    def _meant(self, seat: Seat, pick: Pick) -> tuple[int, int, int, int]:
        unit = seat.s.units.get(pick.unit)
        from_hex = self._hex.get(pick.unit if unit is None else unit.at, -1)
        to_hex = -1 if pick.target is None else self._hex.get(pick.target.object, -1)
        return KINDS.index(pick.kind), self._verb.get(pick.verb, -1), from_hex, to_hex
