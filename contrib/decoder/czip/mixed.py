"""Section 7.2: models that mix the estimates of several contexts."""

import os

from .logistic import EDGE, P, S, squash

M32 = 0xFFFFFFFF


def hash32(a, b):
    """hash(a, b) of section 7.2."""
    b &= M32
    x = (a * 0x2C1B3C6D ^ (b << 13 | b >> 19) * 0x9E3779B1) & M32
    return (x ^ x >> 15) * 0x85EBCA6B & M32


GAIN = [(1 << 17) // (2 * m + 3) for m in range(256)]

CONTEXTS = 12     # at most, with a weight each in a set


FOLDER = os.path.join(os.path.dirname(__file__), "..", "..", "..", "docs", "spec", "lists")


class Choice:
    """One kind of value of a model: its fields, and the contexts that look at some of them."""

    def __init__(self, fields, table=""):
        self.table = table
        self.masks, self.places, self.contexts = [], {}, []
        for text in fields.split():
            name, width = text.split(":")
            self.places[name] = len(self.masks)
            self.masks.append((1 << int(width)) - 1)

    def add(self, number, names):
        words, word, at = [], [], 0
        for name in names:
            place = self.places[name]
            width = self.masks[place].bit_length()
            if at + width > 32:
                words.append(word)
                word, at = [], 0
            word.append((place, at))
            at += width
        if word:
            words.append(word)
        self.contexts.append((hash32(number, 0), words))

    def hashes(self, values):
        values = [v & m for v, m in zip(values, self.masks, strict=True)]
        out = []
        for h, words in self.contexts:
            for word in words:
                v = 0
                for place, at in word:
                    v |= values[place] << at
                h = hash32(h, v)
            out.append(h)
        return out


def tables(room):
    """The tables of docs/spec/lists/contexts-ROOM.txt: lists of choices by name."""
    found, table = {}, None
    with open(os.path.join(FOLDER, f"contexts-{room}.txt"), encoding="ascii") as f:
        for line in f:
            if line.startswith("#"):
                continue
            if line.startswith(" "):
                number, *names = line.split()
                table[-1].add(int(number), [] if names == ["-"] else names)
            elif line[0].isdigit():
                table.append(Choice(line.split(":", 1)[1], name))
            else:
                name = line.strip()
                table = found[name] = []
    return found


class Model:
    """A model of 2^size estimates whose sights count up to limit, for the choices of a table."""

    def __init__(self, size, limit, table=None):
        self.table = table
        self.shift, self.limit = 32 - size, limit
        self.p = {}    # estimates that have been seen: probability
        self.n = {}    # and sights
        self.sets, self.uses = [None] * 64, [0] * 64
        self.refined = [None] * 64

    def bit(self, d, contexts, node, which, given=0):
        add = node * 0x9E3779B1
        p_of, n_of, shift = self.p, self.n, self.shift
        places, inputs = [], []
        i = 0
        for c in contexts:
            h = (c + add + i) * 0x85EBCA6B & M32
            at = ((h ^ h >> 15) * 0xC2B2AE35 & M32) >> shift
            places.append(at)
            p = p_of.get(at)
            if p is None:
                inputs.append(0)
            else:
                inputs.append(S[p >> 10])
            i += 1
        weights = self.sets[which]
        if weights is None:
            weights = self.sets[which] = [12000] * CONTEXTS + [0, 65536]
            self.refined[which] = [squash(k * 256) for k in range(-11, 12)]
        x = 256 * weights[CONTEXTS] + given * weights[CONTEXTS + 1]
        for a, w in zip(inputs, weights):
            x += a * w
        x >>= 16
        if x > EDGE:
            x = EDGE
        elif x < -EDGE:
            x = -EDGE
        q = P[x]
        refined = self.refined[which]
        low, part = divmod(x + 11 * 256, 256)
        r = refined[low] * (256 - part) + refined[low + 1] * part >> 8
        b = d.bit(min(max(q + r >> 1, 24), 65512))
        uses = self.uses[which]
        self.uses[which] = uses + 1
        e = (65536 * b - q) * (2 + 4000 // (uses + 150)) >> 7
        for k, a in enumerate(inputs):
            if a:
                weights[k] += a * e + 512 >> 10
        weights[CONTEXTS] += 256 * e + 512 >> 10
        weights[CONTEXTS + 1] += given * e + 512 >> 10
        near = low + (part >= 128)
        refined[near] += 65535 * b - refined[near] >> 6
        goal = 0x3FFFFF if b else 0
        limit = self.limit
        for at in places:
            p = p_of.get(at, 1 << 21)
            m = n_of.get(at, 0)
            p_of[at] = p + ((goal - p) * GAIN[m] >> 16)
            if m < limit:
                n_of[at] = m + 1
        return b

    def use(self, choice, *values):
        """The contexts of a choice whose fields have the given values."""
        return self.table[choice].hashes(values)

    def flag(self, d, contexts):
        return self.bit(d, contexts, 1, 0)

    def index(self, d, contexts, digits):
        node = 1
        for k in range(digits):
            node = 2 * node + self.bit(d, contexts, node, 1 + min(k, 13))
        return node - (1 << digits)

    def number(self, d, contexts, kind=0):
        m = 1
        while m <= 61 and self.bit(d, contexts, (kind << 16) + m, 16 + min(m, 15)):
            m += 1
        w, left = 1, m - 1
        for k in range(min(left, 7)):
            w = 2 * w + self.bit(d, contexts, (kind << 16) + m * 256 + w, 32 + 2 * min(m, 8) + (k > 0))
            left -= 1
        while left:
            k = min(left, 16)
            w = w << k | d.raw(k)
            left -= k
        return w - 1

    def signed(self, d, contexts):
        if self.bit(d, contexts, 2, 50):
            return 0
        if self.bit(d, contexts, 3, 51):
            return -1 - self.number(d, contexts, 2)
        return self.number(d, contexts, 1) + 1


def below(d, n):
    """A number below n, all equally likely."""
    if n == 1:
        return 0
    v = (d.place() * n + n - 1) // 65536
    while 65536 * (v + 1) // n <= d.place():
        v += 1
    while 65536 * v // n > d.place():
        v -= 1
    d.take(65536 * v // n, 65536 * (v + 1) // n - 65536 * v // n)
    return v
