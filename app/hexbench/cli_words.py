"""Words of the command line that are numbers, and what it prints to."""

from __future__ import annotations

import argparse
import sys
from io import TextIOWrapper

from hexbench.store.customs import brief

MOST_ACROSS = 8
"""Sheets of a poster side by side, as many as the window offers."""
LARGEST_SEED = 2**62
"""A position holds numbers of 64 bits."""


def print_anything() -> None:
    """Names are in any letters, and a terminal or a file need not have them all: those it has not are written as codes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def count(text: str) -> int:
    """How many: 1 or more. Raises ArgumentTypeError."""
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def across(text: str) -> int:
    """How many sheets side by side. Raises ArgumentTypeError."""
    number = count(text)
    if number > MOST_ACROSS:
        raise argparse.ArgumentTypeError(f"at most {MOST_ACROSS}")
    return number


def seed(text: str) -> int:
    """A number that a position can hold, and those after it for the games that follow. Raises ArgumentTypeError."""
    number = _whole(text)
    if abs(number) > LARGEST_SEED:
        raise argparse.ArgumentTypeError(f"from -{LARGEST_SEED} to {LARGEST_SEED}")
    return number


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{brief(text)}" is not a whole number') from None
