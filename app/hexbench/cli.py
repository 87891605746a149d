"""The command line: what there is to call, and how what comes back is printed. Every error is one sentence."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import msgspec

from hexbench import bootstrap, cli_study, cli_words
from hexbench.engine.values import BadNumbers, NeedDice, say
from hexbench.store import customs
from hexbench.store.customs import SUFFIX
from hexbench.store.strict import BadFile
from hexbench.store.tables import read_own

if TYPE_CHECKING:
    from hexbench.session.library import Library
    from hexbench.study.playout import GameResult

_FILES = (SUFFIX, ".hexmail", ".hexdesk", ".hexpack", ".vsav", ".json")
"""Saved games, letters, players' own copies of games by mail, packs, saved games of VASSAL, scenarios and positions."""

# The desktop starts here too: what only one command needs is imported by that command.


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0 done, 1 something is wrong with what was given, 2 wrong usage."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    cli_words.print_anything()
    words = _with_play(words)
    given = make_parser(window=words[:1] in ([], ["play"])).parse_args(words)
    if given.language:
        os.environ["HEXBENCH_LANGUAGE"] = given.language
    for sentence in bootstrap.FOUND.left_out:
        _say(f"hexbench: {sentence}", sys.stderr)
    try:
        try:
            code: int = _version() if given.version else given.run(given)
        except BadFile as fault:
            _unlock(fault)
            code = given.run(given)
    except (BadFile, NeedDice, BadNumbers) as fault:
        _say(f"hexbench: {fault}", sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our lines has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _with_play(words: list[str]) -> list[str]:
    """``hexbench FILE`` opens a file of ours, as a double click does: nobody has to know that the command is called play."""
    first = 2 if words[:1] == ["--language"] else 0
    if words[first:] and _is_file(words[first]):
        return [*words[:first], "play", *words[first:]]
    return words


def _is_file(name: str) -> bool:
    """Whether a word names a file that the window opens: by its ending, so that one that is missing is told of as a file."""
    return name.lower().endswith(_FILES)


def _unlock(fault: BadFile) -> None:
    """Ask for the passwords of a sealed game without showing what is typed. Raises ``fault``: it is another, or nobody is there to
    enter them.
    """
    import getpass

    from hexbench.store.words import Locked, unlock

    if not isinstance(fault, Locked) or not sys.stdin.isatty():
        raise fault
    _say(f"hexbench: {fault}", sys.stderr)
    words = {side: getpass.getpass(f"Password of {customs.brief(side)}: ") for side in fault.seal.sides}
    unlock(fault.seal, words, fault.file)


def make_parser(window: bool = False) -> argparse.ArgumentParser:
    """All that can be said on the command line, as man page and completion have it; ``window``: the little that opens one."""
    parser = argparse.ArgumentParser(prog="hexbench", description="A workbench for hex-and-counter wargames.")
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    parser.add_argument(
        "--language",
        choices=("system", "en", "de"),
        help="language of the desktop for this run, overriding its settings",
    )
    parser.set_defaults(run=_desktop, game="", tables="")
    made_of: type[argparse.ArgumentParser] = cli_words.Parser
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=made_of)

    play = commands.add_parser("play", help="open a game, a scenario or a saved game in the desktop")
    play.add_argument("game", metavar="GAME[/SCENARIO] or FILE")
    play.add_argument(
        "--tables", default="", metavar="FILE", help="play with your own tables (docs/own-tables.md)"
    )
    play.set_defaults(run=_desktop)
    if window:
        return parser

    engine = commands.add_parser(
        "engine", help="answer requests, one JSON object per line (docs/engine-protocol.md)"
    )
    engine.set_defaults(run=_engine)

    out = commands.add_parser("play-out", help="let opponents play games to the end")
    out.add_argument("scenario", metavar="GAME/SCENARIO")
    out.add_argument(
        "--opponents", default="random", help="one opponent for all sides, or one for each: random,default"
    )
    out.add_argument("--tables", default="", metavar="FILE", help="play with your own tables")
    out.add_argument("--games", type=cli_words.count, default=1, help="number of games to play (default: 1)")
    out.add_argument(
        "--seed",
        type=cli_words.seed,
        default=0,
        help="seed of the first game; each further game uses the next one",
    )
    out.add_argument(
        "--jobs",
        type=cli_words.count,
        default=0,
        help="games to play in parallel, each in its own process (default: one per CPU for 16 games or more)",
    )
    out.add_argument("--cluster", default="", metavar="ADDRESS", help=cli_study.CLUSTER)
    out.add_argument("--check", action="store_true", help="check every law at every step")
    out.set_defaults(run=_play_out)

    check = commands.add_parser(
        "check", help="check scenarios, positions, lessons, maps, tables, rules and saved games"
    )
    check.add_argument(
        "files", metavar="FILE", nargs="*", type=Path, help="all shipped files if none is named"
    )
    check.add_argument("--write-schemas", action="store_true", help="rewrite resources/schema")
    check.set_defaults(run=_check)

    replay = commands.add_parser("replay", help="play a saved game again and compare every action")
    replay.add_argument("file", metavar="FILE", type=Path)
    replay.set_defaults(run=_replay)

    verify = commands.add_parser(
        "verify-dice", help="check every roll of a saved game against its seed and its commitment"
    )
    verify.add_argument("file", metavar="FILE", type=Path)
    verify.add_argument(
        "commitment", nargs="?", default="", help="the commitment as noted down when the game began"
    )
    verify.set_defaults(run=_verify_dice)

    cli_study.add_parser(commands, _study)
    _mail_parser(commands)
    _export_parser(commands)
    _import_parser(commands)
    _pack_parsers(commands)

    sheets = commands.add_parser("map", help="compile maps from the geography or from drawings")
    sheets.add_argument("what", choices=("build", "check", "report"), help="report: print docs/maps.md")
    sheets.add_argument("keys", metavar="KEY", nargs="*", help="all maps if none is named")
    sheets.set_defaults(run=_map)

    rulings = commands.add_parser("rulings", help="print docs/rulings.md: every option of every game")
    rulings.set_defaults(run=_rulings)
    return parser


