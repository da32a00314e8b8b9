"""Archives."""

from __future__ import annotations

import io
import json
import operator
import os
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union, overload
from urllib.parse import urlsplit, urlunsplit

from . import _program
from ._types import AnnotatedGame, Explored, ExploredMove, Game, GameBatch, Header, Hit, Info, Move, PositionBatch, Written

if TYPE_CHECKING:
    import pandas
    import pyarrow

Name = Union[str, "os.PathLike[str]"]

_ALL = 2**63 - 1
_RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1", 2: "*"}
_KNOWN, _CLOCKS, _EVALS = 1, 2, 4  # bits of the column flags
_GAMES, _PLIES = 1000, 1 << 17  # of a batch that is made into tuples

COLUMNS = ("Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "ECO", "TimeControl")


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

    def __init__(self, name: Name, threads: int = 0) -> None:
        self.name = os.fsdecode(name)
        if "\0" in self.name:
            raise ValueError(f"{self.name!r}: a name has no NUL character")
        if not 0 <= threads <= 1024:
            raise ValueError(f"threads {threads}: want 0, for all processors, to 1024")
        self.threads = threads
        self._number = 0  # of the archive in the program, 0 if it is closed
        self._connect(_program.current())

    def _connect(self, program: _program.Program) -> None:
        self._number = _program.value(program, "open", name=os.fsencode(self.name), threads=self.threads)
        self._program = program
        self._info: Optional[Info] = None
        self._games: int = _program.value(program, "info", archive=self._number)["games"]

    def close(self) -> None:
        """Closes the file. Iterators that have begun go on to their ends."""
        number, self._number = self._number, 0
        if number:
            self._program.close(number)

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_number", 0):
            try:
                self.close()
            except Exception:  # the interpreter may be ending
                pass

    def __reduce__(self) -> Tuple[Any, ...]:
        return Archive, (self.name, self.threads)

    def __repr__(self) -> str:
        return f"<chesszip.Archive {_shown(self.name)!r}, {self._games} games{'' if self._number else ', closed'}>"

    def _open(self) -> _program.Program:
        """The program that has the archive open. A new one, as in a forked process, opens it."""
        if not self._number:
            raise ValueError(f"{_shown(self.name)}: the archive is closed")
        program = _program.current()
        if program is not self._program:
            self._connect(program)
        return program

    def _value(self, call: str, **request: Any) -> Any:
        return _program.value(self._open(), call, archive=self._number, **request)

    def _answers(self, call: str, **request: Any) -> Iterator[_program.Answer]:
        with _program.task(self._open(), call, archive=self._number, **request) as answer:
            yield from iter(answer, None)

    @property
    def info(self) -> Info:
        """What the file holds. Lines and records are counted when it is first asked for."""
        if self._info is None:
            self._info = Info(**self._value("info", items=True))
        return self._info

    def __len__(self) -> int:
        """The number of games."""
        return self._games

    @overload
    def __getitem__(self, index: int) -> Game: ...

    @overload
    def __getitem__(self, index: slice) -> List[Game]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Game, List[Game]]:
        """The game at an index, from 0 as in a list, or a list of the games of a slice; number
        n is archive[n - 1]. For many games use games(start=..., stop=...)."""
        if isinstance(index, slice):
            start, stop, step = index.indices(self._games)
            if step == 1:
                return list(self.games(start=start, stop=stop)) if start < stop else []
            return list(self.select([i + 1 for i in range(start, stop, step)]))
        at = operator.index(index)
        if at < 0:
            at += self._games
        if not 0 <= at < self._games:
            raise IndexError(f"index {operator.index(index)} of {self._games} games")
        return next(self.games(start=at, stop=at + 1))

    def __iter__(self) -> Iterator[Game]:
        """All games in their order."""
        return self.games()

    def _games_of(self, call: str, want: int, query: Optional[str] = None, *, shard: Optional[Tuple[int, int]] = None,
                  games: int = _GAMES, plies: int = _PLIES, start: int = 0, stop: Optional[int] = None, **more: Any) -> Iterator[_program.Answer]:
        i, n = _shards(shard)
        if start < 0:
            raise ValueError(f"start {start}: want the index of a game, from 0")
        if query and (start > 0 or stop is not None):
            raise ValueError("a query and start or stop: want one of them")
        return self._answers(call, want=want, query=_asked("query", query), shard=i, shards=n, games=games, plies=plies,
                             **{"from": start, "to": _ALL if stop is None else max(stop, 0)}, **more)

    def games(self, query: Optional[str] = None, *, start: int = 0, stop: Optional[int] = None, moves: str = "uci",
              shard: Optional[Tuple[int, int]] = None) -> Iterator[Game]:
        """Games as tuples: those that a query means, or archive[start:stop].

        moves is "uci", or "uint16" for integers as GameBatch.moves has them. shard=(i, n)
        is part i, from 0, of n parts.
        """
        return _tuples(self._games_of("games", _wanted(moves), query, shard=shard, start=start, stop=stop))

    def filter(self, query: str, *, moves: str = "uci", shard: Optional[Tuple[int, int]] = None) -> Iterator[Game]:
        """The games that a query means, such as "white:carlsen date:2013- -event:blitz"."""
        return self.games(query, moves=moves, shard=shard)

    def select(self, numbers: Any, *, moves: str = "uci") -> Iterator[Game]:
        """The games of some numbers, from 1, in the order asked for."""
        return _tuples(self._games_of("games", _wanted(moves), numbers=[operator.index(n) for n in numbers]))

    def game(self, number: int) -> AnnotatedGame:
        """A game by its number, from 1, with comments, glyphs, variations and positions."""
        for b in self._games_of("games", _program.WANT_TAGS | _program.WANT_TREE, numbers=[operator.index(number)]):
            return next(annotated_games(b))
        raise IndexError(f"game {number} of {self._games}")

    def annotated(self, query: Optional[str] = None, *, start: int = 0, stop: Optional[int] = None,
                  shard: Optional[Tuple[int, int]] = None) -> Iterator[AnnotatedGame]:
        """Games with comments, glyphs, variations and positions; the options are those of games."""
        for b in self._games_of("games", _program.WANT_TAGS | _program.WANT_TREE, query, shard=shard, start=start, stop=stop, games=100):
            yield from annotated_games(b)

    def headers(self, query: Optional[str] = None, *, shard: Optional[Tuple[int, int]] = None) -> Iterator[Header]:
        """Tags and lengths of the games that a query means, without decoding their moves."""
        i, n = _shards(shard)
        for b in self._answers("headers", query=_asked("query", query), shard=i, shards=n):
            tags = b.bytes("tags")
            for number, plies, (low, high) in zip(b.numbers("number"), b.numbers("plies"), b.spans("tags_ends")):
                yield Header(number, _tags(tags[low:high]), plies)

    def count(self, query: Optional[str] = None, *, find: Optional[str] = None) -> int:
        """How many games a query means and, if find is given, have that pattern or FEN."""
        count: int = self._value("count", pattern=_asked("find", find), query=_asked("query", query))
        return count

    def find(self, pattern: str, query: Optional[str] = None, *, shard: Optional[Tuple[int, int]] = None) -> Iterator[Hit]:
        """The games that have a pattern on the board, such as 'moves:"1. e4 c5" then Ne5', or the
        position of a FEN; of those only that query means."""
        for b in self._games_of("find", _wanted("uci"), query, shard=shard, pattern=_asked("pattern", pattern)):
            steps = b.numbers("steps")
            for game, ply, (low, high) in zip(batch_tuples(b), b.numbers("ply"), b.spans("step_ends")):
                yield Hit(game.number, ply, tuple(steps[low:high]), game)

    def explore(self, fen: Optional[str] = None, query: Optional[str] = None) -> Explored:
        """What the games that a query means have made of a position, None for the start."""
        answer = self._value("explore", fen=_asked("fen", fen), query=_asked("query", query))
        answer["moves"] = [ExploredMove(**move) for move in answer["moves"]]
        return Explored(**answer)

    def texts(self, query: Optional[str] = None, *, start: int = 0, stop: Optional[int] = None,
              shard: Optional[Tuple[int, int]] = None) -> Iterator[bytes]:
        """The exact texts of games, PGN, as bytes."""
        for b in self._games_of("games", _program.WANT_PGN, query, shard=shard, start=start, stop=stop):
            data = b.bytes("text")
            for low, high in b.spans("text_ends"):
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

        want = _program.WANT_MOVES | (_program.WANT_CLOCKS if clocks else 0) | (_program.WANT_EVALS if evals else 0)
        for b in self._games_of("games", want, query, shard=shard, games=games, plies=1 << 22, start=start, stop=stop):
            yield game_batch(b)

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
        for b in self._answers("positions", layout=layouts[layout], query=_asked("query", query), shard=i, shards=n, rows=rows,
                               window=window, seed=seed % 2**64, **{"from": max(start, 0), "to": min(max(stop, 0), 2**31 - 1)}):
            yield position_batch(b, layout)

    def columns(self, query: Optional[str] = None, tags: Sequence[str] = COLUMNS) -> Dict[str, List[Any]]:
        """The games that a query means as columns: number, plies, and a column for each tag, with
        None where a game has none. Ratings and other tags that end in "Elo" are integers. What is
        not UTF-8 is U+FFFD."""
        table: Dict[str, List[Any]] = {name: [] for name in ("number", "plies", *tags)}
        for header in self.headers(query):
            table["number"].append(header.number)
            table["plies"].append(header.plies)
            for name in tags:
                table[name].append(_typed(name, header.tags.get(name)))
        return table

    def to_pandas(self, query: Optional[str] = None, tags: Sequence[str] = COLUMNS) -> "pandas.DataFrame":
        """The table of columns as a DataFrame of pandas, which must be installed."""
        import pandas

        table = self.columns(query, tags)
        return pandas.DataFrame({name: pandas.array(values, dtype=_pandas_type(name)) for name, values in table.items()})

    def to_arrow(self, query: Optional[str] = None, tags: Sequence[str] = COLUMNS) -> "pyarrow.Table":
        """The table of columns as a Table of pyarrow, which must be installed."""
        import pyarrow

        types = {"Int64": pyarrow.int64(), "Int16": pyarrow.int16(), "string": pyarrow.string()}
        table = self.columns(query, tags)
        return pyarrow.table({name: pyarrow.array(values, types[_pandas_type(name)]) for name, values in table.items()})

    def append(self, source: "Union[Name, bytes]") -> Written:
        """Adds the games of a PGN file, or of PGN as bytes, to the archive, which is replaced by
        a longer one. Iterators that have begun go on with the shorter."""
        self._open()
        self.close()
        try:
            return Written(**_program.value(_program.current(), "append", name=os.fsencode(self.name), threads=self.threads, **_source(source)))
        finally:
            self._connect(_program.current())


