"""A process of its own for what comes from outside: its time and memory are limited, and if it wants more, it dies instead of us.

It is given a function of a module and plain values, and answers with bytes, or with one sentence that says why not.
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from hexbench.engine.values import Say, say
from hexbench.processes import spawning
from hexbench.store import customs, words
from hexbench.store.database import check_is_save
from hexbench.store.strict import BadFile

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SECONDS = 20
MEMORY = 768 * 2**20
"""Bytes that a worker may use beyond what it starts with."""


class _TooMuch(BadFile):
    """A worker needed more time or memory than any of our files does."""


def confine(seconds: int, memory: int = MEMORY) -> None:
    """Limit this process permanently, if the system can: Windows cannot, and there the waiting process ends it in time."""
    if sys.platform == "win32":
        return
    import resource

    begun = 0
    with contextlib.suppress(OSError, ValueError, IndexError):
        begun = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    for what, most in ((resource.RLIMIT_AS, begun + memory), (resource.RLIMIT_CPU, seconds)):
        with contextlib.suppress(OSError, ValueError):  # a stricter limit of the system stays
            hard = resource.getrlimit(what)[1]
            resource.setrlimit(what, (most if hard < 0 else min(most, hard), hard))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def ask(
    job: Callable[..., bytes], *parts: Any, file: str, seconds: int = SECONDS, memory: int = MEMORY
) -> bytes:
    """What ``job(*parts)`` answers in a process of its own. Raises BadFile: its sentence, or TooMuch.

    ``file`` is the name used in sentences.
    """
    context = spawning()
    near, far = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(far, job, parts, seconds, memory), daemon=True)
    try:
        process.start()
    except OSError as lack:
        near.close()
        raise BadFile(
            say("the system could not start a process to read this file. It was left unchanged."), file
        ) from lack
    finally:
        far.close()
    try:
        # More wall-clock time than processor time is allowed, because the machine may be busy.
        word, answer = near.recv() if near.poll(3 * seconds) else ("", None)
    except (EOFError, OSError):
        word, answer = "", None
    finally:
        near.close()
        if process.is_alive():
            process.join(0.2)
        if process.is_alive():
            process.kill()
        process.join()
        process.close()
    if word == "answer" and isinstance(answer, bytes):
        return answer
    if word == "fault":
        raise BadFile(answer if isinstance(answer, Say) else str(answer), file)
    raise _TooMuch(
        say(
            "reading this file takes more time or memory than any Hexbench file should. "
            "It was left unchanged."
        ),
        file,
    )


def _serve(
    line: Connection, job: Callable[..., bytes], parts: tuple[Any, ...], seconds: int, memory: int
) -> None:
    """The work of the other process."""
    confine(seconds, memory)
    try:
        found = "answer", job(*parts)
    except BadFile as fault:
        found = "fault", fault.because  # type: ignore[assignment]
    except MemoryError:
        return
    except Exception as fault:  # noqa: BLE001 - whoever asked is told
        why = say("this file cannot be read ({name}). It was left unchanged.", name=type(fault).__name__)
        found = "fault", why  # type: ignore[assignment]
    with contextlib.suppress(OSError):
        line.send(found)
    line.close()


# A saved game that comes from elsewhere is first read from end to end by a worker, so that nothing malicious in it reaches us.


def vet(path: Path) -> None:
    """Raise BadFile for a save that needs more time or memory than any game does; damaged ones are not its concern."""
    check_is_save(path)
    with tempfile.TemporaryDirectory(prefix="hexbench-") as folder:
        copy = Path(folder) / "foreign.hexgame"
        try:
            customs.bring(path, copy)
        except OSError as fault:
            raise BadFile(
                say("this file could not be read ({why}).", why=str(fault.strerror)), str(path)
            ) from None
        # The passwords must be given before it is checked; a game that nobody can unlock contains nothing that could reach us.
        ask(_read, str(copy), folder, words.lend(), file=str(path))


def _read(copy: str, refuge: str, keys: dict[str, bytes]) -> bytes:
    """In the worker: everything that opening will do, and also every position as plain values."""
    from hexbench.store.rescue import open_save

    words.borrow(keys)
    try:
        save, contents, _ = open_save(Path(copy), Path(refuge))
    except BadFile:
        return b""  # whoever opens it will say so
    try:
        for node in contents.snapshots:
            found = save.state(node)
            if found is not None:
                msgspec.msgpack.decode(found[1])
    except (BadFile, msgspec.MsgspecError, ValueError, RecursionError):
        return b""
    finally:
        save.close()
    return b"read"