def _export_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    export = commands.add_parser(
        "export", help="export a game for print or for VASSAL: its map, study sheet, cards, log or module"
    )
    export.add_argument("game", metavar="FILE or GAME/SCENARIO")
    export.add_argument(
        "file",
        metavar="OUT",
        type=Path,
        help=".png or .pdf: the map; .html or .md: the log; .vmod, .vsav or .vlog: for VASSAL",
    )
    export.add_argument("--side", default="", help="the side whose view is exported, or umpire")
    export.add_argument("--sheet", choices=("map", "study", "cards"), default="map", help="contents of a PDF")
    export.add_argument(
        "--paper",
        choices=("A4", "A3", "Letter", "map"),
        default="A4",
        help="paper size of a PDF; map: one sheet as large as the map",
    )
    export.add_argument(
        "--across",
        type=cli_words.across,
        default=1,
        help=f"sheets side by side for a poster; at most {cli_words.MOST_ACROSS}",
    )
    export.add_argument("--scale", type=cli_words.count, default=100, help="scale of a PNG in per cent")
    _force(export)
    export.set_defaults(run=_export)


def _import_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    taken = commands.add_parser("import", help="read a VASSAL saved game as a position (docs/vassal.md)")
    taken.add_argument("save", metavar="FILE", type=Path, help="a .vsav made with a Hexbench module")
    taken.add_argument(
        "out", metavar="OUT", nargs="?", type=Path, help="the position to write (default: next to FILE)"
    )
    taken.add_argument(
        "--onto",
        default="",
        metavar="FILE or GAME/SCENARIO",
        help="the game that provides turn, phase and markers (default: the one it was exported from)",
    )
    _force(taken)
    taken.set_defaults(run=_import)


def _pack_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    pack = commands.add_parser(
        "pack", help="put your own scenarios, maps and tables into one file to pass on (docs/packs.md)"
    )
    pack.add_argument("file", metavar="OUT", type=Path, help="the .hexpack to write")
    pack.add_argument(
        "what", metavar="FILE or GAME/SCENARIO", nargs="+", help="what to include; whatever it needs is added"
    )
    pack.add_argument("--title", default="", help="title of the pack (default: that of its first scenario)")
    pack.add_argument("--author", default="", help="who made it")
    pack.add_argument("--licence", default="", help="the name of the licence, such as CC BY 4.0")
    pack.add_argument("--licence-text", default="", metavar="FILE", help="a text file with the licence")
    pack.add_argument(
        "--pictures",
        action="store_true",
        help="also include the pictures that maps were traced from, if you own them",
    )
    _force(pack)
    pack.set_defaults(run=_pack)
    unpack = commands.add_parser("unpack", help="list the contents of a .hexpack, or take it in")
    unpack.add_argument("file", metavar="FILE", type=Path)
    unpack.add_argument("--take-in", action="store_true", help="add its contents to your own files")
    unpack.add_argument(
        "--replace",
        action="store_true",
        help="replace your files of the same names (default: give the new files other names)",
    )
    unpack.set_defaults(run=_unpack)


