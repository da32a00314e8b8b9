"""Section 6.1: moves by the frequencies that a learned model gives them. No search: levels 4 to 6."""

import os

from . import Corrupt, LevelMissing, NotCovered
from .archive import Reader
from .columns import unzstd
from .features import Past, Scores
from .rangecoder import Decoder
from .textmodel import ROOT
from .xxh64 import xxh64

class Model:
    """The weights of a .czm file."""

    def __init__(self, data):
        if data[:4] != b"CZM\x02" or xxh64(data[:-8]) != int.from_bytes(data[-8:], "little"):
            raise Corrupt("model: not one of version 2, or damaged")
        self.number = xxh64(data[:-8])
        r = Reader(data, 4, len(data) - 8, "model")
        self.weights = None
        while r.pos < r.end:
            kind, part = r.byte(), r.bytes(r.uv())
            if kind in (2, 4):
                self.deep, self.lines = part[0], int.from_bytes(part[1:5], "little")
                self.weights = memoryview(unzstd(part[5:]) if kind == 4 else bytes(part[5:])).cast("b")
        if self.weights is None or len(self.weights) != self.lines << 6:
            raise Corrupt("model: its weights are missing")


def _exponents():
    table, c = [], 1 << 63
    for _ in range(448):
        table.append(c >> 39)
        c = c * 17879197424118840458 >> 64
    return table


EXP = _exponents()


def frequencies(scores):
    """Parts of 65,536 for each score."""
    top = max(scores)
    e = [EXP[top - s] if top - s < 448 else 0 for s in scores]
    share = (65536 - len(scores) << 40) // sum(e)
    f = [1 + (x * share >> 40) for x in e]
    f[scores.index(top)] += 65536 - sum(f)
    return f


class Known:
    """What is known of a game before its moves."""

    def __init__(self):
        self.result, self.ending = 0, 0           # 1 White, 2 Black, 3 draw; 1 on the board, 2 not
        self.plies, self.elo, self.seconds = 0, [0, 0], 0


def small_number(v):
    v = v or b""
    return int(v) if len(v) <= 5 and v.isdigit() else 0


OUTCOMES = {b"1-0": 1, b"0-1": 2, b"1/2-1/2": 3}


def known_of(game, steps):
    """What the tags and the steps (step, argument) of a game say."""
    k = Known()
    k.plies = game.plies
    k.result = OUTCOMES.get(game.last(b"Result"), 0)
    depth = 0
    for step, argument in steps:
        if step == 7:
            depth += 1
        elif step == 8:
            depth = max(depth - 1, 0)
        elif step == 9 and depth == 0 and argument in OUTCOMES:
            k.result = OUTCOMES[argument]
    k.elo = [small_number(game.last(b"WhiteElo")), small_number(game.last(b"BlackElo"))]
    base, _, added = (game.last(b"TimeControl") or b"").partition(b"+")
    k.seconds = small_number(base) + 40 * small_number(added)
    how = game.last(b"Termination")
    if how is not None:
        k.ending = 2 if any(x in how for x in (b"ime forfeit", b"on time", b"bandon")) else 1
    return k


def model_numbers():
    """The lower halves of the numbers of the embedded models."""
    numbers = []
    for name in ("default", "max"):
        with open(os.path.join(ROOT, "movelist/learned", name + ".czm"), "rb") as f:
            numbers.append(int.from_bytes(f.read()[-8:-4], "little"))
    return numbers


_models = {}


def model_numbered(low=None):
    """The embedded model whose number has this lower half; without one, the default."""
    for name in ("default", "max"):
        if name not in _models:
            with open(os.path.join(ROOT, "movelist/learned", name + ".czm"), "rb") as f:
                _models[name] = Model(f.read())
        if low is None or _models[name].number & 0xFFFFFFFF == low:
            return _models[name]
    raise LevelMissing("moves: the model that the header names is not one of the embedded ones")


def read_choice(d, model, position, past, known):
    """The next choice among the legal moves of a position."""
    legal = position.legal()
    if not legal:
        raise Corrupt("moves: a move where none is legal")
    if len(legal) == 1:
        return legal[0]
    f = frequencies(Scores(model, position, past, known, legal).scores)
    place, c = d.place(), 0
    for m, x in zip(legal, f):
        if place < c + x:
            d.take(c, x)
            return m
        c += x
    raise Corrupt("moves: no such move")


class LearnedMoves:
    """Stream 8: groups of 32 games at a learned level."""

    def __init__(self, data, parameters):
        self.r = Reader(data, what="moves")
        self.model = model_numbered(int.from_bytes(parameters[3:7], "little") or None)
        if self.model.deep:
            raise NotCovered("search, which levels 7 to 9 need")
        self.d = None

    def begin_group(self):
        self.end_group()
        self.d = Decoder(self.r.bytes(self.r.uv()))

    def end_group(self):
        if self.d:
            self.d.done()
            self.d = None

    def begin_game(self, game, steps):
        self.known = known_of(game, steps)

    def next(self, state):
        return read_choice(self.d, self.model, state.position, state.past, self.known)

    def done(self):
        self.end_group()
        self.r.done()
