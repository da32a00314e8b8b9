"""The predictors of a base of an ending: endings.md, section 2.2.

    read_model(coder)               (predictor for distances, predictor for draws)
    predictor.copy()                each block changes its own
    predictor.read(coder, at, row)  a bit; at: a value for each context
"""

from . import lists, trace
from .basics import clamp
from .coding import ONE, STEP, Bit, Many, Number
from .models import squash, stretch

TABLES = ((1536, 1536, 1536, 1536, 1536, 1536, 1536, 3072, 3264), (36, 576, 360, 450, 432))
ROWS = (48, 9)
LEAST = lists.limit("ENDING_LEAST_CHANCE")


class Predictor:
    """tables: estimates as [value of 22 bits, count]; weights: rows."""

    def __init__(self, tables, weights):
        self.tables = tables
        self.weights = weights

    def copy(self):
        tables = [([*values], [*counts]) for values, counts in self.tables]
        return Predictor(tables, [[*row] for row in self.weights])

    def read(self, coder, at, row):
        W = self.weights[row]
        inputs = [stretch(values[a] >> 6) for (values, _), a in zip(self.tables, at)]
        inputs.append(256)
        q = squash(sum(t * w for t, w in zip(inputs, W)) >> 16)
        b = coder.read_bit(clamp(q, LEAST, ONE - LEAST))
        err = 65536 * b - q
        for i, t in enumerate(inputs):
            W[i] += (t * err >> 14) + 1 >> 1
        aim = 0x3FFFFF * b
        for (values, counts), a in zip(self.tables, at):
            n = counts[a]
            values[a] += (aim - values[a]) * STEP[n] >> 16
            counts[a] = n + 1 if n < 255 else 255
        if trace.sink:
            trace.decision("predictor", f"at={at} row={row}", b)
        return b


def read_model(coder):
    return [_read_predictor(coder, sizes, rows) for sizes, rows in zip(TABLES, ROWS)]


def _read_predictor(coder, sizes, rows):
    group_bits, known_bits, step_bits, change = Many(Bit), Many(Bit), Many(Bit), Number()
    group, step = 0, 20
    tables = []
    for size in sizes:
        values, counts = [32768 << 6] * size, [0] * size
        tables.append((values, counts))
        for j in range(0, size, 16):
            group = group_bits[group].read(coder)
            if group == 0:
                continue
            was = 0
            for i in range(j, min(j + 16, size)):
                was = known_bits[was].read(coder)
                if was == 0:
                    continue
                node = 1
                for _ in range(6):
                    node = 2 * node + step_bits[step, node].read(coder)
                step = min(node - 64, 40)
                values[i] = squash(128 * (step - 20)) << 6
                counts[i] = 60
    w = [0] * (len(sizes) + 1)
    weights = []
    for _ in range(rows):
        for i in range(len(w)):
            u = change.read(coder)
            w[i] += -(u // 2) - 1 if u % 2 else u // 2
        weights.append([2048 * x for x in w])
    return Predictor(tables, weights)
