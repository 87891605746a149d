"""Toy games that prove the contract: a sixth game is one folder plus data, with no change anywhere else."""

from hexbench.engine.values import say

WITHOUT = {
    key: say("A toy has none of it.")
    for key in (
        "umpire",
        "what_if",
        "risks",
        "reach",
        "route",
        "zones",
        "threat",
        "front",
        "supply",
        "weighed",
        "headline",
        "results",
        "compose",
        "editing",
        "calculator",
        "opponent",
    )
}
"""What the toys do not have."""
