import itertools
import json
import os
import pickle
import re
import tempfile
import unittest
from pathlib import Path

import chesszip

from . import DATA, SAMPLE
from .replay import START, Board, positions


def plain_tags(text: bytes) -> dict:
    found = re.findall(rb'^\[(\w+) "(.*)"\]\s*$', text, re.M)
    return {k.decode(): v.decode().replace('\\"', '"') for k, v in reversed(found)}


class Sample(unittest.TestCase):
    """Games of Lichess: every way of storing them gives the same."""

    def test_all_ways_alike(self):
        with chesszip.open(DATA / "sample.pgn") as plain:
            want = list(plain)
            self.assertEqual(len(want), len(plain))
            self.assertTrue(plain.info.pgn)
        self.assertTrue(any(g.evals for g in want))
        for name in SAMPLE[:3]:
            with self.subTest(name), chesszip.open(DATA / name) as archive:
                self.assertEqual(list(archive), want)

    def test_tags_are_those_of_the_text(self):
        with chesszip.open(DATA / "sample-1.czip") as archive:
            for game, text in zip(archive, archive.texts()):
                self.assertEqual(game.tags, plain_tags(text))
                self.assertEqual(game.result, game.tags["Result"])

    def test_texts_are_the_file(self):
        for name in SAMPLE:
            with self.subTest(name), chesszip.open(DATA / name) as archive:
                self.assertEqual(b"".join(archive.texts()), (DATA / "sample.pgn").read_bytes())

    def test_indexing(self):
        with chesszip.open(DATA / "sample-6.czip") as archive:
            games = list(archive)
            n = len(archive)
            for index in (0, 1, 31, 32, n - 1, -1, -n):
                self.assertEqual(archive[index], games[index])
            for part in (slice(3, 6), slice(-2, None), slice(5, 5), slice(40, 0, -13), slice(None, None, 300), slice(n, n + 9)):
                self.assertEqual(archive[part], games[part])
            self.assertEqual([g.number for g in games], list(range(1, n + 1)))
            self.assertEqual(list(archive.select([7, 3, 7])), [games[6], games[2], games[6]])
            self.assertEqual(list(archive.games(start=10, stop=12)), games[10:12])
            for index in (n, -n - 1):
                with self.assertRaisesRegex(IndexError, f"index {index} of {n}"):
                    archive[index]
            for number in (0, n + 1):
                with self.assertRaises(IndexError):
                    list(archive.select([number]))
                with self.assertRaises(IndexError):
                    archive.game(number)
            with self.assertRaises(TypeError):
                archive["0"]

    def test_filter(self):
        with chesszip.open(DATA / "sample-1.czip") as archive:
            games = list(archive)
            want = [g for g in games if g.tags["Result"] == "1/2-1/2" and int(g.tags["WhiteElo"]) >= 1500]
            self.assertTrue(want)
            query = "result:draw white-elo:1500+"
            self.assertEqual(list(archive.filter(query)), want)
            self.assertEqual(archive.count(query), len(want))
            headers = list(archive.headers(query))
            self.assertEqual([h.number for h in headers], [g.number for g in want])
            self.assertEqual([h.tags for h in headers], [g.tags for g in want])
            self.assertEqual([h.plies for h in headers], [len(g.moves) for g in want])
            self.assertEqual(len(list(archive.headers())), len(archive))
            with self.assertRaisesRegex(chesszip.QueryError, "date"):
                list(archive.filter("date:soon"))
            with self.assertRaises(ValueError):
                archive.games("result:draw", start=3)

    def test_words_without_fields(self):
        cases = json.loads((DATA / "queries.json").read_text(encoding="utf-8"))
        tag = lambda name, value: '[%s "%s"]\n' % (name, value.replace("\\", "\\\\").replace('"', '\\"'))
        text = "".join("".join(tag(*t) for t in g["tags"].items()) + "\n" + g["moves"] + "\n\n" for g in cases["games"])
        asked = [c for c in cases["cases"] if "meant" in c]
        self.assertGreaterEqual(len(asked), 60)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "games.pgn"
            file.write_text(text, encoding="utf-8")
            with chesszip.open(file) as archive:
                for case in asked:
                    with self.subTest(case["query"]):
                        numbers = case["games"]
                        self.assertEqual([h.number for h in archive.headers(case["query"])], numbers)
                        self.assertEqual([g.number for g in archive.filter(case["query"])], numbers)
                        self.assertEqual(archive.count(case["query"]), len(numbers))

    def test_find(self):
        for name in SAMPLE:
            with self.subTest(name), chesszip.open(DATA / name) as archive:
                games = list(archive)
                want = [g for g in games if g.moves[:2] == ["e2e4", "c7c5"]]
                self.assertTrue(want)
                hits = list(archive.find('moves:"1. e4 c5"'))
                self.assertEqual([h.game for h in hits], want)
                self.assertTrue(all(h.ply == 2 and h.number == h.game.number for h in hits))
                fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
                self.assertEqual([h.game for h in archive.find(fen)], want)
                self.assertEqual(archive.count(find=fen), len(want))
                self.assertEqual(archive.count("result:1-0", find=fen), sum(g.result == "1-0" for g in want))
                steps = next(archive.find('moves:"1. e4" then moves:"1. e4 c5"'))
                self.assertEqual(steps.steps, (1, 2))
                with self.assertRaises(chesszip.QueryError):
                    next(archive.find("Zz9"))

    def test_explore(self):
        with chesszip.open(DATA / "sample-1.czip") as archive:
            counts = {}
            for g in archive:
                if g.moves:
                    counts.setdefault(g.moves[0], []).append(g.result)
            found = archive.explore()
            self.assertEqual({m.uci: m.games for m in found.moves}, {k: len(v) for k, v in counts.items()})
            for m in found.moves:
                self.assertEqual((m.white, m.draws, m.black), tuple(counts[m.uci].count(r) for r in ("1-0", "1/2-1/2", "0-1")))
            after = archive.explore("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "result:1-0")
            self.assertEqual(after.eco[:1], "B")
            self.assertEqual(after.draws + after.black, 0)
            with self.assertRaises(chesszip.QueryError):
                archive.explore("no position")

    def test_shards(self):
        with chesszip.open(DATA / "long.czip") as archive:
            numbers = [[g.number for g in archive.games(shard=(i, 3))] for i in range(3)]
            self.assertEqual(list(itertools.chain(*numbers)), list(range(1, len(archive) + 1)))
            self.assertTrue(all(numbers))
            for bad in ((3, 3), (-1, 2), (0, 0)):
                with self.assertRaises(ValueError):
                    archive.games(shard=bad)

    def test_moves_as_integers(self):
        with chesszip.open(DATA / "sample-1.czip") as archive:
            for a, b in zip(archive.games(), archive.games(moves="uint16")):
                self.assertEqual(len(a.moves), len(b.moves))
                for uci, move in zip(a.moves, b.moves):
                    self.assertEqual(uci[:2], "abcdefgh"[move & 7] + "12345678"[move >> 3 & 7])
                    self.assertEqual(uci[4:], "  nbrq"[move >> 12].strip())
            with self.assertRaises(ValueError):
                archive.games(moves="san")

    def test_python_chess(self):
        try:
            import chess.pgn
        except ImportError:
            self.skipTest("python-chess is not installed")
        with chesszip.open(DATA / "sample-6.czip") as archive:
            for game, theirs in zip(archive.games(stop=200), archive.chess_games()):
                nodes = list(theirs.mainline())
                self.assertEqual(game.moves, [n.move.uci() for n in nodes])
                evals = [n.eval().white().score() if n.eval() and not n.eval().is_mate() else None for n in nodes]
                for ours, want in zip(game.evals or [None] * len(nodes), evals):
                    self.assertTrue(ours == want or want is None and (ours is None or chesszip.mate_in(ours) is not None))
                self.assertIsInstance(theirs, chess.pgn.Game)


class Odd(unittest.TestCase):
    """Games that are not as usual; see odd_games of make_data."""

    def setUp(self):
        self.archives = [chesszip.open(DATA / name) for name in ("odd-1.czip", "odd-6.czip", "odd-index.czip", "odd.pgn")]

    def tearDown(self):
        for archive in self.archives:
            archive.close()

    def of(self, event):
        games = [next(archive.filter(f'event:"={event}"')) for archive in self.archives]
        games += [next(g for g in archive if g.tags.get("Event") == event) for archive in self.archives]
        self.assertTrue(all(g == games[0] for g in games), games)
        return games[0]

    def test_clocks_and_evals(self):
        g = self.of("annotated")
        self.assertEqual(g.clocks, [62500, 61000, None, 3599999])
        self.assertEqual(g.evals, [30, -31997, None, None])
        self.assertEqual(chesszip.mate_in(g.evals[1]), -3)
        self.assertIsNone(chesszip.mate_in(g.evals[0]))

    def test_start(self):
        g = self.of("ending")
        self.assertEqual(g.start, "8/P6k/8/8/8/8/7K/8 w - - 0 1")
        self.assertEqual(g.moves, ["a7a8n", "h7g7"])
        self.assertEqual(g.result, "*")

    def test_castling(self):
        self.assertEqual(self.of("castling").moves[-3:], ["e1g1", "e8c8", "g1h1"])
        self.assertEqual(self.of("chess960").moves, ["g1h1", "b8a8"])

    def test_broken_off(self):
        g = self.of("illegal")
        self.assertEqual(g.moves, ["e2e4", "e7e5"])
        self.assertTrue(g.known)

    def test_variant(self):
        g = self.of("atomic")
        self.assertEqual((g.moves, g.known), ([], False))

    def test_broken_start(self):
        g = self.of("broken")
        self.assertEqual((g.moves, g.known, g.start), ([], False, None))

    def test_latin1(self):
        g = self.of("latin1")
        self.assertEqual(g.tags["White"].encode("utf-8", "surrogateescape"), b"M\xfcller \"Q\"")

    def test_repeated_tag(self):
        self.assertEqual(self.of("repeated").tags["White"], "first")

    def test_null_move(self):
        self.assertEqual(self.of("null").moves, ["e2e4", "0000", "d2d4"])

    def test_no_moves(self):
        g = self.of("empty")
        self.assertEqual((g.moves, g.result, g.clocks), ([], "1-0", None))


class Annotated(unittest.TestCase):
    def test_main_lines(self):
        """The main lines and their positions are those of the tuples, by other rules."""
        with chesszip.open(DATA / "sample-index.czip") as archive:
            for game, annotated in itertools.islice(zip(archive, archive.annotated()), 0, None, 10):
                self.assertEqual((annotated.number, annotated.tags, annotated.result), (game.number, game.tags, game.result))
                self.assertEqual([m.uci for m in annotated.moves], game.moves)
                self.assertEqual([m.clock for m in annotated.moves], game.clocks or [None] * len(game.moves))
                self.assertEqual([m.eval for m in annotated.moves], game.evals or [None] * len(game.moves))
                for ply, board in enumerate(positions(game.moves)):
                    self.assertEqual(Board(annotated.position(ply)).squares(), board.squares())
            self.assertEqual(archive.game(17), next(archive.annotated(start=16)))
            with self.assertRaisesRegex(IndexError, "half-move -1 of"):
                archive.game(17).position(-1)
            self.assertEqual(sum(1 for _ in archive.annotated("result:draw")), archive.count("result:draw"))

    def test_variations(self):
        text = b"""[White "x"]

{before} 1. e4 $1 {first} {[%clk 0:01:00]} (1. d4 d5 (1... Nf6! 2. c4) 2. c4) ({better} 1. c4?! {English}) e5 2. Ke3 *
"""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "games.pgn"
            file.write_bytes(text)
            with chesszip.open(file) as archive:
                game = archive.game(1)
        self.assertEqual((game.comments, [m.san for m in game.moves], len(game.problems)), (["before"], ["e4", "e5"], 1))
        e4 = game.moves[0]
        self.assertEqual((e4.glyphs, e4.clock, e4.eval, e4.comments[0]), ([1], 60000, None, "first"))
        self.assertEqual([[m.san for m in line] for line in e4.variations], [["d4", "d5", "c4"], ["c4"]])
        self.assertEqual([[m.san for m in line] for line in e4.variations[0][1].variations], [["Nf6", "c4"]])
        self.assertEqual(e4.variations[0][1].variations[0][0].glyphs, [1])
        self.assertEqual((e4.variations[1][0].before, e4.variations[1][0].comments), (["better"], ["English"]))
        self.assertEqual(game.moves[1].variations, [])

    def test_deep_variations(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "games.pgn"
            file.write_text("[White \"x\"]\n\n1. e4 " + "(1. d4 " * 500 + ")" * 500 + " *\n")
            with chesszip.open(file) as archive:
                moves = archive.game(1).moves
        deep = 0
        while moves[0].variations:
            deep, moves = deep + 1, moves[0].variations[0]
        self.assertGreater(deep, 0)


class Tables(unittest.TestCase):
    def test_columns(self):
        with chesszip.open(DATA / "sample-1.czip") as archive:
            table = archive.columns("result:draw", tags=("White", "WhiteElo", "None"))
            games = list(archive.filter("result:draw"))
        self.assertEqual(list(table), ["number", "plies", "White", "WhiteElo", "None"])
        self.assertEqual(table["number"], [g.number for g in games])
        self.assertEqual(table["White"], [g.tags["White"] for g in games])
        self.assertEqual(table["WhiteElo"], [int(g.tags["WhiteElo"]) for g in games])
        self.assertEqual(set(table["None"]), {None})
        with chesszip.open(DATA / "odd.pgn") as archive:
            self.assertIn('M\ufffdller "Q"', archive.columns(tags=["White"])["White"])

    def test_pandas(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        with chesszip.open(DATA / "sample-1.czip") as archive:
            frame, table = archive.to_pandas(), archive.columns()
        self.assertEqual(list(frame.columns), list(table))
        self.assertEqual(str(frame.dtypes["WhiteElo"]), "Int16")
        self.assertEqual(frame["WhiteElo"].tolist(), table["WhiteElo"])
        self.assertEqual(frame["White"].tolist(), table["White"])
        self.assertEqual(len(frame), 1250)

    def test_arrow(self):
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            self.skipTest("pyarrow is not installed")
        with chesszip.open(DATA / "sample-1.czip") as archive:
            table, want = archive.to_arrow(), archive.columns()
        self.assertEqual(table.to_pydict(), want)
        self.assertEqual(str(table.schema.field("WhiteElo").type), "int16")


class Writing(unittest.TestCase):
    def test_compress_and_append(self):
        sample, odd = (DATA / "sample.pgn").read_bytes(), (DATA / "odd.pgn").read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "games.czip"
            written = chesszip.compress(DATA / "sample.pgn", file, level=1, index=["players", "numbers", "positions"])
            self.assertEqual(written, (1250, len(sample), file.stat().st_size))
            self.assertEqual(file.read_bytes(), (DATA / "sample-index.czip").read_bytes())  # as the command does
            with self.assertRaisesRegex(FileExistsError, "replace=True"):
                chesszip.compress(odd, file)
            with chesszip.open(file) as archive:
                begun = iter(archive)
                next(begun)
                added = archive.append(odd)
                self.assertEqual((added.games, added.input, len(archive)), (11, len(odd), 1261))
                self.assertEqual(b"".join(archive.texts()), sample + odd)
                self.assertEqual(sum(1 for _ in begun), 1249)
                with self.assertRaises(FileNotFoundError):
                    archive.append(Path(folder) / "none.pgn")
                self.assertEqual(len(archive), 1261)
            for level in (0, 6):
                chesszip.compress(odd, file, level=level, replace=True)
                with chesszip.open(file) as archive:
                    self.assertEqual(b"".join(archive.texts()), odd)
            for bad in ({"level": 10}, {"index": ["plyers"]}):
                with self.assertRaises(ValueError):
                    chesszip.compress(odd, file, replace=True, **bad)
            with self.assertRaises(TypeError):
                chesszip.compress(odd, file, index="players")
            with self.assertRaisesRegex(ValueError, "packed by zstd"):
                chesszip.compress(DATA / "sample.pgn.zst", file, replace=True)
            with self.assertRaisesRegex(ValueError, "is an archive"):
                chesszip.compress(file, Path(folder) / "other.czip")
            with chesszip.open(DATA / "odd.pgn") as text, self.assertRaises(chesszip.ChesszipError):
                text.append(odd)
            self.assertEqual((DATA / "odd.pgn").read_bytes(), odd)
            self.assertEqual(os.listdir(folder), ["games.czip"])


class Opening(unittest.TestCase):
    def test_errors(self):
        with self.assertRaises(FileNotFoundError):
            chesszip.open(DATA / "none.czip")
        (DATA / "binary").write_bytes(bytes(range(256)) * 100)
        with self.assertRaisesRegex(chesszip.CorruptError, "neither games nor positions"):
            chesszip.open(DATA / "binary")
        with self.assertRaisesRegex(chesszip.CorruptError, "packed by zstd"):
            chesszip.open(DATA / "sample.pgn.zst")
        with self.assertRaisesRegex(chesszip.ChesszipError, "is a directory"):
            chesszip.open(DATA)
        damaged = bytearray((DATA / "sample-1.czip").read_bytes())
        damaged[len(damaged) // 2] ^= 1
        (DATA / "damaged.czip").write_bytes(damaged)
        with chesszip.open(DATA / "damaged.czip") as archive:
            with self.assertRaisesRegex(chesszip.CorruptError, "damaged.czip.*checksum"):
                list(archive)
        (DATA / "cut.czip").write_bytes(damaged[:1000])
        with self.assertRaises(chesszip.ChesszipError):
            chesszip.open(DATA / "cut.czip")

    def test_arguments(self):
        name = str(DATA / "sample-1.czip")
        with self.assertRaisesRegex(ValueError, "NUL"):
            chesszip.open(name + "\0.pgn")
        with self.assertRaisesRegex(ValueError, "threads -1"):
            chesszip.open(name, threads=-1)
        with self.assertRaisesRegex(ValueError, "threads 1025"):
            chesszip.open(name, threads=1025)
        with chesszip.open(os.fsencode(name)) as archive:
            self.assertEqual(repr(archive), f"<chesszip.Archive {name!r}, 1250 games>")
            for call in (archive.filter, archive.find, archive.headers, archive.positions):
                with self.assertRaisesRegex(TypeError, "must be str, not int"):
                    next(call(3))
            with self.assertRaisesRegex(ValueError, "NUL"):
                archive.count("elo:2000-\0")
            with self.assertRaisesRegex(ValueError, "4294967297 positions"):
                next(archive.positions(rows=2**32 + 1))
            with self.assertRaisesRegex(ValueError, "start -5"):
                next(archive.games(start=-5))
            with self.assertRaisesRegex(chesszip.QueryError, "did you mean white"):
                archive.count("whit:carlsen")

    def test_closed(self):
        archive = chesszip.open(DATA / "sample-1.czip")
        begun = archive.games()
        first = next(begun)
        archive.close()
        archive.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            archive[0]
        self.assertIn("closed", repr(archive))
        self.assertEqual(first.number, 1)
        self.assertEqual(sum(1 for _ in begun), len(archive) - 1)  # what has begun goes on

    def test_pickle(self):
        with chesszip.open(DATA / "sample-1.czip") as archive, pickle.loads(pickle.dumps(archive)) as copy:
            self.assertEqual(copy[5], archive[5])
            self.assertEqual(pickle.loads(pickle.dumps(archive[5])), archive[5])

    def test_empty(self):
        (DATA / "empty.pgn").write_bytes(b"")
        with chesszip.open(DATA / "empty.pgn") as archive:
            self.assertEqual((len(archive), list(archive), archive[:3], list(archive.headers())), (0, [], [], []))

    def test_several_in_a_file(self):
        both = DATA / "both.czip"
        both.write_bytes((DATA / "odd-1.czip").read_bytes() + (DATA / "sample-6.czip").read_bytes())
        with chesszip.open(both) as archive, chesszip.open(DATA / "odd.pgn") as odd, chesszip.open(DATA / "sample.pgn") as sample:
            self.assertEqual(len(archive), len(odd) + len(sample))
            self.assertEqual(archive[len(odd)].moves, sample[0].moves)


class Oracle(unittest.TestCase):
    def test_replay(self):
        """The oracle of the tests of positions knows castling, en passant and promotions."""
        board = Board()
        for move in "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 g1f3 g7g6 f1c4 f8g7 e1g1 e8g8".split():
            board.play(move)
        self.assertEqual(board.at[5], "R")
        self.assertEqual(board.at[61], "r")
        self.assertNotIn(35, board.at)
        self.assertEqual(board.state(), (0, 0, -1, 4))
        self.assertEqual(sum(1 for _ in positions(["e2e4", "e7e5"], START)), 3)


if __name__ == "__main__":
    unittest.main()
