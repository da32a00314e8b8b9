"""Answers the questions of benchmarks/tasks by python-chess: peers.py TASK FILE OUTPUT."""
import collections
import csv
import json
import re
import sys

import chess
import chess.pgn

task, path, output = sys.argv[1:]


def headers(f):
    """All games' tags, and where each begins."""
    while True:
        at = f.tell()
        h = chess.pgn.read_headers(f)
        if h is None:
            return
        yield at, h


def number(text):
    return int(text) if text and text.isdigit() else 0


def by_tags(holds):
    """Writes the games whose tags answer."""
    n = 0
    with open(path, encoding="utf-8", errors="replace", newline="") as f, open(output, "w") as out:
        found = [at for at, h in headers(f) if holds(h)]
        for at in found:
            f.seek(at)
            print(chess.pgn.read_game(f), end="\n\n", file=out)
            n += 1
    print(n)


def games():
    with open(path, encoding="utf-8", errors="replace", newline="") as f:
        while (g := chess.pgn.read_game(f)) is not None:
            yield g


def by_game(holds):
    """Writes the games that answer."""
    n = 0
    with open(output, "w") as out:
        for g in games():
            if holds(g):
                print(g, end="\n\n", file=out)
                n += 1
    print(n)


def boards(g):
    b = g.board()
    yield b
    for m in g.mainline_moves():
        b.push(m)
        yield b


def reaches(holds):
    return lambda g: any(holds(b) for b in boards(g))


def counts(b):
    return tuple(tuple(len(b.pieces(k, c)) for k in (5, 4, 3, 2, 1)) for c in (True, False))


def isolated(b):
    """White's only pawn of c to e is on d4."""
    pawns = b.pieces(chess.PAWN, chess.WHITE)
    files = [chess.square_file(s) for s in pawns]
    return chess.D4 in pawns and files.count(3) == 1 and 2 not in files and 4 not in files


def held(holds, plies):
    def check(g):
        n = 0
        for b in boards(g):
            n = n + 1 if holds(b) else 0
            if n >= plies:
                return True
        return False
    return check


def sequence(*wanted):
    """White plays the moves, in this order."""
    def check(g):
        b, left = g.board(), list(wanted)
        for m in g.mainline_moves():
            if left and b.turn and b.san(m).rstrip("+#") == left[0]:
                left.pop(0)
            b.push(m)
        return not left
    return check


def tree(least):
    key = chess.Board("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").epd()
    moves = collections.Counter()
    for g in games():
        if least and min(number(g.headers.get("WhiteElo")), number(g.headers.get("BlackElo"))) < least:
            continue
        b = g.board()
        for m in g.mainline_moves():
            if b.epd() == key:
                moves[b.san(m), g.headers["Result"]] += 1
                break
            b.push(m)
    print(sum(moves.values()))


def first(g, wanted):
    return [m.uci() for _, m in zip(wanted, g.mainline_moves())] == wanted


def starts(text):
    with open(path, encoding="utf-8", errors="replace", newline="") as f:
        return sum(1 for _ in headers(f))


def select(numbers):
    wanted = set(numbers)
    n = 0
    with open(path, encoding="utf-8", errors="replace", newline="") as f, open(output, "w") as out:
        for k, (at, _) in enumerate(headers(f), 1):
            if k in wanted:
                after = f.tell()
                f.seek(at)
                print(chess.pgn.read_game(f), end="\n\n", file=out)
                f.seek(after)
                n += 1
            if k == max(numbers):
                break
    print(n)


def sort():
    with open(path, encoding="utf-8", errors="replace", newline="") as f, open(output, "w") as out:
        for _, at in sorted((h.get("Date", ""), at) for at, h in headers(f)):
            f.seek(at)
            print(chess.pgn.read_game(f), end="\n\n", file=out)


def strip():
    with open(output, "w") as out:
        for g in games():
            print(g.accept(chess.pgn.StringExporter(variations=False, comments=False)), end="\n\n", file=out)


