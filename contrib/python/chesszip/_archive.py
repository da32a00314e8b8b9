"""Archives."""

from __future__ import annotations

import ctypes
import io
import json
import operator
import os
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, Union, overload
from urllib.parse import urlsplit, urlunsplit

from . import _native
from ._errors import ChesszipError
from ._types import Explored, ExploredMove, Game, GameBatch, Header, Hit, Info, PositionBatch

_ALL = 2**63 - 1
_RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1", 2: "*"}
_KNOWN, _CLOCKS, _EVALS = 1, 2, 4  # bits of the column flags
_GAMES, _PLIES = 1000, 1 << 17  # of a batch that is made into tuples


def _text(data: "Union[bytes, bytearray]") -> str:
    """Text of any encoding: what is not UTF-8 comes as surrogates, which os.fsencode gives back."""
    return data.decode("utf-8", "surrogateescape")


def _asked(what: str, text: Optional[str]) -> bytes:
    """A text as the library takes it, "" for None. A NUL would end it early."""
    if text is None:
        return b""
    if not isinstance(text, str):
        raise TypeError(f"{what} must be str, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError(f"{what} {text!r}: it has a NUL character")
    return text.encode("utf-8", "surrogateescape")


def _shown(name: str) -> str:
    """A name as it is printed: an address without user, password and query."""
    if not name.lower().startswith(("http://", "https://")):
        return name
    parts = urlsplit(name)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _tags(data: "Union[bytes, bytearray]") -> Dict[str, str]:
    words = iter(_text(data).split("\0"))
    return dict(zip(words, words))


def _int32(what: str, n: int) -> int:
    """A number that the library takes with 32 bits, of which ctypes would cut off the rest."""
    if not -(2**31) <= n < 2**31:
        raise ValueError(f"{what} {n}: that is too many")
    return n


def _shards(shard: Optional[Tuple[int, int]]) -> Tuple[int, int]:
    if shard is None:
        return 0, 0
    i, n = shard
    if n < 1 or not 0 <= i < n:
        raise ValueError(f"shard {i} of {n}: want (i, n) with i from 0 to n - 1")
    return i, n


def _known_or_none(values: List[int], none: int) -> List[Optional[int]]:
    return [v if v != none else None for v in values]


class Archive:
    """An open archive of games, lists of positions or training records, or a PGN file.

    Made by chesszip.open; a context manager. Several threads may use one. It can be
    pickled: the copy opens the file again.
    """

    def __init__(self, name: "Union[str, os.PathLike[str]]", threads: int = 0) -> None:
        self.name = os.fsdecode(name)
        if "\0" in self.name:
            raise ValueError(f"{self.name!r}: a name has no NUL character")
        if not 0 <= threads <= 1024:
            raise ValueError(f"threads {threads}: want 0, for all processors, to 1024")
        self.threads = threads
        self._handle = 0
        with _native.task("czip_open", os.fsencode(self.name), threads) as answer:
            self._handle = answer() or 0
        self._info: Optional[Info] = None
        self._games = self._read_info(0).games

    def close(self) -> None:
        """Closes the file. Iterators that have begun go on to their ends."""
        handle, self._handle = self._handle, 0
        _native.close(handle)

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            try:
                self.close()
            except Exception:  # the interpreter may be ending
                pass

    def __reduce__(self) -> Tuple[Any, ...]:
        return Archive, (self.name, self.threads)

    def __repr__(self) -> str:
        return f"<chesszip.Archive {_shown(self.name)!r}, {self._games} games{'' if self._handle else ', closed'}>"

    def _open(self) -> int:
        if not self._handle:
            raise ValueError(f"{_shown(self.name)}: the archive is closed")
        return self._handle

    def _one(self, name: str, *arguments: object) -> int:
        with _native.task(name, self._open(), *arguments) as answer:
            value = answer()
            if value is None:
                raise ChesszipError(f"{_shown(self.name)}: no answer")
            return value

    def _read_info(self, items: int) -> Info:
        return Info(**json.loads(_native.text(self._one("czip_info", items))))

    @property
    def info(self) -> Info:
        """What the file holds. Lines and records are counted when it is first asked for."""
        if self._info is None:
            self._info = self._read_info(1)
        return self._info

    def __len__(self) -> int:
        """The number of games."""
        return self._games

    @overload
    def __getitem__(self, index: int) -> Game: ...

    @overload
    def __getitem__(self, index: slice) -> List[Game]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Game, List[Game]]:
        """Game number index, from 0, or a list of the games of a slice. Negative numbers count
        from the end. For many games use games(start=..., stop=...)."""
        if isinstance(index, slice):
            start, stop, step = index.indices(self._games)
            if step == 1:
                return list(self.games(start=start, stop=stop)) if start < stop else []
            numbers = range(start, stop, step)
            return list(self.select(numbers)) if numbers else []
        number = operator.index(index)
        if number < 0:
            number += self._games
        if not 0 <= number < self._games:
            raise IndexError(f"game {operator.index(index)} of {self._games}")
        for game in self.games(start=number, stop=number + 1):
            return game
        raise IndexError(f"game {number} of {self._games}")

    def __iter__(self) -> Iterator[Game]:
        """All games in their order."""
        return self.games()

    def _options(self, want: int, query: Optional[str], shard: Optional[Tuple[int, int]], games: int, plies: int,
                 start: int = 0, stop: int = _ALL, numbers: Any = None) -> _native.GamesOptions:
        i, n = _shards(shard)
        games = _int32("games", games)
        if start < 0:
            raise ValueError(f"start {start}: want a number of a game, from 0")
        o = _native.GamesOptions(want, i, n, games, plies, start, stop, None, 0, _asked("query", query))
        if numbers is not None:
            o.numbers, o.count = (ctypes.c_int64 * len(numbers))(*numbers), len(numbers)
        return o

    def games(self, query: Optional[str] = None, *, start: int = 0, stop: Optional[int] = None, moves: str = "uci",
              shard: Optional[Tuple[int, int]] = None) -> Iterator[Game]:
        """Games as tuples: those that a query means, or those from number start up to stop.

        moves is "uci", or "uint16" for integers as GameBatch.moves has them. shard=(i, n)
        is part i, from 0, of n parts.
        """
        want = _native.WANT_TAGS | _native.WANT_CLOCKS | _native.WANT_EVALS
        want |= _native.WANT_UCI if _uci(moves) else _native.WANT_MOVES
        stop = _ALL if stop is None else stop
        if query and (start > 0 or stop != _ALL):
            raise ValueError("a query and start or stop: want one of them")
        o = self._options(want, query, shard, _GAMES, _PLIES, start, stop)
        return self._tuples("czip_games", ctypes.byref(o), keep=o)

    def filter(self, query: str, *, moves: str = "uci", shard: Optional[Tuple[int, int]] = None) -> Iterator[Game]:
        """The games that a query means, such as "white:carlsen date:2013- -event:blitz"."""
        return self.games(query, moves=moves, shard=shard)

    def select(self, numbers: Any, *, moves: str = "uci") -> Iterator[Game]:
        """The games of some numbers, in the order asked for."""
        want = _native.WANT_TAGS | _native.WANT_CLOCKS | _native.WANT_EVALS
        want |= _native.WANT_UCI if _uci(moves) else _native.WANT_MOVES
        o = self._options(want, None, None, _GAMES, _PLIES, numbers=list(numbers))
        return self._tuples("czip_games", ctypes.byref(o), keep=o)

    def _tuples(self, name: str, *arguments: object, keep: object) -> Iterator[Game]:
        with _native.task(name, self._open(), *arguments) as answer:
            for batch in _batches(answer):
                yield from batch_tuples(batch)

    def headers(self, query: Optional[str] = None, *, shard: Optional[Tuple[int, int]] = None) -> Iterator[Header]:
        """Tags and lengths of the games that a query means, without decoding their moves."""
        i, n = _shards(shard)
        with _native.task("czip_headers", self._open(), _asked("query", query), i, n) as answer:
            for handle in iter(answer, None):
                with _native.Batch(handle) as b:
                    numbers, plies, tags, spans = b.numbers("number"), b.numbers("plies"), b.bytes("tags"), b.spans("tags_ends")
                for number, count, (low, high) in zip(numbers, plies, spans):
                    yield Header(number, _tags(tags[low:high]), count)

    def count(self, query: Optional[str] = None, *, find: Optional[str] = None) -> int:
        """How many games a query means and, if find is given, have that pattern or FEN."""
        return self._one("czip_count", _asked("find", find), _asked("query", query))

    def find(self, pattern: str, query: Optional[str] = None, *, shard: Optional[Tuple[int, int]] = None) -> Iterator[Hit]:
        """The games that have a pattern on the board, such as 'moves:"1. e4 c5" then Ne5', or the
        position of a FEN; of those only that query means."""
        want = _native.WANT_TAGS | _native.WANT_CLOCKS | _native.WANT_EVALS | _native.WANT_UCI
        o = self._options(want, query, shard, _GAMES, _PLIES)
        with _native.task("czip_find", self._open(), _asked("pattern", pattern), ctypes.byref(o)) as answer:
            for handle in iter(answer, None):
                with _native.Batch(handle) as b:
                    plies, steps, spans = b.numbers("ply"), b.numbers("steps"), b.spans("step_ends")
                    games = list(batch_tuples(b))
                for game, ply, (low, high) in zip(games, plies, spans):
                    yield Hit(game.number, ply, tuple(steps[low:high]), game)

    def explore(self, fen: Optional[str] = None, query: Optional[str] = None) -> Explored:
        """What the games that a query means have made of a position, None for the start."""
        answer = json.loads(_native.text(self._one("czip_explore", _asked("fen", fen), _asked("query", query))))
        answer["moves"] = [ExploredMove(**move) for move in answer["moves"]]
        return Explored(**answer)

    def texts(self, query: Optional[str] = None, *, start: int = 0, stop: Optional[int] = None,
              shard: Optional[Tuple[int, int]] = None) -> Iterator[bytes]:
        """The exact texts of games, PGN, as bytes."""
        o = self._options(_native.WANT_PGN, query, shard, _GAMES, _PLIES, start, _ALL if stop is None else stop)
        with _native.task("czip_games", self._open(), ctypes.byref(o)) as answer:
            for handle in iter(answer, None):
                with _native.Batch(handle) as b:
                    data, spans = b.bytes("text"), b.spans("text_ends")
                for low, high in spans:
                    yield bytes(data[low:high])

    def chess_games(self, query: Optional[str] = None, **options: Any) -> Iterator[Any]:
        """Games as chess.pgn.Game of python-chess, with comments and variations. The options are
        those of texts. python-chess must be installed; it is no part of chesszip, and slow."""
        try:
            import chess.pgn
        except ImportError as err:
            raise ImportError("chess_games needs python-chess: pip install chess") from err

        for text in self.texts(query, **options):
            try:
                pgn = text.decode("utf-8")
            except UnicodeDecodeError:
                pgn = text.decode("latin-1")
            game = chess.pgn.read_game(io.StringIO(pgn))
            if game is not None:
                yield game

    def batches(self, query: Optional[str] = None, *, games: int = 4000, clocks: bool = True, evals: bool = True,
                start: int = 0, stop: Optional[int] = None, shard: Optional[Tuple[int, int]] = None) -> Iterator[GameBatch]:
        """Games as NumPy arrays, at most so many games in each."""
        from ._arrays import game_batch

        want = _native.WANT_MOVES | (_native.WANT_CLOCKS if clocks else 0) | (_native.WANT_EVALS if evals else 0)
        o = self._options(want, query, shard, games, 1 << 22, start, _ALL if stop is None else stop)
        with _native.task("czip_games", self._open(), ctypes.byref(o)) as answer:
            for handle in iter(answer, None):
                with _native.Batch(handle) as b:
                    made = game_batch(b)
                yield made

    def positions(self, query: Optional[str] = None, *, layout: str = "bitboards", rows: int = 16384, window: int = 0, seed: int = 0,
                  start: int = 0, stop: int = 2**31 - 1, shard: Optional[Tuple[int, int]] = None) -> Iterator[PositionBatch]:
        """Positions for training as NumPy arrays, rows of them in each batch but the last.

        They are those of games, with from start up to stop half-moves before them, of
        training records, and of lists of FENs. layout is "bitboards" or "squares". With a
        window each is drawn at random from among so many, in an order that seed chooses.
        shard=(i, n) is part i, from 0, of n parts: of frames, of about 4000 games each.
        """
        from ._arrays import position_batch

        layouts = {"bitboards": 0, "squares": 1}
        if layout not in layouts:
            raise ValueError(f"layout {layout!r}: want bitboards or squares")
        i, n = _shards(shard)
        rows, window, start = _int32("rows", rows), _int32("window", window), _int32("start", start)
        o = _native.PositionsOptions(layouts[layout], i, n, rows, window, start, min(stop, 2**31 - 1), seed % 2**64, _asked("query", query))
        with _native.task("czip_positions", self._open(), ctypes.byref(o)) as answer:
            for handle in iter(answer, None):
                with _native.Batch(handle) as b:
                    made = position_batch(b, layout)
                yield made


