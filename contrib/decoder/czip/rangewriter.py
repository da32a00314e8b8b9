"""The writer of strings of the range coder: coding.md, section 1.2. The checks use it."""

TOP = 1 << 56
LEAST = 1 << 48


class Writer:
    def __init__(self):
        self.out = bytearray()
        self.low = 0
        self.width = TOP - 1

    def write_bit(self, b, p):
        w = (self.width >> 16) * p
        if b == 1:
            self.width = w
        else:
            self.add(w)
            self.width -= w
        self.drain()

    def write_symbol(self, c, f):
        r = self.width >> 16
        self.add(r * c)
        self.width = self.width - r * c if c + f == 65536 else r * f
        self.drain()

    def add(self, w):
        self.low += w
        if self.low >= TOP:
            self.low -= TOP
            self.carry()

    def carry(self):
        i = len(self.out) - 1
        while self.out[i] == 255:
            self.out[i] = 0
            i -= 1
        self.out[i] += 1

    def drain(self):
        while self.width < LEAST:
            self.out.append(self.low >> 48)
            self.low = (self.low << 8) % TOP
            self.width <<= 8

    def finish(self):
        """The whole string."""
        for n in range(8):
            unit = 1 << (56 - 8 * n)
            v = (self.low + unit - 1) // unit * unit
            if v - self.low < self.width:
                break
        if v >= TOP:
            v -= TOP
            self.carry()
        for i in range(n):
            self.out.append(v >> (48 - 8 * i) & 255)
        return bytes(self.out)
