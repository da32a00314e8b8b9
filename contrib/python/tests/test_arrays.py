import unittest

import chesszip

from . import DATA, SAMPLE
from .replay import positions

try:
    import numpy as np
except ImportError:
    np = None

NONE = {"clocks": -1, "evals": -32768}
FIELDS = chesszip.PositionBatch._fields


def joined(batches):
    """All batches as one."""
    batches = list(batches)
    return chesszip.PositionBatch(*(np.concatenate(column) for column in zip(*batches)))


def rows(batch):
    """Rows that can be compared and sorted."""
    return [tuple(map(int, row[0])) + tuple(map(int, row[1:])) for row in zip(*batch)]


@unittest.skipIf(np is None, "NumPy is not installed")
class Batches(unittest.TestCase):
    def test_they_are_the_tuples(self):
        for name in (*SAMPLE, "odd-1.czip", "odd.pgn"):
            with self.subTest(name), chesszip.open(DATA / name) as archive:
                games = iter(archive.games(moves="uint16"))
                for b in archive.batches(games=300):
                    self.assertLessEqual(len(b.numbers), 300)
                    self.assertEqual(len(b.offsets), len(b.numbers) + 1)
                    for i, number in enumerate(b.numbers):
                        game = next(games)
                        part = slice(b.offsets[i], b.offsets[i + 1])
                        self.assertEqual(game.number, number)
                        self.assertEqual(game.moves, b.moves[part].tolist())
                        self.assertEqual(game.result, {1: "1-0", 0: "1/2-1/2", -1: "0-1", 2: "*"}[b.results[i]])
                        self.assertEqual(game.known, b.known[i])
                        self.assertEqual(game.start, b.starts.get(i))
                        for field, none in NONE.items():
                            want = getattr(game, field) or [None] * len(game.moves)
                            self.assertEqual([none if v is None else v for v in want], getattr(b, field)[part].tolist())
                self.assertIsNone(next(games, None))

    def test_types(self):
        with chesszip.open(DATA / "sample-1.czip") as archive:
            b = next(archive.batches())
            self.assertEqual([a.dtype.str for a in b[:7]], ["<i8", "|i1", "<i8", "<u2", "<i8", "<i2", "|b1"])
            for a in b[:7]:
                self.assertTrue(a.flags.writeable and a.flags.aligned)
            b = next(archive.batches(clocks=False, evals=False))
            self.assertIsNone(b.clocks)
            self.assertIsNone(b.evals)

    def test_parts(self):
        with chesszip.open(DATA / "sample-index.czip") as archive:
            want = [g.number for g in archive.filter("result:draw")]
            self.assertEqual([int(n) for b in archive.batches("result:draw") for n in b.numbers], want)
            self.assertEqual([int(n) for b in archive.batches(start=7, stop=11) for n in b.numbers], [8, 9, 10, 11])
            with self.assertRaises(ValueError):
                next(archive.batches(games=0))


