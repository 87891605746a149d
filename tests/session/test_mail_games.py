"""Every game that ships goes by mail: letters to and fro on the real maps, and both copies stay the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexbench.engine.opponent import RandomOpponent
from hexbench.session import mail
from hexbench.session.mailing import MailSession, open_desk, open_letter
from hexbench.study.playout import Chance
from tests.saves.make import player_home
from tests.session.same_secrets import fix_secrets

LETTERS = 16


def play_on(session: MailSession, chance: Chance) -> None:
    """Half defaults, half anything, until a letter is due."""
    opponent = RandomOpponent()
    while session.waits is None:
        seat = session.seat()
        action = seat.prompt.default
        if action is None or chance.number(2) == 1:
            action, _ = opponent.choose(seat, chance)
        session.do(action)


@pytest.fixture(autouse=True)
def _same_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_secrets(monkeypatch)


@pytest.mark.parametrize(
    ("game", "scenario", "sides"),
    [
        ("iron_tide", "17_december", ("allied", "german")),
        ("iron_tide", "ten_turn", ("german", "allied")),
        ("tide_of_iron", "lanzerath", None),
        ("tide_of_iron", "noville", None),
    ],
)
def test_a_real_game_goes_to_and_fro(
    game: str, scenario: str, sides: tuple[str, str] | None, tmp_path: Path
) -> None:
    homes = [player_home(tmp_path / name) for name in ("one", "two")]
    first, second = sides or homes[0].game(game).sides
    letters = [tmp_path / f"{n}.hexmail" for n in range(LETTERS + 2)]
    desks = [mail.invite(homes[0], game, scenario, first, letters[0])]
    desks.append(mail.answer(homes[1], letters[0], letters[1]))
    session, _ = open_letter(homes[0], letters[1])
    chance, waited, who = Chance(7), 0, 0
    for n in range(2, LETTERS + 2):
        play_on(session, chance)
        waited += session.pending is not None
        assert session.viewer == session.owner == (first, second)[who]
        session.write(letters[n])
        session.close()
        who = 1 - who
        session, _ = open_letter(homes[who], letters[n])
        if session.is_over:
            break
    session.close()
    copies = [open_desk(home, desk) for home, desk in zip(homes, desks, strict=True)]
    lines = [[n.record.digest for n in copy.history.line() if n.record] for copy in copies]
    shorter = min(map(len, lines))
    assert shorter > 10
    assert lines[0][:shorter] == lines[1][:shorter]
    assert waited > 1
    for copy in copies:
        copy.close()
