"""The logistic scale, estimates, hashes, and models of values with contexts: coding.md, 3 and 4.

    words = Model(coder, "comments.words", size, limit)
    words.flag(0, x, y)             use(0, [x, y]) and then flag()
    words.index(4, x, digits=4)
    words.number(2, x, kind=1)
    words.signed(3, x, y)
    words.use(0, x, y); words.flag()        in steps
    words.below(k)

Fields come in the order of the list, as ints of any size and sign: they are cut here.
"""

from array import array
from collections import defaultdict

from . import lists, trace
from .coding import ONE, STEP

M32 = 0xFFFFFFFF
EDGE = lists.limit("MIX_EDGE")


def _scale():
    """The tables of 3.1; the first begins at -EDGE."""
    upper = []
    power = 1 << 62
    for _ in range(EDGE + 1):
        upper.append((1 << 47) // (((1 << 62) + power) >> 31))      # less than ONE
        power = (power >> 32) * 4278222939
    squash = [ONE - v for v in upper[:0:-1]] + upper
    stretch = []
    x = -EDGE
    for p in range(8, ONE, 16):
        while x < EDGE and squash[x + EDGE] < p:
            x += 1
        stretch.append(x)
    return squash, stretch


SQUASH, STRETCH = _scale()


def squash(x):
    """The probability in 1/65536, 1 to 65535, of a place on the logistic scale."""
    return SQUASH[(-EDGE if x < -EDGE else EDGE if x > EDGE else x) + EDGE]


def stretch(p):
    """The place on the logistic scale of a probability, 0 <= p <= 65535."""
    return STRETCH[p >> 4]


def hash32(a, b):
    """The function hash of coding.md, 3.4."""
    b &= M32
    x = ((a * 0x2C1B3C6D) ^ ((b << 13 | b >> 19) & M32) * 0x9E3779B1) & M32
    return (x ^ x >> 15) * 0x85EBCA6B & M32


def new_row():
    """A row of refined probabilities."""
    return [squash(256 * (j - 11)) for j in range(lists.limit("MIX_KNOTS"))]


class Set:
    """What is learned for one kind of bits of a model (4.2)."""

    __slots__ = ("weight", "bias", "uses", "row")

    def __init__(self):
        self.weight = [lists.limit("MIX_FIRST_WEIGHT") for _ in range(lists.limit("MIX_CONTEXTS"))]
        self.bias = self.uses = 0
        self.row = new_row()


class Model:
    """A model (coding.md, 4). table: a name of a list contexts-*.txt or a lists.Table."""

    def __init__(self, coder, table, size, limit):
        self.coder = coder
        self.table = lists.table(table) if isinstance(table, str) else table
        self.size = size
        self.limit = limit
        estimates = 1 << size
        self.value = array("i", [32768 << 6]) * estimates
        self.count = array("H", [0]) * estimates
        self.sets = defaultdict(Set)            # by number; those of number and signed by name
        self.plans = [_plan(c) for c in self.table.choices]
        self.context = None
        self.used = ""                                          # for the trace

    def use(self, c, *values):
        """Before each value that is coded with choice c."""
        count, masks, plan = self.plans[c]
        assert len(values) == count, (self.table.name, c, values)
        values = [v & m for v, m in zip(values, masks)]
        context = []
        for h, words in plan:
            for word in words:
                w = 0
                for f, at in word:
                    w |= values[f] << at
                h = hash32(h, w)
            context.append(h)
        self.context = context
        if trace.sink:
            choice = self.table.choices[c]
            fields = " ".join(f"{f[0]}={v}" for f, v in zip(choice.fields, values))
            self.used = f"{self.table.name} {c} ({choice.what}) {fields}".rstrip()

    def bit(self, node, s):
        """model_bit: one bit of kind s."""
        value, count = self.value, self.count
        kind = self.sets[s]
        weight = kind.weight
        shift = 32 - self.size
        base = node * 0x9E3779B1
        spots = []
        inputs = []
        x = 256 * kind.bias
        i = 0
        for c in self.context:
            h = (c + base + i) * 0x85EBCA6B & M32
            spot = ((h ^ h >> 15) * 0xC2B2AE35 & M32) >> shift
            spots.append(spot)
            if count[spot]:
                t = STRETCH[value[spot] >> 10]
                x += t * weight[i]
            else:
                t = 0
            inputs.append(t)
            i += 1
        x >>= 16
        x = -EDGE if x < -EDGE else EDGE if x > EDGE else x
        q = SQUASH[x + EDGE]
        row = kind.row
        j = (x + 2816) >> 8
        part = (x + 2816) & 255
        p = (q + ((row[j] * (256 - part) + row[j + 1] * part) >> 8)) >> 1
        b = self.coder.read_bit(max(24, min(p, 65512)))

        err = ((65536 * b - q) * (2 + 4000 // (kind.uses + 150))) >> 7
        kind.uses += 1
        if part >= 128:
            j += 1
        row[j] += (65535 * b - row[j]) >> 6
        limit = self.limit
        aim = 0x3FFFFF * b
        i = 0
        for spot in spots:
            t = inputs[i]
            if t:
                weight[i] += (t * err + 512) >> 10
            v = value[spot]
            n = count[spot]
            value[spot] = v + (((aim - v) * STEP[n]) >> 16)
            count[spot] = n + 1 if n < limit else limit
            i += 1
        kind.bias += (err + 2) >> 2                     # its input is 256
        return b

    def flag(self, c=None, *values):
        """0 or 1."""
        if c is not None:
            self.use(c, *values)
        b = self.bit(1, 0)
        if trace.sink:
            trace.decision(self.used, "flag", b)
        return b

    def index(self, c=None, *values, digits):
        """A number of so many binary digits; of 0 digits it is 0."""
        if c is not None:
            self.use(c, *values)
        node = 1
        for i in range(digits):
            node = node << 1 | self.bit(node, 1 + min(i, 13))
        v = node - (1 << digits)
        if trace.sink:
            trace.decision(self.used, f"index {digits}", v)
        return v

    def number(self, c=None, *values, kind=0):
        """0 to 2^62 - 2."""
        if c is not None:
            self.use(c, *values)
        v = self._number(kind)
        if trace.sink:
            trace.decision(self.used, "number", v)
        return v

    def _number(self, kind):
        kind <<= 16
        m = 1
        while m < 62 and self.bit(kind + m, ("length", min(m, 15))) == 1:
            m += 1
        w = 1
        left = m - 1
        for i in range(min(left, 7)):
            w = w << 1 | self.bit(kind + (m << 8) + w, ("digits", min(m, 8), i > 0))
        left = max(left - 7, 0)
        while left > 0:
            k = min(left, 16)
            w = w << k | self.coder.read_raw(k)
            left -= k
        return w - 1

    def signed(self, c=None, *values):
        """-(2^62 - 1) to 2^62 - 1."""
        if c is not None:
            self.use(c, *values)
        if self.bit(2, "zero") == 1:
            v = 0
        elif self.bit(3, "minus") == 1:
            v = -1 - self._number(2)
        else:
            v = 1 + self._number(1)
        if trace.sink:
            trace.decision(self.used, "signed", v)
        return v

    def below(self, k):
        """0 to k - 1, all equally likely; no contexts."""
        v = self.coder.read_below(k)
        if trace.sink:
            trace.decision(self.table.name, f"below {k}", v)
        return v


def _plan(choice):
    """(number of fields, their masks, and for each context its first hash and its words: lists
    of (place of a field, shift))."""
    masks = [(1 << width) - 1 for _, width in choice.fields]
    plan = []
    for number, names in choice.contexts:
        words = []
        word = []
        at = 0
        for f in names:
            width = choice.fields[f][1]
            if at + width > 32:
                words.append(word)
                word = []
                at = 0
            word.append((f, at))
            at += width
        if at > 0:
            words.append(word)
        plan.append((hash32(number, 0), words))
    return len(masks), masks, plan
