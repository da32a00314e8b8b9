"""chesszip reads archives of chess games: games as tuples or NumPy arrays, positions for
training, queries, patterns, opening statistics.

    import chesszip

    with chesszip.open("games.czip") as archive:
        print(len(archive), archive[17].tags["White"])
        for game in archive.filter("white:carlsen date:2013-"):
            print(game.moves[:4], game.result)
        for batch in archive.positions(rows=65536, window=1_000_000):
            train(batch.pieces, batch.result)

The library is loaded by the first call. It does not live through a fork: processes are
started by "spawn", or archives opened in the children only.
"""

from ._archive import Archive, mate_in, open
from ._errors import ChesszipError, CorruptError, ForkError, QueryError
from ._types import Explored, ExploredMove, Game, GameBatch, Header, Hit, Info, PositionBatch

__version__ = "0.9.0"

__all__ = [
    "Archive",
    "ChesszipError",
    "CorruptError",
    "Explored",
    "ExploredMove",
    "ForkError",
    "Game",
    "GameBatch",
    "Header",
    "Hit",
    "Info",
    "PositionBatch",
    "QueryError",
    "mate_in",
    "open",
]