def to_json():
    with open(output, "w") as out:
        for g in games():
            b, san = g.board(), []
            for m in g.mainline_moves():
                san.append(b.san(m))
                b.push(m)
            print(json.dumps({"tags": dict(g.headers), "moves": san}), file=out)


def dedupe():
    seen, n = set(), 0
    with open(output, "w") as out:
        for g in games():
            key = (g.headers.get("White"), g.headers.get("Black"), tuple(g.mainline_moves()))
            if key not in seen:
                seen.add(key)
                print(g, end="\n\n", file=out)
                n += 1
    print(n)


def split():
    files = {}
    for g in games():
        eco = g.headers.get("ECO", "unknown")
        if eco not in files:
            files[eco] = open(f"{output}-{eco}.pgn", "w")
        print(g, end="\n\n", file=files[eco])
    print(len(files))


def lists():
    with open(path, encoding="utf-8", errors="replace", newline="") as f, open(output, "w") as out:
        w = csv.writer(out)
        for n, (_, h) in enumerate(headers(f), 1):
            w.writerow([n, h.get("Date"), h.get("White"), h.get("Black"), h.get("Result"), h.get("ECO")])


def stats():
    with open(path, encoding="utf-8", errors="replace", newline="") as f:
        c = collections.Counter((h.get("Date", "")[:7], h.get("Result")) for _, h in headers(f))
    print(sum(c.values()))


def both(h, low):
    return min(number(h.get("WhiteElo")), number(h.get("BlackElo"))) >= low


ITALIAN = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2P2N2/PP1P1PPP/RNBQK2R w KQkq -"
ROOKS = {((0, 1, 0, 0, 1), (0, 1, 0, 0, 0)), ((0, 1, 0, 0, 0), (0, 1, 0, 0, 1))}

{
    "count": lambda: print(starts(path)),
    "list": lists,
    "stats": stats,
    "one": lambda: select([10000]),
    "many": lambda: select(range(7, 17007, 17)),
    "player": lambda: by_tags(lambda h: any("carlsen" in h.get(c, "").lower() for c in ("White", "Black"))),
    "pair": lambda: by_tags(lambda h: "carlsen" in h.get("White", "").lower() and "caruana" in h.get("Black", "").lower()),
    "elo": lambda: by_tags(lambda h: both(h, 2700)),
    "date": lambda: by_tags(lambda h: "2025.01" <= h.get("Date", "")[:7] <= "2025.06"),
    "eco": lambda: by_tags(lambda h: "B90" <= h.get("ECO", "") <= "B99"),
    "opening": lambda: by_tags(lambda h: "C00" <= h.get("ECO", "") <= "C19"),
    "short": lambda: by_game(lambda g: g.headers["Result"] == "1/2-1/2" and g.end().ply() <= 40),
    "tag": lambda: by_tags(lambda h: re.search("Blitz|Rapid", h.get("Event", "")) is not None),
    "moves": lambda: by_game(lambda g: first(g, ["e2e4", "c7c5", "g1f3", "d7d6"])),
    "position": lambda: by_game(reaches(lambda b: b.epd() == ITALIAN)),
    "material": lambda: by_game(reaches(lambda b: counts(b) in ROOKS)),
    "board": lambda: by_game(reaches(lambda b: b.piece_at(chess.E5) == chess.Piece.from_symbol("N")
                                     and b.piece_at(chess.D4) == chess.Piece.from_symbol("P")
                                     and b.piece_at(chess.D5) == chess.Piece.from_symbol("p"))),
    "pawns": lambda: by_game(held(isolated, 4)),
    "sequence": lambda: by_game(sequence("O-O-O", "g4")),
    "move": lambda: by_game(sequence("Ng5")),
    "explore": lambda: tree(0),
    "strong": lambda: tree(1800),
    "sort": sort,
    "dedupe": dedupe,
    "split": split,
    "strip": strip,
    "json": to_json,
}[task]()
