"""A game by mail between two processes, each with a home of its own, through the engine protocol and the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.sizes import sized

ENGINE = [sys.executable, "-m", "hexbench", "engine"]


class Player:
    """One process of the engine, in a home of its own."""

    def __init__(self, side: str, home: Path) -> None:
        self.side, self.home, self.desk = side, home, ""
        self.attacks = 0
        self.process = self._start()

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ENGINE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "HEXBENCH_HOME": str(self.home)},
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def good(self, **request: Any) -> dict[str, Any]:
        found = self.ask(**request)
        assert found["ok"], found
        return found

    def again(self) -> dict[str, Any]:
        """End the process and begin another: everything must be in the files."""
        self.end()
        self.process = self._start()
        return self.good(do="load", file=self.desk)

    def end(self) -> None:
        self.process.communicate('{"do": "quit"}\n', timeout=60)

    def play(self) -> None:
        """Attack where it goes, else give default answers, until a letter is due."""
        for _ in range(400):
            prompt = self.good(do="prompt")["prompt"]
            if prompt.get("default") is None:
                return
            if not self._attack(prompt):
                self.good(do="apply", action=prompt["default"])

    def _attack(self, prompt: dict[str, Any]) -> bool:
        """One more attack, up to two in a phase; False: none is declared."""
        offer = next((one for one in prompt.get("offers", ()) if one["verb"] == "attack"), None)
        if offer is None:
            self.attacks = 0
        elif self.attacks < 2:
            for unit in offer["subjects"]:
                for target in self.good(do="targets", verb="attack", subject=[unit])["targets"]:
                    action = {"verb": "attack", "subject": [unit], "object": target["object"]}
                    if self.ask(do="apply", action=action)["ok"]:
                        self.attacks += 1
                        return True
        return False


@pytest.fixture
def players(tmp_path: Path) -> Iterator[tuple[Player, Player]]:
    both = (Player("german", tmp_path / "one"), Player("allied", tmp_path / "two"))
    yield both
    for player in both:
        player.end()


def turn_of(player: Player) -> str:
    view = player.good(do="view")["view"]
    return str(view.get("turn", 0))


def test_turns_go_to_and_fro_and_nothing_can_be_rolled_again_read_or_changed(
    players: tuple[Player, Player], tmp_path: Path
) -> None:
    german, allied = players
    post = tmp_path / "post"
    post.mkdir()
    invitation, answer = str(post / "0.hexmail"), str(post / "1.hexmail")
    german.desk = german.good(
        do="invite", game="iron_tide", scenario="17_december", side="german", file=invitation
    )["desk"]
    allied.desk = allied.good(do="accept", file=invitation, answer=answer)["desk"]
    now = german.good(do="letter", file=answer)
    number = now["mail"]["letter"]
    turns = {turn_of(german)}
    me, you = german, allied
    waited = tried = 0
    while len(turns) < sized(2, 4):
        me.play()
        state = (me.again() if number % 5 == 0 else me.good(do="load", file=me.desk))["mail"]
        assert state["may_send"], state
        waited += "dice come with the answer" in state["waits"]
        letter = post / f"{number}.hexmail"
        me.good(do="send", file=str(letter))
        assert me.ask(do="undo")["code"] == "stopped"
        if tried < 2:
            tried += 1
            _peek(me, you, letter, post)
        before = Path(you.desk).read_bytes() if Path(you.desk).exists() else b""
        taken = you.ask(do="letter", file=str(letter))
        assert taken["ok"], taken
        if waited == 1 and "dice come" in state["waits"]:
            _roll_again(you, letter, before)
        turns.add(turn_of(you))
        assert you.ask(do="letter", file=str(letter))["sentence"].endswith("comes next.")
        number += 1
        me, you = you, me
        assert number < 600
    assert waited, "dice fell on the way"
    print(f"{number} letters, {waited} of them waited for dice, turns {sorted(turns)}")


def _peek(me: Player, you: Player, letter: Path, post: Path) -> None:
    """Whatever is tried with a letter that is not for one, or on a copy of one's own."""
    assert "wrote yourself" in me.ask(do="letter", file=str(letter))["sentence"]
    for request in ("state", "audit"):
        assert me.ask(do=request)["code"] == "sealed"
    for side in (you.side, "umpire"):
        for request in ("view", "log", "faces", "prompt"):
            assert me.ask(do=request, side=side)["code"] == "sealed"
    assert "stays where it is" in me.ask(do="save", file=str(post / "open.hexgame"))["sentence"]
    assert me.ask(do="apply", action={"verb": "end"}, numbers=[6])["code"] in ("numbers", "refused")
    data = letter.read_bytes()
    broken = post / "broken.hexmail"
    broken.write_bytes(data[:-9] + bytes([data[-9] ^ 4]) + data[-8:])
    assert "altered on its way" in you.ask(do="letter", file=str(broken))["sentence"]


def _roll_again(you: Player, letter: Path, before: bytes) -> None:
    """Who opens a letter again from a kept copy gets the same dice."""
    first = [line["text"] for line in you.good(do="log")["log"]]
    you.end()
    kept = Path(you.desk).read_bytes()
    Path(you.desk).write_bytes(before)
    you.process = you._start()
    you.good(do="letter", file=str(letter))
    assert [line["text"] for line in you.good(do="log")["log"]] == first
    you.end()
    Path(you.desk).write_bytes(kept)
    you.process = you._start()
    you.good(do="load", file=you.desk)
