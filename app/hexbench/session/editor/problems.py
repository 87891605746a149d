"""What is wrong with an open scenario, found while one works on it."""

from __future__ import annotations

from hexbench.session.editor.finding import Finding, in_order
from hexbench.session.editor.scenario import ScenarioDraft

__all__ = ["Finding", "findings"]


def findings(draft: ScenarioDraft, *, slow: bool = False) -> tuple[Finding, ...]:
    """Everything found; ``slow``: also what takes longer than a moment, for an idle hour."""
    return in_order([])