def _uci(moves: str) -> bool:
    if moves not in ("uci", "uint16"):
        raise ValueError(f"moves {moves!r}: want uci or uint16")
    return moves == "uci"


def _batches(answer: Callable[[], Optional[int]]) -> Iterator[_native.Batch]:
    for handle in iter(answer, None):
        with _native.Batch(handle) as batch:
            yield batch


def batch_tuples(b: _native.Batch) -> Iterator[Game]:
    """The games of a batch as tuples."""
    columns = zip(
        b.numbers("number"), b.numbers("result"), b.numbers("flags"),
        b.spans("ply_ends"), b.spans("tags_ends"), b.spans("start_ends"),
        b.spans("uci_ends") if "uci" in b.columns else b.spans("ply_ends"),
    )
    tags, start = b.bytes("tags"), b.bytes("start")
    clocks, evals = memoryview(b.bytes("clocks")).cast("q"), memoryview(b.bytes("evals")).cast("h")
    if "uci" in b.columns:
        words: Any = b.bytes("uci").decode("ascii")
    else:
        words = memoryview(b.bytes("moves")).cast("H")
    uci = "uci" in b.columns
    new = Game._make
    for number, result, flags, (low, high), (t0, t1), (s0, s1), (u0, u1) in columns:
        yield new((
            number,
            _tags(tags[t0:t1]),
            words[u0:u1].split() if uci else words[u0:u1].tolist(),
            _RESULTS[result],
            _known_or_none(clocks[low:high].tolist(), -1) if flags & _CLOCKS else None,
            _known_or_none(evals[low:high].tolist(), -32768) if flags & _EVALS else None,
            start[s0:s1].decode("ascii") if s0 < s1 else None,
            flags & _KNOWN != 0,
        ))


def open(name: "Union[str, os.PathLike[str]]", *, threads: int = 0) -> Archive:
    """Opens an archive (.czip) or a PGN file by its path or http(s) address, or a
    database of SCID by the path of its .si4 or .si5 file, which is read into memory.

    threads is how many frames are worked on at once, 0 for as many as there are
    processors. Raises FileNotFoundError, PermissionError, CorruptError or ChesszipError.
    """
    return Archive(name, threads)


def mate_in(score: int) -> Optional[int]:
    """In how many moves White mates by a score beyond 30000, negative where White is mated;
    None for other scores."""
    if score > 30000:
        return 32000 - score
    if score < -30000:
        return -32000 - score
    return None
