"""What the README promises: the make targets, the run from nothing, and versions that are pinned to the last one."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.housekeeping import ROOT

TARGETS = (
    "help",
    "setup",
    "play",
    "test",
    "check",
    "rules",
    "rulings",
    "maps",
    "translations",
    "bench",
    "fuzz",
    "strength",
    "screenshots",
    "packages",
)
PIN = re.compile(r"([A-Za-z0-9._-]+)==([0-9][A-Za-z0-9.+!]*)")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def pins() -> dict[str, str]:
    """Read constraints.txt: name to version; a line that is anything else fails."""
    found: dict[str, str] = {}
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            match = PIN.fullmatch(line)
            assert match, f"not a plain pin: {line}"
            found[canonicalize_name(match[1])] = match[2]
    return found


def needed(requirement: Requirement, seen: dict[str, None]) -> None:
    """Collect the names of all that a requirement brings along here."""
    extras = requirement.extras or {""}
    name = canonicalize_name(requirement.name)
    if name in seen:
        return
    seen[name] = None
    for text in importlib.metadata.requires(requirement.name) or ():
        child = Requirement(text)
        if child.marker is None or any(child.marker.evaluate({"extra": extra}) for extra in extras):
            needed(child, seen)


def test_make_says_what_there_is() -> None:
    said = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert tuple(re.findall(r"^  make (\w+) +\S", said, re.MULTILINE)) == TARGETS


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_is_one_make_can_follow(target: str) -> None:
    subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, check=True)


def test_the_run_from_nothing_is_a_sound_script() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", str(script)], check=True)
    text = script.read_text(encoding="utf-8")
    for command in ("make setup", "make check", "make test"):
        assert re.search(rf"^(?:\w+=\w+ )?{command}$", text, re.MULTILINE)


def test_every_dependency_is_pinned_within_its_bounds() -> None:
    pinned = pins()
    for text in (*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]):
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate():
            assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)]), text


def test_what_the_dependencies_bring_along_is_pinned_too() -> None:
    seen: dict[str, None] = {}
    needed(Requirement("hexbench[dev]"), seen)
    assert sorted(set(seen) - set(pins()) - {"hexbench"}) == []


def test_every_dependency_has_a_lower_and_the_product_an_upper_bound() -> None:
    for text in PROJECT["dependencies"]:
        assert {spec.operator for spec in Requirement(text).specifier} == {">=", "<"}, text
    for text in PROJECT["optional-dependencies"]["dev"]:
        assert ">=" in {spec.operator for spec in Requirement(text).specifier}, text
