"""What chesszip gives: plain tuples with names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, NamedTuple, Optional, Tuple, Union

if TYPE_CHECKING:
    from numpy import bool_, int8, int16, int32, int64, uint8, uint16, uint64
    from numpy.typing import NDArray


class Game(NamedTuple):
    """A game as data."""

    number: int
    """Its number in the archive, from 1 as the command counts: archive[number - 1]."""
    tags: Dict[str, str]
    """Names and values of the tags, in the order of the text; of one name the first."""
    moves: List[str]
    """The main line as UCI moves, castling as e1g1 (in Chess960 as e1h1), up to its end or to
    the first move that cannot be played; or as integers, see Archive.games."""
    result: str
    """1-0, 0-1, 1/2-1/2, or * for anything else."""
    clocks: Optional[List[Optional[int]]]
    """Milliseconds left after each move, None where it is not said; None where no move has one."""
    evals: Optional[List[Optional[int]]]
    """Centipawns for White after each move, as clocks; see mate_in for scores beyond 30000."""
    start: Optional[str]
    """FEN of the start, None for the start position of standard chess."""
    known: bool
    """False for a variant or start position that is not known: there are no moves then."""


class Move(NamedTuple):
    """A move of an annotated game."""

    uci: str
    san: str
    fen: str
    """The position after the move."""
    before: List[str]
    """Comments in front of the move. What is not UTF-8 in a comment is U+FFFD."""
    comments: List[str]
    """Comments after it."""
    glyphs: List[int]
    """Numbers of glyphs: 1 for !, 2 for ?, and so on."""
    clock: Optional[int]
    """Milliseconds left after the move, None if it is not said."""
    eval: Optional[int]
    """Centipawns for White after the move; see mate_in for scores beyond 30000."""
    variations: "List[List[Move]]"
    """Lines that could have been played instead of this move."""


class AnnotatedGame(NamedTuple):
    """A game with all that its text has."""

    number: int
    """Its number in the archive, from 1."""
    tags: Dict[str, str]
    result: str
    start: str
    """FEN of the start."""
    comments: List[str]
    """Comments in front of the game."""
    moves: List[Move]
    """The main line, up to the first move that cannot be played."""
    problems: List[str]
    """What could not be read, such as moves that cannot be played."""

    def position(self, ply: int) -> str:
        """The FEN after that many half-moves, 0 for the start."""
        if not 0 <= ply <= len(self.moves):
            raise IndexError(f"half-move {ply} of {len(self.moves)}")
        return self.moves[ply - 1].fen if ply else self.start


class Written(NamedTuple):
    """What was compressed or appended."""

    games: int
    input: int
    """Bytes that were read."""
    output: int
    """Bytes that were written."""


class Header(NamedTuple):
    """What is known of a game before its moves."""

    number: int
    tags: Dict[str, str]
    plies: int
    """Half-moves of the main line."""


class Hit(NamedTuple):
    """A game that has a pattern."""

    number: int
    ply: int
    """Half-moves before the position at which the pattern is met for the first time."""
    steps: Tuple[int, ...]
    """The same for each step of the pattern; the last is ply."""
    game: Game


class ExploredMove(NamedTuple):
    """A move that was played, and what became of the games."""

    uci: str
    san: str
    white: int
    draws: int
    black: int
    open: int
    """Games with another result, or none."""
    elo: int
    """Mean rating of the players, 0 if none is known."""
    last_year: int

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.white + self.draws + self.black + self.open


class Explored(NamedTuple):
    """What games have made of a position."""

    fen: str
    eco: str
    opening: str
    white: int
    draws: int
    black: int
    open: int
    elo: int
    last_year: int
    moves: List[ExploredMove]
    """The most played first."""

    @property
    def games(self) -> int:
        """How many games came to the position."""
        return self.white + self.draws + self.black + self.open


class Info(NamedTuple):
    """What a file holds."""

    games: int
    lines: int
    """Lines of lists of positions (FEN, EPD, tables)."""
    records: int
    """Training records of .plain, .bin and .binpack files."""
    bytes: int
    """Of the file."""
    input: int
    """Bytes of what was compressed."""
    pgn: bool
    """The file is text, no archive."""


class GameBatch(NamedTuple):
    """Games as NumPy arrays. Half-move k of game i is at offsets[i] + k of moves, clocks
    and evals, and game i has offsets[i + 1] - offsets[i] of them."""

    numbers: NDArray[int64]
    """int64[n]: of the games in the archive, from 1."""
    results: NDArray[int8]
    """int8[n]: 1 White won, 0 draw, -1 Black won, 2 not known."""
    offsets: NDArray[int64]
    """int64[n + 1]"""
    moves: NDArray[uint16]
    """uint16[offsets[n]]: from + 64 * to + 4096 * promotion; squares from a1 = 0 to h8 = 63,
    promotion 0 none, 2 knight to 5 queen; castling is the king taking its rook."""
    clocks: Optional[NDArray[int64]]
    """int64[offsets[n]]: milliseconds left after the move, -1 for none; or None if not asked for."""
    evals: Optional[NDArray[int16]]
    """int16[offsets[n]]: centipawns for White, -32768 for none; or None if not asked for."""
    known: NDArray[bool_]
    """bool[n]: False for variants and starts that are not known, which have no moves."""
    starts: Dict[int, str]
    """FENs of the games, by their place in the batch, that do not start as standard chess does."""


class PositionBatch(NamedTuple):
    """Positions as NumPy arrays of n rows."""

    pieces: Union[NDArray[uint64], NDArray[uint8]]
    """uint64[n, 12]: sets of squares (bit 0 is a1, bit 63 h8) of White's pawns, knights,
    bishops, rooks, queens and king, then Black's; or uint8[n, 64]: from a1 to h8, 0 empty,
    1 to 6 White's pieces in that order, 7 to 12 Black's."""
    side: NDArray[uint8]
    """uint8[n]: 0 White to move, 1 Black."""
    rights: NDArray[uint8]
    """uint8[n]: castling, 1 White's king side, 2 queen side, 4 and 8 Black's."""
    en_passant: NDArray[int8]
    """int8[n]: the square that a pawn has just jumped over, -1 for none."""
    halfmove_clock: NDArray[uint16]
    """uint16[n]: half-moves since a capture or a pawn's move."""
    result: NDArray[int8]
    """int8[n]: of the game, 1 White won, 0 draw, -1 Black won, 2 not known. Records know no 2."""
    game: NDArray[int64]
    """int64[n]: number of the game, from 1; of the record or line in archives of these."""
    ply: NDArray[int32]
    """int32[n]: half-moves before the position."""
    move: NDArray[uint16]
    """uint16[n]: what was played, or is best, as GameBatch.moves has it; 0 for none."""
    score: NDArray[int16]
    """int16[n]: the engine's for the side to move, of records; -32768 for none."""
