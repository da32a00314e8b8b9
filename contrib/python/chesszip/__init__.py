"""chesszip reads archives of chess games: games as tuples or NumPy arrays, positions for
training, queries, patterns, opening statistics.

    import chesszip

    with chesszip.open("games.czip") as archive:
        print(len(archive), archive[17].tags["White"])
        for game in archive.filter("white:carlsen date:2013+"):
            print(game.moves[:4], game.result)
        for batch in archive.positions(rows=65536, window=1_000_000):
            train(batch.pieces, batch.result)

The first call starts the program that reads archives; it ends with the process. A forked
process starts one of its own, and opens its archives again.
"""

from ._archive import Archive, compress, mate_in, open
from ._errors import ChesszipError, CorruptError, QueryError
from ._types import AnnotatedGame, Explored, ExploredMove, Game, GameBatch, Header, Hit, Info, Move, PositionBatch, Written

__version__ = "0.9.0"

__all__ = [
    "AnnotatedGame",
    "Archive",
    "ChesszipError",
    "CorruptError",
    "Explored",
    "ExploredMove",
    "Game",
    "GameBatch",
    "Header",
    "Hit",
    "Info",
    "Move",
    "PositionBatch",
    "QueryError",
    "Written",
    "compress",
    "mate_in",
    "open",
]
