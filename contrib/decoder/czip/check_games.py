"""Checks of spellings.txt, openings.txt, heads.txt, script.txt and frames.txt: games.md and its
parts."""

from . import trace
from .board import move_name, read_fen
from .container import Frame, Parameters, frame_input
from .games import start_position
from .heads import read_heads
from .openings import key, named, player_number, read_openings
from .san import find_san, san
from .script import Script
from .spelling import text_of
from .vectors import all_of, one, same, show, text


def move_number(text):
    """The move that a text such as e7e8q stands for; 0000 is the null move."""
    if text in ("--", "0000"):
        return 0
    s = ord(text[0]) - 97 + 8 * (int(text[1]) - 1)
    t = ord(text[2]) - 97 + 8 * (int(text[3]) - 1)
    return s + 64 * t + 4096 * (" nbrq".index(text[4]) + 1 if len(text) > 4 else 0)


def spellings(block):
    p = read_fen(one(block, "fen"))
    d = int(one(block, "dialect"))
    for line in all_of(block, "move"):
        what, _, want = line.partition(" | ")
        name, form = what.split(" ")
        got = text_of(d, p, move_number(name), int(form))
        same(what, show(got.encode()), want)
        if d == int(form) == 0:
            m = move_number(name)
            same(what + " as SAN", san(p, m), want)
            same(want + " read", find_san(p, want), m)


def games_of(block):
    """The games of a block: lists of (key, value), the first of which is game."""
    games = []
    for k, value in block:
        if k == "game":
            games.append([])
        if games:
            games[-1].append((k, value))
    return games


def opening(block):
    for line in all_of(block, "key"):
        fen, want = line.split(" | ")
        same("key of " + fen, f"{key(read_fen(fen)):016x}", want)
    if one(block, "stream") is None:
        return
    games = games_of(block)
    data = bytes.fromhex(one(block, "stream").partition(" | ")[2])
    starts, players, plies = [], [], []
    for game in games:
        pairs = [x.partition(" | ") for x in all_of(game, "tag")]
        tags = [(a.encode(), text(b)) for a, _, b in pairs]
        starts.append(start_position(next((b for a, b in tags if a == b"FEN"), None)))
        last = dict(tags)
        players.append([player_number(last.get(c)) for c in (b"White", b"Black")])
        plies.append(int(one(game, "game")))
    moves = read_openings(data, starts, players, plies)
    found = named(starts, moves)
    for i, game in enumerate(games):
        same(f"moves of game {i}", " ".join(move_name(m) for m in moves[i]),
             one(game, "moves"))
        same(f"named of game {i}", " ".join(map(str, found[i])), one(game, "named"))


def frame_streams(block):
    """Checks of frames.txt: the input that the streams of a frame stand for."""
    games, size, check = one(block, "frame").split(" ")
    frame = Frame()
    frame.games = int(games)
    frame.input = int(size)
    frame.check = int(check, 16)
    frame.at = frame.length = 0
    frame.streams = {}
    for line in all_of(block, "stream"):
        kind, _, data = line.partition(" |")
        frame.streams[int(kind)] = bytes.fromhex(data.strip())
    got = frame_input(frame, Parameters(bytes.fromhex(one(block, "parameters"))))
    same("input", show(got), one(block, "input"))


def steps_of(read):
    """The Bits, Trees and Numbers that a function reads, as the vectors have them."""
    lines = []
    trace.start(lines.append)
    try:
        read()
    finally:
        trace.stop()
    return [line for line in lines if line[0].isupper()]


def heads(block):
    texts = [text(v) for v in all_of(block, "literal")]
    chains = all_of(block, "chain")
    found = []
    steps = steps_of(lambda: found.append(read_heads(bytes.fromhex(one(block, "string")), texts,
                                                     len(chains), 1 << 20)))
    same("steps", steps, all_of(block, "step"))
    same("chains", [" ".join(map(str, c)) for c in found[0].chains], chains)
    same("plies", found[0].plies, [int(n) for n in all_of(block, "plies")])


def script(block):
    texts, words = ([text(v) for v in all_of(block, key)] for key in ("text", "word"))
    reader = Script(bytes.fromhex(one(block, "string")), texts, words)
    games = [[int(n) for n in game[0][1].split(" ")] for game in games_of(block)]
    steps = steps_of(lambda: [reader.read_game(*game) for game in games])
    reader.done()
    same("steps", steps, all_of(block, "step"))


CHECKS = {"spellings.txt": spellings, "openings.txt": opening, "heads.txt": heads,
          "script.txt": script, "frames.txt": frame_streams}
