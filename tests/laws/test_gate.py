"""The gate of the engine protocol, held in every game that hides anything."""

from __future__ import annotations

import pytest

from hexbench.engine.rules import Rules
from tests.laws.case import load_case, product_names, toys
from tests.laws.gate import Gate
from tests.laws.walk import play_game
from tests.sizes import sized


class Few(Gate):
    """Fewer moments, for a run that is done often."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most


def hiding() -> list[str]:
    """The toys, and of each game that hides something its first scenario; in full size its last as well."""
    found: dict[str, list[str]] = {}
    for name in product_names():
        found.setdefault(name.partition("/")[0], []).append(name)
    ends = [end for names in found.values() for end in dict.fromkeys(sized(names[:1], [names[0], names[-1]]))]
    return [*sorted(toys()), *(n for n in ends if type(load_case(n).rules).hide is not Rules.hide)]


@pytest.mark.parametrize("name", hiding())
def test_what_the_engine_tells_a_side_hangs_on_nothing_it_cannot_see(name: str) -> None:
    # a moment of Iron Tide costs as much as ten of the others, and everything is asked at each, of either side
    play_game(load_case(name), 5, [Few(sized(1 if name.startswith("iron_tide") else 2, 6))], 12)