def _force(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def _mail_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    mail = commands.add_parser("mail", help="play by mail (docs/play-by-mail.md)")
    what = mail.add_subparsers(title="what", metavar="WHAT", required=True)
    invite = what.add_parser("invite", help="start a game and write the invitation")
    invite.add_argument("scenario", metavar="GAME/SCENARIO")
    invite.add_argument("side", metavar="SIDE", help="the side you play")
    invite.add_argument("file", metavar="FILE", type=Path, help="the invitation to write")
    invite.add_argument("--tables", default="", metavar="FILE", help="play with your own tables")
    _force(invite)
    invite.set_defaults(run=_mail_invite)
    answer = what.add_parser("answer", help="accept an invitation and play the other side")
    answer.add_argument("invitation", metavar="FILE", type=Path)
    answer.add_argument("file", metavar="ANSWER", type=Path, help="the answer to write")
    _force(answer)
    answer.set_defaults(run=_mail_answer)
    opening = what.add_parser("open", help="open a letter you have received")
    opening.add_argument("file", metavar="FILE", type=Path)
    opening.set_defaults(run=_mail_open)
    send = what.add_parser("send", help="write the next letter")
    send.add_argument("game", metavar="GAME", help="the name shown by `mail list`")
    send.add_argument("file", metavar="FILE", type=Path, help="the letter to write")
    send.add_argument("--again", action="store_true", help="write the last letter again")
    _force(send)
    send.set_defaults(run=_mail_send)
    what.add_parser("list", help="list your games by mail").set_defaults(run=_mail_list)


def _version() -> int:
    from hexbench.session.about import versions

    print("\n".join(f"{name} {number}" for name, number in versions()))
    return 0


def _desktop(given: argparse.Namespace) -> int:
    from hexbench.session.library import check_name

    name: str = given.game
    if given.tables and (not name or _is_file(name)):
        raise BadFile(
            "Your own tables can be used with a game, a listed scenario or a listed position; a saved game already contains its tables."
        )
    if name and not _is_file(name):
        library = bootstrap.catalogue()
        if given.tables:
            library = library.with_own(read_own(Path(given.tables)), name.partition("/")[0])
        check_name(library, name)
        game, slash, scenario = name.partition("/")
        library.game(game)
        if slash:
            library.scenario_path(game, scenario)
            if given.tables:
                library.load_scenario(game, scenario)
    if given.tables:
        return bootstrap.desktop((name, given.tables))
    return bootstrap.desktop((name,) if name else ())


def _engine(given: argparse.Namespace) -> int:
    from hexbench.session.wire import serve

    try:
        serve(bootstrap.catalogue(), sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        raise
    except OSError as fault:  # a full disk: what is still in the pipe is lost in any case
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise BadFile(say("the engine had to stop: {why}.", why=str(fault.strerror))) from None
    return 0


def _study(given: argparse.Namespace) -> int:
    for line in given.lines(given):
        _say(line)
    return 0


# ---- playing out -----------------------------------------------------------------------------------------------------
_Job = tuple[str, str, tuple[str, ...], int, bool, str]


def _play_out(given: argparse.Namespace) -> int:
    from hexbench.study.playing import usual_processes
    from hexbench.study.playout import make_opponents

    game, _, scenario = given.scenario.partition("/")
    names = tuple(given.opponents.split(","))
    library = bootstrap.catalogue()
    if not scenario:
        raise BadFile(
            f"Also name a scenario: {', '.join(f'{game}/{info.name}' for info in library.scenarios(game))}."
        )
    try:
        make_opponents(library.game(game), names)
    except ValueError as fault:
        raise BadFile(str(fault)) from None
    if given.tables:
        library = library.with_own(read_own(Path(given.tables)), game)
    loaded = library.load_scenario(game, scenario)
    jobs: list[_Job] = [
        (game, scenario, names, given.seed + i, given.check, given.tables) for i in range(given.games)
    ]
    begun = time.perf_counter()
    processes = given.jobs or usual_processes(given.games)
    if given.cluster:
        results = _report(cli_study.matches_afar(given, loaded, names), given.seed)
    elif processes == 1:
        results = _report(map(_one_game, jobs), given.seed)
    else:
        results = _report(cli_study.in_processes(_one_game, jobs, processes), given.seed)
    seconds = time.perf_counter() - begun
    actions = sum(result.actions for result in results)
    ended = sum(result.ended for result in results)
    breaches = sum(len(result.breaches) for result in results)
    laws = f", {breaches} breaches of laws" if given.check else ""
    print(
        f"{len(results)} games, {ended} ended, {actions / len(results):.1f} actions per game, "
        f"{actions / seconds:.0f} actions/s, {len(results) / seconds:.2f} games/s{laws}"
    )
    return 0 if ended == len(results) and not breaches else 1


def _one_game(job: _Job) -> tuple[GameResult, float]:
    """One game, in whatever process it may be: everything is found again from names."""
    from hexbench.study.playout import Chance, make_opponents, play_out

    game, scenario, names, seed, check, own = job
    library = bootstrap.catalogue()
    loaded = (library.with_own(read_own(Path(own))) if own else library).load_scenario(game, scenario)
    begun = time.perf_counter()
    opponents = make_opponents(loaded.game, names)
    result = play_out(loaded.rules, loaded.begin(seed), opponents, Chance(seed), check=check)
    return result, time.perf_counter() - begun


def _report(results: Iterable[tuple[GameResult, float]], seed: int) -> list[GameResult]:
    out: list[GameResult] = []
    for result, seconds in results:
        verdict = result.verdict
        how = (
            " ".join(x for x in (verdict.winner or "nobody", verdict.level) if x)
            if result.ended
            else "no end"
        )
        score = " ".join(f"{side} {points}" for side, points in verdict.score)
        print(
            f"seed {seed + len(out)}: {result.actions} actions in {seconds:.2f} s, {how}"
            f"{f' ({score})' if score else ''}, {result.digest}",
            flush=True,
        )
        for breach in result.breaches[:20]:
            print(f"  {breach}")
        out.append(result)
    return out


# ---- files -----------------------------------------------------------------------------------------------------------
def _check(given: argparse.Namespace) -> int:
    from hexbench.session.checking import shipped

    library = bootstrap.catalogue()
    if given.write_schemas:
        from hexbench.store.rulings import write_schemas

        ours = [game for key, game in library.games.items() if key not in library.homes]
        for path in write_schemas(library.places.resources, ours):
            _say(f"{path}: written")
    wrong = 0
    for path in given.files or (() if given.write_schemas else shipped(library)):
        try:
            _say(f"{path}: {_checked(library, path)}")
        except BadFile as fault:
            _say(fault)
            wrong += 1
    return 1 if wrong else 0


def _checked(library: Library, path: Path) -> str:
    """What a file is, when all is well with it. Raises BadFile."""
    from hexbench.session.checking import check_file
    from hexbench.store.tables import PALETTE

    if path.name != PALETTE:
        return check_file(library, path)
    from hexbench.ui.look.palette import Palette  # what colours there must be only the desktop knows

    Palette.check(library.places.resources / "palettes", path)
    return "the colours of a game"


def _replay(given: argparse.Namespace) -> int:
    from hexbench.session.checking import replay_file

    _say(f"{given.file}: {replay_file(bootstrap.catalogue(), given.file)}")
    return 0


def _verify_dice(given: argparse.Namespace) -> int:
    from hexbench.session.checking import dice_file

    found = dice_file(bootstrap.catalogue(), given.file, given.commitment)
    for line in found.lines:
        _say(f"{given.file}: {line}")
    return 0 if found.good else 1


def _export(given: argparse.Namespace) -> int:
    from hexbench.session.opening import eyes, opened

    _fresh(given.file, given.force)
    if given.file.suffix.lower() == ".vlog":
        _fresh(given.file.with_name(f"{given.file.stem}-log.vmod"), given.force)
    library = bootstrap.catalogue()
    with opened(library, given.game) as session:
        side = eyes(session, given.side)
        wishes = (given.sheet, given.paper, given.across, given.scale)
        _say(f"{given.file}: {bootstrap.paper(library, session, side, given.file, *wishes)}")
    return 0


def _import(given: argparse.Namespace) -> int:
    """A saved game of VASSAL as a position file; its faults are told, and it is written all the same, to be mended."""
    from hexbench.engine.documents.editing import editing_of
    from hexbench.exchange.position_in import place, read_save
    from hexbench.session.editor.starting import editing_refusal, own_tables_left, position_document
    from hexbench.session.opening import opened
    from hexbench.store import canon

    if given.out is not None and given.out.suffix.lower() != ".json":
        raise BadFile("the name of a position file must end in .json.", str(given.out))
    try:
        saved = read_save(customs.take(given.save))
    except BadFile as fault:
        raise BadFile(fault.reason, str(given.save)) from None
    onto = given.onto or saved.source
    if not onto:
        raise BadFile("it does not say which game it belongs to; name the game with --onto.", str(given.save))
    out = given.out or given.save.with_suffix(".json")
    _fresh(out, given.force)
    library = bootstrap.catalogue()
    with opened(library, onto) as session:
        why = editing_refusal(session) if onto.lower().endswith(SUFFIX) else None
        if why is not None:
            raise BadFile(str(why))
        editing = editing_of(session.game)
        if editing is None:
            raise BadFile(f"{session.game.title} has no position files.")
        if not any(piece.key in session.state.units for piece in saved.found):
            raise BadFile(f"none of its counters belongs to a unit of {session.title}.", str(given.save))
        made = place(saved, session.seat(None), editing)
        about = f"Read from a VASSAL saved game into {session.title}."
        document = {**position_document(session, made.content, "", about), "name": out.stem}
        left = own_tables_left(session)
    canon.write(out, document)
    for note in made.notes if left is None else (left, *made.notes):
        _say(note)
    _say(f"{out}: {made.placed} units placed in {onto}")
    try:
        library.load_file(out)
    except BadFile as fault:
        _say(fault)
        return 1
    return 0


# ---- packs -----------------------------------------------------------------------------------------------------------
def _pack(given: argparse.Namespace) -> int:
    from hexbench.session import packing
    from hexbench.store.packs import LARGEST_LICENCE, is_pack
    from hexbench.store.packs import SUFFIX as PACK
    from hexbench.store.strict import read_text

    if not is_pack(given.file):
        raise BadFile(f"the name of a pack must end in {PACK}.", str(given.file))
    _fresh(given.file, given.force)
    library = bootstrap.catalogue()
    paths = [_named(library, what) for what in given.what]
    text = read_text(Path(given.licence_text), LARGEST_LICENCE) if given.licence_text else ""
    gathered = packing.gather(library, paths, pictures=given.pictures, painter=bootstrap.see_picture)
    title = given.title or packing.title_of(paths[0])
    words = {"title": title, "author": given.author, "licence": given.licence, "text": text}
    packing.pass_on(library, gathered, given.file, **words)
    for name in sorted(gathered.files):
        _say(name)
    n = len(gathered.files)
    _say(f"{given.file}: 1 file" if n == 1 else f"{given.file}: {n} files")
    return 0


def _named(library: Library, what: str) -> Path:
    """A file, or a scenario by its game and name."""
    game, slash, name = what.partition("/")
    if slash and game in library.games and not Path(what).exists():
        return library.scenario_path(game, name)
    return Path(what)


def _unpack(given: argparse.Namespace) -> int:
    from hexbench.session import packing

    library = bootstrap.catalogue()
    found = packing.look(library, given.file, bootstrap.see_picture)
    for line in packing.headings(found):
        _say(line)
    for line in packing.contents(found):
        _say(line)
    if given.take_in:
        for path in packing.take_in(found, "replace" if given.replace else "beside"):
            _say(f"{path}: written")
    return 1 if any(row.state == "refused" for row in found.rows) else 0


# ---- play by mail -----------------------------------------------------------------------------------------------------
def _mail_invite(given: argparse.Namespace) -> int:
    from hexbench.session import mail

    library = bootstrap.catalogue()
    game, slash, scenario = given.scenario.partition("/")
    if given.tables:
        library = library.with_own(read_own(Path(given.tables)), game)
    if not slash:
        raise BadFile(
            f"Also name a scenario: {', '.join(f'{game}/{i.name}' for i in library.scenarios(game))}."
        )
    _fresh(given.file, given.force)
    desk = mail.invite(library, game, scenario, given.side, given.file)
    _say(f"{given.file}: the invitation to game {desk.stem}; send it")
    return 0


def _mail_answer(given: argparse.Namespace) -> int:
    from hexbench.session import mail

    _fresh(given.file, given.force)
    desk = mail.answer(bootstrap.catalogue(), given.invitation, given.file)
    _say(f"{given.file}: the answer to game {desk.stem}; send it back")
    return 0


def _mail_open(given: argparse.Namespace) -> int:
    from hexbench.session.mailing import open_letter

    session, before = open_letter(bootstrap.catalogue(), given.file)
    try:
        for line in session.log():
            if line.node > before:
                _say(line.text)
        _say(f"{session.title}: {session.waits or session.prompt.say}")
    finally:
        session.close()
    return 0


def _mail_send(given: argparse.Namespace) -> int:
    from hexbench.session import mail, mailing
    from hexbench.store.letters import DESK, desks

    _fresh(given.file, given.force)
    library = bootstrap.catalogue()
    folder = mail.folder(library)
    path = next((one for one in desks(folder) if one.name == f"{given.game}{DESK}"), None)
    if path is None:
        names = ", ".join(one.stem for one in desks(folder)) or "none"
        raise BadFile(f'There is no game by mail "{given.game}" here; there are {names}.')
    if given.again:
        number = mailing.last_number(mailing.write_last(path, given.file))
    else:
        session = mailing.open_desk(library, path)
        try:
            session.write(given.file)
            number = session.number - 1
        finally:
            session.close()
    _say(f"{given.file}: letter {number}; send it")
    return 0


def _mail_list(given: argparse.Namespace) -> int:
    from hexbench.session import mail
    from hexbench.store import letters

    wrong = 0
    for path in letters.desks(mail.folder(bootstrap.catalogue())):
        try:
            desk = letters.read_desk(path)
            _say(f"{path.stem}: {desk.header.title}, {desk.me.side}. {mail.standing(desk)}.")
        except BadFile as fault:  # one whose key is lost hides none of the others
            _say(f"{path.stem}: {fault.reason}")
            wrong += 1
    return 1 if wrong else 0


def _rulings(_: argparse.Namespace) -> int:
    from hexbench.store.rulings import rulings_page

    library = bootstrap.catalogue()
    print(rulings_page(library.games.values(), library.rules_text), end="")
    return 0


def _say(text: object, to: TextIO | None = None) -> None:
    """Print for a person: names and titles may come from anybody, and a terminal obeys some characters."""
    print(
        "\n".join(customs.brief(line, max(len(line), 3)) for line in str(text).split("\n")),
        file=to,
        flush=True,
    )


def _fresh(path: Path, force: bool) -> None:
    """Raises BadFile for a file that is there already, unless it may be written over."""
    if not force and os.path.lexists(path):
        raise BadFile("there is already a file with this name; use --force to overwrite it.", str(path))


def _map(given: argparse.Namespace) -> int:
    from hexbench.store import canon, maps

    try:
        from hexbench.mapmaker import make
    except ModuleNotFoundError as lack:
        raise BadFile(
            f"Maps need {lack.name}, which is installed with `pip install 'hexbench[maps]'` (in a checkout: `make setup`)."
        ) from None

    resources = bootstrap.catalogue().places.resources
    recipes = make.map_keys(resources)
    if given.what == "report":
        print(make.maps_page(resources), end="")
        return 0
    wrong = 0
    for key in given.keys or recipes:
        if key not in recipes:
            raise BadFile(f'There is no recipe for a map "{key}"; there are {", ".join(recipes)}.')
        if given.what == "build":
            try:
                sheet = make.write_map(key, resources, canon.write)
            except (ValueError, msgspec.ValidationError) as fault:
                raise BadFile(str(fault)) from None
            print(f"{key}: {len(sheet.cells)} hexes, written to {maps.map_path(resources, key)}")
            continue
        problems = make.check_map(key, resources, canon.dumps)
        for problem in problems or ("sound, and what its recipe makes",):
            print(f"{key}: {problem}")
        wrong += bool(problems)
    return 1 if wrong else 0
