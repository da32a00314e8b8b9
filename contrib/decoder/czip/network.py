"""The network of models of moves: moves.md, section 19.

    Network(data, features)
    position_rows(v, o, past, n), move_rows(a)
    correct(network, v, o, past, all_, weights, scores)

The numbers of all hidden units of a row are one large integer, 32 bits each, so that Python adds
and multiplies them at once.
"""

import struct

from . import lists
from .basics import digits
from .board import KING, PAWN, QUEEN, squares
from .features import mirrored
from .refused import damaged

BLOCK = lists.limit("NETWORK_BLOCK")
PIECES = lists.limit("NETWORK_PIECES")
REPLY = lists.limit("NETWORK_REPLY")
START = lists.limit("NETWORK_START")
PLAN = lists.limit("NETWORK_PLAN")
TARGET = lists.limit("NETWORK_TARGET")
ORIGIN = lists.limit("NETWORK_ORIGIN")
ROWS = lists.limit("NETWORK_ROWS")
MAX_SUM = lists.limit("NETWORK_MAX_SUM")
NEAR = lists.limit("NETWORK_NEAR")
HIDDEN_SHIFT = lists.limit("NETWORK_HIDDEN_SHIFT")
OUT_SHIFT = lists.limit("NETWORK_OUT_SHIFT")
CLASSES = lists.network_classes()
LEAST_WEIGHT = 128  # the magnitude of the least of 8 bits


def _whole(row):
    """The numbers of a row as one integer, which may be negative."""
    return sum(x << (32 * u) for u, x in enumerate(row))


def _rows(data, form, units):
    numbers = [x for x, in struct.iter_unpack("<" + form, data)]
    return [numbers[i:i + units] for i in range(0, len(numbers), units)]


class Network:
    """into[j], bias[r]: the numbers of a row as one integer; out[u]."""

    def __init__(self, data, features):
        blocks = data[0] if data else 0
        self.units = units = blocks * BLOCK
        if not units or len(data) != 1 + units * (features + 2 * ROWS + 2):
            damaged("a network with a wrong size")
        split = 1 + features * units
        behind = split + 2 * ROWS * units
        into = _rows(data[1:split], "b", units)
        bias = _rows(data[split:behind], "h", units)
        self.out = _rows(data[behind:], "h", units)[0]
        if max(_most(into, bias, units)) > MAX_SUM:
            damaged("a network whose hidden units can be too large")
        self.into = [_whole(row) for row in into]
        self.bias = [_whole(row) for row in bias]
        # What is added so that no unit is below 0 when it is taken out.
        self.half = _whole([1 << 31] * units)


def _most(into, bias, units):
    """The most that each hidden unit can add up to."""
    total = [LEAST_WEIGHT * sum(map(abs, column)) for column in zip(*into)]
    kinds = [range(first, first + size) for first, size in CLASSES]
    kinds += [range(PIECES + s, REPLY, 64) for s in range(64)]
    kinds += [range(a, b) for a, b in zip([REPLY, START, PLAN, TARGET, ORIGIN],
                                          [START, PLAN, TARGET, ORIGIN, ROWS])]
    for rows in kinds:
        for u in range(units):
            total[u] += max(abs(bias[r][u]) for r in rows)
    return total


def position_rows(v, o, past, n):
    """The rows of a position with n legal moves."""
    d = digits(n)
    number_grade = 2 * d + (n >> max(d - 2, 0) & 1)
    grades = (v.phase, o.elo, o.left, v.gap, number_grade, 4 * v.check + o.result)
    rows = [first + min(grade, size - 1) for grade, (first, size) in zip(grades, CLASSES)]
    for c in range(2):
        for k in range(PAWN, KING + 1):
            rows += [PIECES + 64 * (6 * c + k - 1) + s for s in squares(v.men[c][k])]
    last, own = mirrored(past.last[0], v.flip), mirrored(past.last[1], v.flip)
    if last[0]:
        rows += [REPLY + last[2], START + last[1]]
    if own[0]:
        rows.append(PLAN + own[2])
    return rows


def move_rows(a):
    """The two rows of a move."""
    kind = 0 if a.promotion and a.promotion != QUEEN else a.kind
    return TARGET + 64 * kind + a.to, ORIGIN + 64 * kind + a.origin


def correct(network, v, o, past, all_, weights, scores):
    """Corrects the scores of the moves near the best one."""
    bias, half = network.bias, 1 << 31
    start = network.half + sum(bias[r] for r in position_rows(v, o, past, len(scores)))
    least_score = max(scores) - NEAR
    size = 4 * network.units
    for i, score in enumerate(scores):
        if score < least_score:
            continue
        target, origin = move_rows(all_[i])
        units = start + bias[target] + bias[origin]
        for into, x in zip(network.into, weights[i]):
            units += into * x
        total = 0
        for out, unit in zip(network.out, memoryview(units.to_bytes(size, "little")).cast("I")):
            if unit > half:
                total += out * (unit - half >> HIDDEN_SHIFT)
        scores[i] = score + (total >> OUT_SHIFT)
