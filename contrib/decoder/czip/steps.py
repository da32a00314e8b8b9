"""Strings of the range coder that are read along, step by step, for vectors."""

from .rangecoder import Decoder


class Steps(Decoder):
    """A string of the range coder that is read along with the writer's low, width and digits."""

    def __init__(self, data):
        super().__init__(data)
        self.low, self.own, self.out = 0, (1 << 56) - 1, bytearray()

    def _encode(self, below, width):
        """The writer's part of a choice."""
        self.low += below
        self.own = width
        if self.low >> 56:
            self.low &= (1 << 56) - 1
            at = len(self.out) - 1
            while self.out[at] == 255:
                self.out[at] = 0
                at -= 1
            self.out[at] += 1
        while self.own < 1 << 48:
            self.out.append(self.low >> 48)
            self.low = self.low << 8 & (1 << 56) - 1
            self.own <<= 8

    def bit(self, p):
        r = self.own >> 16
        b = super().bit(p)
        if b:
            self._encode(0, r * p)
        else:
            self._encode(r * p, self.own - r * p)
        return b

    def take(self, c, f):
        r = self.own >> 16
        super().take(c, f)
        self._encode(r * c, r * f if c + f < 65536 else self.own - r * c)

    def state(self):
        return f"{self.low:014x} {self.own:014x} {self.out.hex() or '-'}"

    def end(self):
        """All digits, when no choice follows."""
        out, low = bytes(self.out), self.low
        for n in range(8):
            rest = (1 << 56 - 8 * n) - 1
            v = low + rest & ~rest
            if v - low < self.own:
                if v >> 56:
                    out = (int.from_bytes(out, "big") + 1).to_bytes(len(out), "big")
                return out + (v & (1 << 56) - 1).to_bytes(7, "big")[:n]


class Noted(Decoder):
    """A string of the range coder that notes the bits that are coded in contexts."""

    def __init__(self, data):
        super().__init__(data)
        self.bits = []

    def bit(self, p):
        b = super().bit(p)
        self.bits.append(f"{p}:{b}")
        return b
