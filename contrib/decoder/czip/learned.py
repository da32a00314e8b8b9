"""The learned order: moves.md, part 2, sections 10 and 16.

    model(number)               the model whose number has this lower half; Refused(LEVEL)
    read_model(data)            a model of a file's bytes; Refused
    learned_scores(model, p, past, known), frequencies(scores)
    read_learned(coder, model, p, past, known)

What is known and remembered is in past.py, the features of moves are in features.py, the search
and the network in network.py.
"""

import functools

from . import features, lists, search, trace
from .basics import Source, unzstd, xxh64
from .board import write_fen
from .network import Network, correct
from .past import mix
from .quick import M64, order
from .refused import CHECKSUM, LEVEL, VERSION, Refused, damaged
from .rules import legal

MAX_LINES = lists.limit("LEARNED_MAX_LINES")
LINE = lists.limit("LEARNED_LINE")
MULTIPLIER = lists.limit("LEARNED_MULTIPLIER")
ONE = lists.limit("CODER_ONE")


# --- Models (section 10)

class Model:
    """weights[64 * line + i] is weight i of a line; network is None or a Network."""

    def __init__(self, number):
        self.number = number
        self.search = self.lines = self.weights = self.network = None


def read_model(data, trusted=None):
    """The model of a file's bytes. trusted: its number, if that is known to be right."""
    if len(data) > lists.limit("MAX_MODEL") or len(data) < 12 or data[:3] != b"CZM":
        damaged("no model of moves")
    if data[3] != 3:
        raise Refused(VERSION, "a model of moves of another version")
    number = int.from_bytes(data[-8:], "little")
    if trusted != number and xxh64(data[:-8]) != number:
        raise Refused(CHECKSUM, "a model of moves with a wrong checksum")
    model = Model(number)
    source = Source(data, 4, len(data) - 8)
    kinds = set()
    network = None
    while source.left():
        kind = source.byte()
        part = source.sized()
        if kind not in (1, 2, 3, 4) or kind in kinds:
            damaged("a part of a model is unknown or repeated")
        kinds.add(kind)
        if kind in (2, 4):
            _read_weights(model, part, kind == 4)
        if kind == 3:
            network = part
    if (2 in kinds) == (4 in kinds):
        damaged("a model has no weights, or has them twice")
    if network is not None:
        model.network = Network(network, feature_count(model))
    return model


def feature_count(model):
    """How many weights make up a score."""
    return lists.limit("LEARNED_ALL_FEATURES" if model.search else "LEARNED_FEATURES")


def _read_weights(model, part, packed):
    source = Source(part)
    model.search = source.byte()
    model.lines = source.fixed(4)
    if model.search > 1 or not 1 <= model.lines <= MAX_LINES:
        damaged("weights of a model with a wrong search or number of lines")
    weights = source.rest()
    if packed:
        weights = unzstd(weights, LINE * model.lines)
    if len(weights) != LINE * model.lines:
        damaged("weights of a model with a wrong size")
    model.weights = memoryview(weights).cast("b")


@functools.lru_cache(None)
def of_file(path):
    """The model of a data file, which has the number that files.txt says."""
    file = lists.files()[path]
    data = lists.data(path)
    number = int.from_bytes(data[-8:], "little")
    if number != file.model:
        raise ValueError(path + " is not the model of files.txt")
    return read_model(data, number)


def paths():
    """The files of the models of moves."""
    return [path for path in lists.files()
            if path.startswith("movelist/")]


def model(number):
    """The model whose number has this lower half; Refused(LEVEL) if it is not at hand."""
    for path in paths():
        if lists.files()[path].model & 0xFFFFFFFF == number:
            return of_file(path)
    raise Refused(LEVEL, f"a model that is not at hand: {number}")


# --- Scores and frequencies (section 16)

ROW_STEP, ROW_FACTOR, ROW_ADD = 0x632BE59BD9B4E019, 0xFF51AFD7ED558CCD, 0x9FB21C651E98DF25


def row(i, value):
    return mix((value + i * ROW_STEP) * ROW_FACTOR + ROW_ADD)


class Look:
    """What a position and its moves look like to a model: v the view, o the outlook, x what
    each feature knows of the position, all what look says of each legal move."""

    def __init__(self, model_, p, past, known):
        self.v = v = features.learned_view(p)
        self.o = o = features.outlook(p, past, known)
        self.x = x = features.row_values(v, p, past, o, known.ending)
        self.all = [features.look(v, p, past, m) for m in legal(p)]
        v.gap = 0
        if model_.search:
            search.search(v, o, x, self.all)
        self.rows = [row(i, x[i]) for i in range(feature_count(model_))]

    def places(self, model_, past, a):
        """The places of the weights of a move, in the order of features."""
        cells = features.cells(self.v, past, a)
        if model_.search:
            cells += search.search_cells(self.v, self.o, a)
        lines = model_.lines
        found = []
        for r, (group, place) in zip(self.rows, cells):
            h = (r + group) * MULTIPLIER & M64
            found.append(((h >> 32) * lines >> 32 << 6) + ((h >> 20 & 63) ^ place))
        return found


def learned_scores(model_, p, past, known):
    """The scores of the legal moves, in the legal order."""
    look = Look(model_, p, past, known)
    stored = model_.weights
    weights = [[stored[at] for at in look.places(model_, past, a)] for a in look.all]
    scores = [sum(x) for x in weights]
    if model_.network is not None:
        correct(model_.network, look.v, look.o, past, look.all, weights, scores)
    return scores


def frequencies(scores):
    """What part of 65,536 each move has."""
    top = max(scores)
    parts = [exponential(top - x) for x in scores]
    share = ((ONE - len(scores)) << 40) // sum(parts)
    result = [1 + (part * share >> 40) for part in parts]
    result[order(scores)[0]] += ONE - sum(result)
    return result


@functools.lru_cache(None)
def exponential(d):
    """e to the power -d/32, in 1/2^24."""
    if d >= 448:
        return 0
    c = 1 << 63
    for _ in range(d):
        c = c * 17879197424118840458 >> 64
    return c >> 39


def read_symbol(coder, f):
    """A symbol; symbol i has f[i] parts of 65,536 behind those of the symbols before it."""
    place = coder.peek()
    c = 0
    for i, part in enumerate(f):
        if place < c + part:
            coder.take(c, part)
            return i
        c += part
    raise AssertionError("parts do not add up to 65,536")


def read_learned(coder, model_, p, past, known):
    """The next move of a string of the range coder."""
    moves = legal(p)
    if not moves:
        damaged("a move where none is legal")
    if len(moves) == 1:
        return moves[0]
    f = frequencies(learned_scores(model_, p, past, known))
    i = read_symbol(coder, f)
    if trace.sink:
        trace.say(f"{model_.number:016x} {write_fen(p)}: move {i} of {len(moves)}, {moves[i]}, "
                  f"has {f[i]} of 65536")
    return moves[i]
