"""More to be played under the laws than what ships: the campaign with every ruling turned the other way."""

from __future__ import annotations

from hexbench import bootstrap
from tests.laws.case import Case

OTHER = {"die_index": "B", "zoc_gap": "price", "marker_for_all": True, "forest_panzers_oblige": True}


def names() -> tuple[str, ...]:
    """``tigers/campaign+other``."""
    return ("tigers/campaign+other",)


def load(name: str) -> Case:
    """The case of a name."""
    loaded = bootstrap.catalogue().load_scenario("tigers", "campaign", OTHER)
    ids = frozenset(clause.id for clause in loaded.ledger) if loaded.ledger else None
    return Case(name, loaded.rules, loaded.begin, ids, loaded.game.phases)