def _typed(name: str, value: Optional[str]) -> "Union[str, int, None]":
    """The value of a tag in a table, whose texts must be UTF-8."""
    if value is None or not name.endswith("Elo"):
        return value if value is None or value.isascii() else value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return int(value) if value.isascii() and value.isdigit() and 0 < int(value) < 2**15 else None


def _pandas_type(name: str) -> str:
    return "Int64" if name in ("number", "plies") else "Int16" if name.endswith("Elo") else "string"


def _source(source: "Union[Name, bytes]") -> Dict[str, Any]:
    return {"text": bytes(source)} if isinstance(source, (bytes, bytearray, memoryview)) else {"source": os.fsencode(source)}


def compress(source: "Union[Name, bytes]", name: Name, *, level: int = 6, index: Sequence[str] = (), threads: int = 0, replace: bool = False) -> Written:
    """Compresses a PGN file, or PGN as bytes, to the archive of that name.

    level and index are those of the command: 0 for a database, 1 to 9; any of "players",
    "numbers", "positions" and "openings". An archive that exists is a FileExistsError,
    unless replace is true.
    """
    if isinstance(index, str):
        raise TypeError('index is a sequence of names, such as ["players"]')
    return Written(**_program.value(_program.current(), "compress", name=os.fsencode(name), level=level, index=list(index), threads=threads,
                                    replace=replace, **_source(source)))


