"""The range coder, and values that learn without contexts: coding.md, sections 1 and 2.

    coder = Coder(data)             a string of the range coder (1.1)
    coder.read_bit(p), peek(), take(c, f), read_raw(n), read_below(n)
    coder.finish()                  behind the last value: refuses digits that are left over

    Bit().read(coder)               0 or 1          (read_bit_of)
    Tree().read(coder)              0 to 15         (read_tree)
    Number().read(coder)            0 to 2^31 - 2   (read_number)
    Many(Bit)[key]                  models by keys, each of which begins fresh

Values with contexts are in models.py, texts in textmodel.py, columns in columns.py.
"""

from collections import defaultdict

from . import trace
from .refused import DAMAGED, Refused

ONE = 1 << 16
LEAST = 1 << 48                     # width below which a digit is taken

# How fast an estimate that has learned n times goes on learning, in 1/65536.
STEP = [131072 // (2 * n + 3) for n in range(1024)]


class Coder:
    """Reads a string of the range coder. A string that asks for 8 digits behind its end is
    refused as soon as it does so."""

    def __init__(self, data):
        self.data = bytes(data)
        self.taken = 7
        self.code = int.from_bytes(self.data[:7].ljust(7, b"\0"), "big")
        self.width = (1 << 56) - 1

    def fill(self):
        """Takes digits until width is large enough again; call it where width < LEAST."""
        data = self.data
        code, width, taken = self.code, self.width, self.taken
        if code >= width:
            raise Refused(DAMAGED, "code is not below width in a string of the range coder")
        n = len(data)
        while width < LEAST:
            code = code << 8 | (data[taken] if taken < n else 0)
            taken += 1
            width <<= 8
        self.code, self.width, self.taken = code, width, taken
        if taken > n + 7:
            raise Refused(DAMAGED, "a string of the range coder ends too early")

    def read_bit(self, p):
        """A bit whose probability of a 1 is p in 1/65536, 1 <= p <= 65535."""
        w = (self.width >> 16) * p
        if self.code < w:
            b = 1
            self.width = w
        else:
            b = 0
            self.code -= w
            self.width = w = self.width - w
        if w < LEAST:
            self.fill()
        if trace.bits is not None:
            trace.bits.append((p, b))
        return b

    def peek(self):
        """Where the next symbol lies, 0 to 65535."""
        v = self.code // (self.width >> 16)
        return min(v, 65535)

    def take(self, c, f):
        """Goes past the symbol of f parts behind c parts."""
        if trace.sink:
            trace.took = f"{f} of 65536 behind {c}"
        r = self.width >> 16
        self.code -= r * c
        if c + f == ONE:
            self.width -= r * c
        else:
            self.width = r * f
        if self.width < LEAST:
            self.fill()

    def read_raw(self, n):
        """A number of n bits, 0 <= n <= 16; of no bits it is 0, and take changes nothing."""
        v = self.peek() >> (16 - n)
        self.take(v << (16 - n), 1 << (16 - n))
        return v

    def read_below(self, n):
        """A number below n, 1 <= n <= 65536."""
        v = ((self.peek() + 1) * n - 1) >> 16
        c = (v << 16) // n
        self.take(c, ((v + 1) << 16) // n - c)
        return v

    def finish(self):
        """Rule 2: call it when the last value has been read. Rule 1 is looked at in fill, after
        each digit."""
        if self.taken < len(self.data):
            raise Refused(DAMAGED, "digits are left over in a string of the range coder")


class Bit:
    """An adaptive bit. what: a name for the trace."""

    __slots__ = ("p", "n", "what")

    def __init__(self, what="Bit"):
        self.p = 32768
        self.n = 0
        self.what = what

    def bit(self, coder):
        b = coder.read_bit(max(self.p, 24))     # with the steps below p is at most 65504
        self.p += ((65535 * b - self.p) * STEP[self.n]) >> 16
        if self.n < 30:
            self.n += 1
        return b

    def read(self, coder):
        b = self.bit(coder)
        if trace.sink:
            trace.decision(self.what, "", b)
        return b


class Tree:
    """Numbers from 0 to 15."""

    def __init__(self, what="Tree"):
        self.bits = defaultdict(Bit)
        self.what = what

    def read(self, coder):
        at = 1
        for _ in range(4):
            at = at << 1 | self.bits[at].bit(coder)
        v = at - 16
        if trace.sink:
            trace.decision(self.what, "", v)
        return v


class Number:
    """Numbers from 0 to 2^31 - 2."""

    def __init__(self, what="Number"):
        self.length = defaultdict(Bit)
        self.mantissa = defaultdict(Bit)        # by n and x
        self.what = what

    def read(self, coder):
        n = 1
        while n < 31 and self.length[n].bit(coder) == 1:
            n += 1
        x = 1
        left = n - 1
        for _ in range(min(left, 2)):
            x = x << 1 | self.mantissa[n, x].bit(coder)
        left = max(left - 2, 0)
        while left > 0:
            k = min(left, 16)
            x = x << k | coder.read_raw(k)
            left -= k
        v = x - 1
        if trace.sink:
            trace.decision(self.what, "", v)
        return v


class Many(dict):
    """Models by their numbers; each begins fresh when it is first asked for."""

    def __init__(self, what):
        super().__init__()
        self.what = what

    def __missing__(self, key):
        self[key] = made = self.what()
        return made
