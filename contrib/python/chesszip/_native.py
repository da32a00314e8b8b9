"""The shared library: how it is loaded and called. chesszip.h says what its calls do.

The library is loaded by the first call, so that a process that only imports chesszip can
fork freely. Calls release the GIL. One that takes long is waited for in slices, so that
Ctrl-C is noticed between them.
"""

from __future__ import annotations

import ctypes
import errno
import os
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

from ._errors import ChesszipError, CorruptError, ForkError, QueryError

_SLICE = 50  # milliseconds between two looks for signals

_OK, _WAIT, _END = 0, 1, 2
_NOT_FOUND, _CORRUPT, _QUERY, _INDEX, _VALUE, _CANCELED, _DENIED = range(17, 24)

WANT_MOVES, WANT_UCI, WANT_CLOCKS, WANT_EVALS, WANT_TAGS, WANT_PGN = 1, 2, 4, 8, 16, 32


class GamesOptions(ctypes.Structure):
    """czip_games_options."""

    _fields_ = [
        ("want", ctypes.c_uint32),
        ("shard", ctypes.c_int32),
        ("shards", ctypes.c_int32),
        ("games", ctypes.c_int32),
        ("plies", ctypes.c_int32),
        ("from_", ctypes.c_int64),
        ("to", ctypes.c_int64),
        ("numbers", ctypes.POINTER(ctypes.c_int64)),
        ("count", ctypes.c_int64),
        ("query", ctypes.c_char_p),
    ]


class PositionsOptions(ctypes.Structure):
    """czip_positions_options."""

    _fields_ = [
        ("layout", ctypes.c_int32),
        ("shard", ctypes.c_int32),
        ("shards", ctypes.c_int32),
        ("rows", ctypes.c_int32),
        ("window", ctypes.c_int32),
        ("from_", ctypes.c_int32),
        ("to", ctypes.c_int32),
        ("seed", ctypes.c_uint64),
        ("query", ctypes.c_char_p),
    ]


_HANDLE, _TEXT, _INT = ctypes.c_int64, ctypes.c_char_p, ctypes.c_int32
_TO = ctypes.POINTER(ctypes.c_int64)
_CALLS = {
    "czip_open": (_TEXT, _INT, _TO),
    "czip_info": (_HANDLE, _INT, _TO),
    "czip_games": (_HANDLE, ctypes.POINTER(GamesOptions), _TO),
    "czip_find": (_HANDLE, _TEXT, ctypes.POINTER(GamesOptions), _TO),
    "czip_positions": (_HANDLE, ctypes.POINTER(PositionsOptions), _TO),
    "czip_headers": (_HANDLE, _TEXT, _INT, _INT, _TO),
    "czip_count": (_HANDLE, _TEXT, _TEXT, _TO),
    "czip_explore": (_HANDLE, _TEXT, _TEXT, _TO),
    "czip_wait": (_HANDLE, _INT, _TO),
    "czip_size": (_HANDLE, _INT, _TO),
    "czip_copy": (_HANDLE, _INT, ctypes.c_void_p, ctypes.c_int64),
    "czip_close": (_HANDLE,),
}