def _wanted(moves: str) -> int:
    if moves not in ("uci", "uint16"):
        raise ValueError(f"moves {moves!r}: want uci or uint16")
    columns = _program.WANT_UCI if moves == "uci" else _program.WANT_MOVES
    return columns | _program.WANT_TAGS | _program.WANT_CLOCKS | _program.WANT_EVALS


def _tuples(batches: Iterator[_program.Answer]) -> Iterator[Game]:
    for b in batches:
        yield from batch_tuples(b)


def annotated_games(b: _program.Answer) -> Iterator[AnnotatedGame]:
    """The games of a batch with their trees."""
    tags, trees = b.bytes("tags"), b.bytes("tree")
    columns = zip(b.numbers("number"), b.numbers("result"), b.spans("tags_ends"), b.spans("tree_ends"))
    for number, result, (t0, t1), (low, high) in columns:
        tree = json.loads(trees[low:high])
        yield AnnotatedGame(number, _tags(tags[t0:t1]), _RESULTS[result], tree["start"], tree["before"], _line(tree["moves"]), tree["problems"])


def _line(nodes: List[Dict[str, Any]]) -> List[Move]:
    """The main line of moves that are listed with the moves before them."""
    line: List[Move] = []
    lines: List[List[Move]] = []  # that each node is in
    next_of: Dict[int, Move] = {}  # the first move after each node
    for node in nodes:
        parent = node.pop("parent")
        move = Move(**node, variations=[])
        if parent not in next_of:
            next_of[parent] = move
            own = lines[parent] if parent >= 0 else line
        else:
            own = []
            next_of[parent].variations.append(own)
        own.append(move)
        lines.append(own)
    return line


def batch_tuples(b: _program.Answer) -> Iterator[Game]:
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


def open(name: Name, *, threads: int = 0) -> Archive:
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
