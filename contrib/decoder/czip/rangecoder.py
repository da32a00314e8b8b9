"""Section 7: the range coder's reader, and Bit, Tree and Number."""

from . import Corrupt

TOP = (1 << 56) - 1
LOW = 1 << 48


class Decoder:
    """Reads one string of the range coder."""

    __slots__ = ("data", "pos", "code", "width")

    def __init__(self, data):
        self.data = data
        self.code = int.from_bytes((data[:7] + bytes(7))[:7], "big")
        self.pos = 7
        self.width = TOP

    def _shift(self):
        while self.width < LOW:
            pos = self.pos
            if pos < len(self.data):
                self.code = self.code << 8 | self.data[pos]
            else:
                if pos >= len(self.data) + 7:
                    raise Corrupt("a string of the range coder is too short")
                self.code <<= 8
            self.pos = pos + 1
            self.width <<= 8

    def bit(self, p):
        """A bit that is 1 with p of 65,536 parts."""
        bound = (self.width >> 16) * p
        if self.code < bound:
            self.width = bound
            if bound < LOW:
                self._shift()
            return 1
        self.code -= bound
        self.width -= bound
        if self.width < LOW:
            self._shift()
        return 0

    def place(self):
        """Which of the 65,536 parts the next symbol's interval holds."""
        return min(self.code // (self.width >> 16), 65535)

    def take(self, c, f):
        """Takes the symbol that place() fell into."""
        r = self.width >> 16
        self.code -= r * c
        self.width = r * f if c + f < 65536 else self.width - r * c
        self._shift()

    def raw(self, n):
        """n raw bits, 0 to 16."""
        if n == 0:
            return 0
        v = self.place() >> 16 - n
        self.take(v << 16 - n, 1 << 16 - n)
        return v

    def done(self):
        """Asks that every digit was taken."""
        if self.pos < len(self.data):
            raise Corrupt(f"{len(self.data) - self.pos} bytes left over in a string of the range coder")


class Bit:
    __slots__ = ("p", "n")

    def __init__(self):
        self.p, self.n = 32768, 0

    def read(self, d):
        b = d.bit(min(max(self.p, 24), 65512))
        k = 131072 // (2 * self.n + 3)
        self.p += (65535 * b - self.p) * k >> 16
        if self.n < 30:
            self.n += 1
        return b


class Tree:
    def __init__(self):
        self.bits = [Bit() for _ in range(16)]

    def read(self, d):
        v = 1
        for _ in range(4):
            v = 2 * v + self.bits[v].read(d)
        return v - 16


class Number:
    def __init__(self):
        self.length = [Bit() for _ in range(32)]
        self.mantissa = [None] * 32

    def read(self, d):
        n = 1
        while n < 31 and self.length[n].read(d):
            n += 1
        if self.mantissa[n] is None:
            self.mantissa[n] = [Bit() for _ in range(4)]
        m, x, left = self.mantissa[n], 1, n - 1
        for _ in range(min(left, 2)):
            x = 2 * x + m[x].read(d)
            left -= 1
        while left:
            k = min(left, 16)
            x = x << k | d.raw(k)
            left -= k
        return x - 1