class _State:
    """What the process has loaded."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process = 0  # that has begun to load the library, 0 for none
        self.library: Optional[ctypes.CDLL] = None


_state = _State()


def _after_fork() -> None:
    # Another thread may have held the lock, and will never give it back here.
    _state.lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def usable() -> bool:
    """Whether calls can be made: the library is loaded, and by this process."""
    return _state.library is not None and _state.process == os.getpid()


def _library() -> ctypes.CDLL:
    process = os.getpid()
    if _state.process == process and _state.library is not None:
        return _state.library
    if _state.process not in (0, process):
        raise ForkError(
            "chesszip was used before this process was forked, and its threads did not come along: "
            'start processes by multiprocessing.get_context("spawn"), DataLoader(..., '
            'multiprocessing_context="spawn"), or open archives in the children only'
        )
    with _state.lock:
        if _state.library is None:
            _state.process = process
            path = Path(os.environ.get("CHESSZIP_LIBRARY") or Path(__file__).with_name("libchesszip.so"))
            try:
                library = ctypes.CDLL(str(path))
            except OSError as err:
                _state.process = 0
                raise ChesszipError(f"the library of chesszip cannot be loaded: {err}") from err
            for name, arguments in _CALLS.items():
                call = getattr(library, name)
                call.argtypes = (*arguments, ctypes.POINTER(ctypes.c_void_p))
                call.restype = ctypes.c_int32
            library.czip_free.argtypes = (ctypes.c_void_p,)
            library.czip_free.restype = None
            library.czip_version.argtypes = ()
            library.czip_version.restype = ctypes.c_char_p
            _state.library = library
    return _state.library


def version() -> str:
    """Version of the library."""
    return (_library().czip_version() or b"").decode()


def _raise(status: int, text: str) -> None:
    if status == _NOT_FOUND:
        raise FileNotFoundError(errno.ENOENT, text)
    if status == _DENIED:
        raise PermissionError(errno.EACCES, text)
    raise {
        _CORRUPT: CorruptError,
        _QUERY: QueryError,
        _INDEX: IndexError,
        _VALUE: ValueError,
    }.get(status, ChesszipError)(text)


def call(name: str, *arguments: object) -> int:
    """Makes a call, and returns its status, which is no error."""
    library = _library()
    text = ctypes.c_void_p()
    status: int = getattr(library, name)(*arguments, ctypes.byref(text))
    if status <= _END:
        return status
    message = ctypes.string_at(text.value) if text.value else b"no text"
    if text.value:
        library.czip_free(text)
    _raise(status, message.decode("utf-8", "replace"))
    raise AssertionError("not reached")


def close(handle: int) -> None:
    """Closes a handle, unless it is of another process."""
    if handle and usable():
        call("czip_close", handle)


@contextmanager
def task(name: str, *arguments: object) -> Iterator[Callable[[], Optional[int]]]:
    """Starts a task, and gives a function that waits for its next answer, None for no more."""
    handle, value = ctypes.c_int64(), ctypes.c_int64()
    call(name, *arguments, ctypes.byref(handle))

    def answer() -> Optional[int]:
        while True:
            status = call("czip_wait", handle.value, _SLICE, ctypes.byref(value))
            if status == _OK:
                return value.value
            if status == _END:
                return None

    try:
        yield answer
    finally:
        close(handle.value)


class Column(NamedTuple):
    """A column of a batch that is still in the library."""

    place: int
    type: str
    width: int
    size: int


class Batch:
    """A batch that the library holds, until the with statement ends."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self.rows = 0
        self.columns: Dict[str, Column] = {}

    def __enter__(self) -> "Batch":
        try:
            for i, line in enumerate(self._read(-1, self._size(-1)).decode().splitlines()):
                words = line.split(" ")
                if i == 0:
                    self.rows = int(words[1])
                else:
                    self.columns[words[0]] = Column(i - 1, words[1], int(words[2]), int(words[3]))
        except BaseException:
            close(self._handle)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        close(self._handle)

    def _size(self, column: int) -> int:
        size = ctypes.c_int64()
        call("czip_size", self._handle, column, ctypes.byref(size))
        return size.value

    def _read(self, column: int, size: int) -> bytearray:
        data = bytearray(size)
        if size:
            call("czip_copy", self._handle, column, ctypes.byref(ctypes.c_char.from_buffer(data)), size)
        return data

    def copy(self, name: str, address: int) -> None:
        """Copies a column to memory that has room for it."""
        column = self.columns[name]
        if column.size:
            call("czip_copy", self._handle, column.place, address, column.size)

    def bytes(self, name: str) -> bytearray:
        """Returns a column as bytes."""
        column = self.columns[name]
        return self._read(column.place, column.size)

    def numbers(self, name: str) -> List[int]:
        """Returns a column as integers."""
        form = {"<i8": "q", "<i4": "i", "<i2": "h", "<u2": "H", "|i1": "b", "|u1": "B"}[self.columns[name].type]
        return memoryview(self.bytes(name)).cast(form).tolist()

    def spans(self, name: str) -> Iterator[Tuple[int, int]]:
        """Returns where the rows of a column begin and end, by the column of their ends."""
        ends = self.numbers(name)
        return zip([0, *ends], ends)


def text(handle: int) -> str:
    """Returns the text that a task has given."""
    try:
        size = ctypes.c_int64()
        call("czip_size", handle, 0, ctypes.byref(size))
        data = bytearray(size.value)
        if data:
            call("czip_copy", handle, 0, ctypes.byref(ctypes.c_char.from_buffer(data)), len(data))
        return data.decode()
    finally:
        close(handle)