@unittest.skipIf(np is None, "NumPy is not installed")
class Positions(unittest.TestCase):
    def test_games(self):
        """Every position of every game, by an oracle of its own."""
        for name in ("sample-index.czip", "sample-6.czip"):
            with self.subTest(name), chesszip.open(DATA / name) as archive:
                both = zip(archive.positions(rows=5000), archive.positions(rows=5000, layout="squares"))
                bits, squares = zip(*both)
                self.assertTrue(all(len(b.side) == 5000 for b in bits[:-1]))
                bits, squares = joined(bits), joined(squares)
                i = 0
                for game, coded in zip(archive.games(), archive.games(moves="uint16")):
                    for ply, board in enumerate(positions(game.moves)):
                        self.assertEqual(bits.pieces[i].tolist(), board.bitboards(), f"game {game.number}, ply {ply}")
                        self.assertEqual(squares.pieces[i].tolist(), board.squares())
                        state = tuple(int(c[i]) for c in (bits.side, bits.rights, bits.en_passant, bits.halfmove_clock))
                        self.assertEqual(state, board.state(), f"game {game.number}, ply {ply}, {game.moves[:ply]}")
                        self.assertEqual((bits.game[i], bits.ply[i]), (game.number, ply))
                        self.assertEqual(bits.move[i], (coded.moves + [0])[ply])
                        self.assertEqual(int(bits.result[i]), {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": 2}[game.result])
                        i += 1
                self.assertEqual(i, len(bits.side))

    def test_types(self):
        with chesszip.open(DATA / "sample-1.czip") as archive:
            b = next(archive.positions(rows=10))
            self.assertEqual([a.dtype.str for a in b], ["<u8", "|u1", "|u1", "|i1", "<u2", "|i1", "<i8", "<i4", "<u2", "<i2"])
            self.assertEqual(b.pieces.shape, (10, 12))
            self.assertEqual(next(archive.positions(rows=10, layout="squares")).pieces.shape, (10, 64))
            for bad in ({"layout": "planes"}, {"rows": 0}, {"window": -1}, {"shard": (2, 2)}):
                with self.assertRaises(ValueError):
                    next(archive.positions(**bad))

    def test_records(self):
        """Positions with moves and scores are the same in all forms, and those of the text."""
        want = []
        lines = [line.split(" ", 1) for line in (DATA / "records.plain").read_text().splitlines() if line != "e"]
        for i in range(0, len(lines), 5):
            want.append(dict(lines[i : i + 5]))
        for name in ("binpack", "plain", "bin"):
            with self.subTest(name), chesszip.open(DATA / f"{name}-1.czip") as archive:
                self.assertEqual(archive.info.records, len(want))
                b = joined(archive.positions(rows=100))
                self.assertEqual(len(b.side), len(want))
                for i, record in enumerate(want):
                    board = next(positions([], record["fen"]))
                    self.assertEqual(b.pieces[i].tolist(), board.bitboards())
                    self.assertEqual((b.side[i], b.rights[i]), board.state()[:2])
                    self.assertEqual(b.score[i], int(record["score"]))
                    self.assertEqual(b.ply[i], int(record["ply"]))
                    self.assertEqual(b.game[i], i + 1)
                    self.assertEqual(b.result[i], int(record["result"]) * (-1 if board.black else 1))

    def test_lists(self):
        with chesszip.open(DATA / "fens-1.czip") as archive:
            self.assertEqual((len(archive), archive.info.lines), (0, 400))
            b = joined(archive.positions(layout="squares", rows=128))
            for i, fen in enumerate((DATA / "fens.epd").read_text().splitlines()):
                board = next(positions([], fen))
                self.assertEqual(b.pieces[i].tolist(), board.squares())
                self.assertEqual(tuple(int(c[i]) for c in (b.side, b.rights, b.en_passant, b.halfmove_clock)), board.state())
                self.assertEqual((b.game[i], b.result[i], b.score[i], b.move[i]), (i + 1, 2, -32768, 0))
            self.assertEqual(len(b.side), 400)

    def test_window(self):
        with chesszip.open(DATA / "sample-1.czip") as archive:
            plain = rows(joined(archive.positions()))
            mixed = rows(joined(archive.positions(window=20000, seed=1)))
            self.assertNotEqual(mixed, plain)
            self.assertEqual(sorted(mixed), sorted(plain))
            self.assertEqual(rows(joined(archive.positions(window=20000, seed=1))), mixed)
            self.assertNotEqual(rows(joined(archive.positions(window=20000, seed=2))), mixed)
            # Neighbours come from far: the first batch is of many games.
            self.assertGreater(len({row[-4] for row in mixed[:1000]}), 100)
            whole = rows(joined(archive.positions(window=1 << 20)))
            self.assertEqual(sorted(whole), sorted(plain))

    def test_shards(self):
        for name in ("long.czip", "sample-1.czip"):
            with self.subTest(name), chesszip.open(DATA / name) as archive:
                whole = [b.game for b in archive.positions()]
                parts = [b.game for i in range(3) for b in archive.positions(shard=(i, 3))]
                self.assertEqual(np.concatenate(whole).tolist(), np.concatenate(parts).tolist())

    def test_plies_and_query(self):
        with chesszip.open(DATA / "sample-1.czip") as archive:
            b = joined(archive.positions(start=8, stop=10))
            self.assertEqual(set(b.ply.tolist()), {8, 9})
            draws = joined(archive.positions("result:draw"))
            self.assertEqual(set(draws.result.tolist()), {0})
            self.assertEqual(sorted(set(draws.game.tolist())), [g.number for g in archive.filter("result:draw")])


if __name__ == "__main__":
    unittest.main()
