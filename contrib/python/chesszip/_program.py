"""The program that reads archives, beside this file, and calls to it.

It is started by the first call and ends with the process. A request is a line of JSON, an
answer JSON and bytes; program/main.go describes both. A forked process starts one of its
own. The program waits at most 50 ms before it answers, so threads can take turns.
"""

from __future__ import annotations

import atexit
import base64
import errno
import itertools
import json
import os
import select
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from ._errors import ChesszipError, CorruptError, QueryError

_SLICE = 50  # milliseconds that the program may wait for an answer

WANT_MOVES, WANT_UCI, WANT_CLOCKS, WANT_EVALS, WANT_TAGS, WANT_PGN, WANT_TREE = 1, 2, 4, 8, 16, 32, 64

_ERRORS = {"corrupt": CorruptError, "query": QueryError, "index": IndexError, "value": ValueError}
_OS_ERRORS = {
    "notFound": (FileNotFoundError, errno.ENOENT),
    "denied": (PermissionError, errno.EACCES),
    "exists": (FileExistsError, errno.EEXIST),
}


if sys.platform == "linux":
    import fcntl


class Program:
    """A running program."""

    def __init__(self) -> None:
        name, flags = "chesszip-python", 0
        if sys.platform == "win32":  # Ctrl-C would end it, and a window would open
            name, flags = "chesszip-python.exe", subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        path = Path(__file__).with_name(name)
        try:
            self._process = subprocess.Popen([str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, creationflags=flags)
        except OSError as err:
            raise ChesszipError(f"the program of chesszip cannot be started: {err}") from err
        assert self._process.stdin and self._process.stdout
        self._in, self._out = self._process.stdin, self._process.stdout
        if sys.platform == "linux":
            with suppress(OSError):  # a larger pipe is a tenth faster, and users may have few
                fcntl.fcntl(self._out, 1031, 1 << 20)  # F_SETPIPE_SZ, which Python 3.9 does not name
        self._poll = getattr(select, "poll", lambda: None)()
        if self._poll:
            self._poll.register(self._out, select.POLLIN)
        self._lock = threading.Lock()
        self._crowded = False  # another thread waits for the lock
        self._owed = False  # an answer was not read, since Ctrl-C came first
        self._closing: List[int] = []
        self.numbers = itertools.count(1)  # of tasks
        self.alive = True

    def ask(self, **request: Any) -> "Tuple[Dict[str, Any], bytearray]":
        """Sends a request, and returns its answer."""
        self._crowded = self._crowded or self._lock.locked()
        with self._lock:
            return self._ask(request)

    def _ask(self, request: Dict[str, Any]) -> "Tuple[Dict[str, Any], bytearray]":
        if not self.alive:
            raise ChesszipError("the program of chesszip has ended, or this process was forked: begin again")
        if self._owed:
            self._read()
        request["wait"] = 1 if self._crowded else _SLICE
        self._crowded = False
        closing = request["close"] = self._closing[:]
        line = memoryview(json.dumps(request).encode() + b"\n")
        try:
            while line:
                line = line[self._in.write(line) or 0:]
        except BaseException as err:
            self.end()
            if isinstance(err, OSError):
                raise ChesszipError(f"the program of chesszip has ended: {err}") from err
            raise
        self._owed = True
        del self._closing[:len(closing)]
        if self._poll:
            self._poll.poll()  # Ctrl-C comes here
        return self._read()

    def _read(self) -> "Tuple[Dict[str, Any], bytearray]":
        try:
            head = json.loads(self._take(int.from_bytes(self._take(4), "little")))
            data = self._take(head.get("bytes", 0))
        except BaseException:
            self.end()  # what was read in part cannot be read on
            raise
        self._owed = False
        return head, data

    def _take(self, size: int) -> bytearray:
        data = bytearray(size)
        view = memoryview(data)
        while view:
            n = self._out.readinto(view)  # type: ignore[attr-defined]
            if not n:
                raise ChesszipError(f"the program of chesszip has ended, with status {self._process.wait()}")
            view = view[n:]
        return data

    def close(self, number: int) -> None:
        """Closes a task or an archive: now, or if a call is being made, with the next one. The
        garbage collector may call this within a call."""
        self._closing.append(number)
        if self.alive and self._lock.acquire(False):
            try:
                self._ask({"call": ""})
            except ChesszipError:
                pass  # with the program all is closed
            finally:
                self._lock.release()

    def end(self) -> None:
        """Ends the program, and all that it has open."""
        if self.alive:
            self.alive = False
            self._in.close()
            self._out.close()
            try:
                self._process.wait(1)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def leave(self) -> None:
        """Forgets the program of the parent, in a forked process."""
        self.alive = False
        self._process.returncode = 0
        self._in.close()
        self._out.close()


class _State:
    """What the process has started."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.program: Optional[Program] = None


_state = _State()


def _after_fork() -> None:
    _state.lock = threading.Lock()  # another thread may have held it
    if _state.program:
        _state.program.leave()
        _state.program = None


def _at_exit() -> None:
    if _state.program:
        _state.program.end()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
atexit.register(_at_exit)


def current() -> Program:
    """Returns the program of this process, and starts it if there is none."""
    program = _state.program
    if program is None or not program.alive:
        with _state.lock:
            program = _state.program
            if program is None or not program.alive:
                program = _state.program = Program()
    return program


class Answer:
    """An answer of a task: a value, or rows as columns."""

    def __init__(self, head: Dict[str, Any], data: bytearray) -> None:
        self.value: Any = head.get("value")
        self.rows: int = head.get("rows", 0)
        self.columns: "Dict[str, Dict[str, Any]]" = {c["name"]: c for c in head.get("columns", ())}
        self.data = data

    def bytes(self, name: str) -> bytearray:
        """Returns a column as bytes."""
        column = self.columns[name]
        return self.data[column["from"]:column["from"] + column["size"]]

    def numbers(self, name: str) -> List[int]:
        """Returns a column as integers."""
        form = {"<i8": "q", "<i4": "i", "<i2": "h", "<u2": "H", "|i1": "b", "|u1": "B"}[self.columns[name]["type"]]
        return memoryview(self.bytes(name)).cast(form).tolist()

    def spans(self, name: str) -> Iterator[Tuple[int, int]]:
        """Returns where the rows of a column begin and end, by the column of their ends."""
        ends = self.numbers(name)
        return zip([0, *ends], ends)


def _encoded(request: Dict[str, Any]) -> Dict[str, Any]:
    return {k: base64.b64encode(v).decode() if isinstance(v, bytes) else v for k, v in request.items()}


@contextmanager
def task(program: Program, call: str, **request: Any) -> "Iterator[Callable[[], Optional[Answer]]]":
    """Starts a task, and gives a function that waits for its next answer, None for no more.
    Bytes of the request go as base64. The number of a task that opens an archive becomes
    that of the archive, the value of its answer."""
    number = next(program.numbers)
    first = dict(_encoded(request), call=call, task=number)
    done = False

    def answer() -> Optional[Answer]:
        nonlocal first, done
        while not done:
            asked, first = first, {"call": "next", "task": number}
            head, data = program.ask(**asked)
            status = head["status"]
            if status == "ok":
                if head.get("done"):
                    done, head["value"] = True, number
                return Answer(head, data)
            if status == "wait":
                continue
            done = True
            if status in _OS_ERRORS:
                kind, code = _OS_ERRORS[status]
                raise kind(code, head["error"])
            if status != "end":
                raise _ERRORS.get(status, ChesszipError)(head["error"])
        return None

    try:
        yield answer
    finally:
        if not done:
            program.close(number)


def value(program: Program, call: str, **request: Any) -> Any:
    """Returns the value that a task gives."""
    with task(program, call, **request) as answer:
        got = answer()
    if got is None:
        raise ChesszipError(f"{call}: no answer")
    return got.value
