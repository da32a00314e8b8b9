"""Section 7.1: the text model."""

import functools
import os
import pickle

from . import Corrupt
from .archive import Reader
from .logistic import EDGE, P, S
from .rangecoder import Decoder

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")

M32 = 0xFFFFFFFF
MOST = (1 << 22) - 1
SHRUNK = (0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7)
NEXT = ([min((h >> 4) + 1, 15) << 4 | SHRUNK[h & 15] for h in range(256)],
        [SHRUNK[h >> 4] << 4 | min((h & 15) + 1, 15) for h in range(256)])
STEP = [(1 << 17) // (2 * n + 3) for n in range(256)]
SURE = 62000


def hash32(a, b):
    x = (a * 0x2C1B3C6D ^ (b << 13 | b >> 19) * 0x9E3779B1) & M32
    return (x ^ x >> 15) * 0x85EBCA6B & M32


class Estimates:
    """A table of estimates: probabilities of 22 bits, and sights."""

    def __init__(self, starts, sights):
        self.p = [p << 6 for p in starts]
        self.n = [sights] * len(self.p)

    def learn(self, i, bit):
        p, n = self.p[i], self.n[i]
        self.p[i] = p + (((MOST if bit else 0) - p) * STEP[n] >> 16)
        if n < 255:
            self.n[i] = n + 1


def by_history():
    return Estimates([min((5 * (h & 15) + 2) * 65536 // (5 * ((h >> 4) + (h & 15)) + 4), 65535) for h in range(256)], 6)


class Refiner:
    def __init__(self):
        self.table = [None] * 1024
        self.near = None

    def refine(self, x, context):
        context = (context ^ context >> 10) & 1023
        row = self.table[context]
        if row is None:
            row = self.table[context] = [P[max(-EDGE, min(EDGE, 256 * k))] for k in range(-11, 12)]
        i, part = divmod(x + 11 * 256, 256)
        self.near = row, i + (part >= 128)
        return (row[i] * (256 - part) + row[i + 1] * part) // 256

    def learn(self, bit):
        row, i = self.near
        row[i] += 65535 * bit - row[i] >> 6


class TextModel:
    def __init__(self, length):
        n = min(max(length.bit_length() + 1, 10), 18)
        self.shift = 32 - n
        self.text = bytearray()
        self.buckets = {}                       # number -> [check, histories of 15 nodes]
        self.hashes = [0] * 10
        self.maps = [by_history() for _ in range(10)]
        self.start = self.above = self.above_end = 0
        self.word = self.last_word = self.value = self.above_hash = 0
        # match
        self.table = {}
        self.pos = self.length = 0
        self.want = -1
        self.match_map = [Estimates([1 << 13] * 32, 4), Estimates([7 << 13] * 32, 4)]
        # guess
        self.g_length = Estimates([7 << 13] * 32, 4)
        self.g_histories = [{}, {}, {}]
        self.g_maps = [by_history() for _ in range(3)]
        self.g_weights = [[1 << 14, 3 << 13, 3 << 13, 3 << 13] for _ in range(32)]
        # mixer
        self.weights = ([None] * 4, [None] * 256, [None] * 24)
        self.seen = 0
        self.fine = Refiner(), Refiner()

    def match_class(self):
        return min(15 + (self.length - 15 >> 2), 31) if self.length > 15 else self.length

    def byte(self, d, given=0):
        """Reads the next byte, or, without a decoder, learns one that is given."""
        text = self.text
        self.want = text[self.pos] if self.length else -1
        guessed = self.want >= 0
        c = None
        if guessed:
            p = self.predict_guess()
            if p >= SURE:
                if d.bit(p) if d else self.want == given:
                    c = self.want
                else:
                    self.want = -1
        if c is None:
            c = self.bits(d, given)
        text.append(c)
        if guessed:
            self.learn_guess(1 if self.length and text[self.pos] == c else 0)
        self.end_match()
        if c == 10:
            self.above, self.above_end = self.start, len(text)
            self.start = len(text)
            self.above_hash = self.value
            self.value = self.word = self.last_word = 0
            return
        self.value = hash32(self.value + 1 & M32, c)
        if 97 <= c | 32 <= 122 or c >= 128 or 48 <= c <= 57:
            self.word = hash32(self.word + 1 & M32, c)
        elif self.word:
            self.last_word, self.word = self.word, 0

    def predict_guess(self):
        c, t = self.want, self.text
        low = t[-1] | t[-2] << 8 | t[-3] << 16
        self.g_class = k = self.match_class()
        self.g_in = [S[self.g_length.p[k] >> 10]]
        self.g_at = []
        for i, h in enumerate((hash32(self.value, c), hash32(low, c), hash32((self.value ^ self.above_hash * 5) & M32, c))):
            at = h >> 16
            self.g_at.append(at)
            self.g_in.append(S[self.g_maps[i].p[self.g_histories[i].get(at, 0)] >> 10])
        x = sum(a * (w >> 4) for a, w in zip(self.g_in, self.g_weights[k])) >> 12
        self.g_p = P[max(-EDGE, min(EDGE, x))]
        return min(max(self.g_p, 16), 65520)

    def learn_guess(self, right):
        e = (right << 16) - self.g_p >> 2
        w = self.g_weights[self.g_class]
        for i, a in enumerate(self.g_in):
            w[i] = min(max(w[i] + (a * (e >> 3) + 2048 >> 12), 0), 1 << 18)
        self.g_length.learn(self.g_class, right)
        for i, at in enumerate(self.g_at):
            h = self.g_histories[i].get(at, 0)
            self.g_maps[i].learn(h, right)
            self.g_histories[i][at] = NEXT[right][h]

    def end_match(self):
        t = self.text
        n = len(t)
        if self.length and t[self.pos] == t[-1]:
            self.pos += 1
            self.length = min(self.length + 1, 255)
        else:
            self.length = 0
        if n < 5:
            return
        h = 0
        for c in t[-5:]:
            h = (h + c + 1) * 0x2F0B4C47 & M32
        h >>= self.shift
        if not self.length and h in self.table:
            self.pos = p = self.table[h]
            k = 0
            while k < 32 and k < p and t[p - 1 - k] == t[n - 1 - k]:
                k += 1
            self.length = k if k >= 5 else 0
        self.table[h] = n

    def find(self, half):
        """The buckets of all contexts for the next half byte, after the given bits."""
        found = []
        buckets, shift = self.buckets, self.shift
        for h in self.hashes:
            h = hash32(h + half & M32, half)
            check = h & 255 | 1
            at = h >> shift
            b = buckets.get(at)
            if b is not None and b[0] == check:
                found.append(b)
                continue
            c = buckets.get(at ^ 1)
            if c is not None and c[0] == check:
                found.append(c)
                continue
            if b is not None and (c is None or (c[1] >> 4) + (c[1] & 15) < (b[1] >> 4) + (b[1] & 15)):
                at, b = at ^ 1, c
            if b is None:
                b = buckets[at] = [0] * 16
            # In place, since two contexts may share a bucket.
            b[:] = [check] + [0] * 15
            found.append(b)
        self.found = found

    def bits(self, d, given=0):
        t = self.text
        n = len(t)
        last = int.from_bytes(t[-8:], "big")
        low = last & M32
        over = over2 = 0
        i = self.above + n - self.start
        if i < self.above_end:
            over = t[i] + 1
            if i + 1 < self.above_end:
                over2 = t[i + 1]
        self.hashes = [
            hash32(0, low & 0xFF), hash32(1, low & 0xFFFF), hash32(2, low & 0xFFFFFF), hash32(3, low),
            hash32(4, hash32(low, last >> 32 & 0xFFFF)),
            hash32(5, self.word), hash32(6, hash32(self.word, self.last_word)),
            hash32(7, self.value), hash32(8, hash32(self.value, self.above_hash)),
            hash32(9, hash32(over << 8 | low & 255, over2 << 8 | min(n - self.start, 255))),
        ]
        self.find(0)
        node = partial = 1
        before = t[-1] if t else 0
        maps = self.maps
        for k in range(8):
            inputs = []
            for m, b in zip(maps, self.found):
                h = b[node]
                if h:
                    p = m.p[h] >> 6
                    inputs += (S[p >> 4], p - 32768 >> 6)
                else:
                    inputs += (0, 0)
            expected, used = 0, None
            if self.want >= 0:
                if (self.want | 256) >> 8 - k != partial:
                    self.want, self.length = -1, 0
                else:
                    bit, kind = self.want >> 7 - k & 1, self.match_class()
                    used = self.match_map[bit], kind
                    p = used[0].p[kind] >> 6
                    inputs += (S[p >> 4], p - 32768 >> 5)
                    expected = 1 if kind < 8 else 2 if kind < 16 else 3
            if used is None:
                inputs += (0, 0)
            inputs.append(256)
            known = [b[node] != 0 for b in self.found]
            chosen = []
            for rows, row in zip(self.weights, (expected, partial, sum(known[:5]) + 6 * known[6] + 12 * known[5])):
                if rows[row] is None:
                    rows[row] = [16384, 0] * 11 + [0]
                chosen.append(rows[row])
            wa, wb, wc = chosen
            x = y = z = 0
            for v, a, b, c in zip(inputs, wa, wb, wc):
                if v:
                    x += v * a
                    y += v * b
                    z += v * c
            x = max(-EDGE, min(EDGE, x >> 16))
            y = max(-EDGE, min(EDGE, y >> 16))
            z = max(-EDGE, min(EDGE, z >> 16))
            rate = 6 + 3000 // (self.seen + 150)
            self.seen += 1
            px, py, pz = P[x], P[y], P[z]
            x += y + z
            x = x // 3 if x >= 0 else -(-x // 3)
            p = 2 * P[x] + self.fine[0].refine(x, partial) + self.fine[1].refine(x, before * 0x6F4F + partial & 0xFFFF) >> 2
            if d is None:
                bit = given >> 7 - k & 1
            else:
                bit = d.bit(min(max(p, 16), 65520))
            ex, ey, ez = (((bit << 16) - q) * rate >> 7 for q in (px, py, pz))
            for i, v in enumerate(inputs):
                if v:
                    wa[i] += v * ex + 1024 >> 11
                    wb[i] += v * ey + 1024 >> 11
                    wc[i] += v * ez + 1024 >> 11
            if used:
                used[0].learn(used[1], bit)
            self.fine[0].learn(bit)
            self.fine[1].learn(bit)
            nxt = NEXT[bit]
            for m, b in zip(maps, self.found):
                h = b[node]
                m.learn(h, bit)
                b[node] = nxt[h]
            partial = 2 * partial + bit
            node = 2 * node + bit
            if node >= 16 and partial < 256:
                self.find(partial)
                node = 1
        return partial & 255


def part_of_the_format(name):
    with open(os.path.join(ROOT, "internal/text/textmodel", name), "rb") as f:
        return f.read()


def prose_text():
    return part_of_the_format("prose.txt")


MOST_COLUMNS = 2048


@functools.cache
def _columns_model():
    """The model that has read columns.bin, pickled: reading takes long. The file that
    CZIP_COLUMNS names keeps it from run to run."""
    kept = os.environ.get("CZIP_COLUMNS")
    if kept and os.path.exists(kept):
        with open(kept, "rb") as f:
            return f.read()
    before = part_of_the_format("columns.bin")
    m = TextModel(len(before) + MOST_COLUMNS)
    for c in before:
        m.byte(None, c)
    out = pickle.dumps(m)
    if kept:
        with open(kept, "wb") as f:
            f.write(out)
    return out


def decode_columns(data):
    """The columns of few games, section 7.1."""
    r = Reader(data, what="columns")
    length = r.uv()
    if not 1 <= length <= MOST_COLUMNS:
        raise Corrupt(f"columns of {length} bytes")
    d = Decoder(r.rest())
    m = pickle.loads(_columns_model())
    start = len(m.text)
    for _ in range(length):
        m.byte(d)
    d.done()
    return bytes(m.text[start:])


def decode_text(data, prose=False):
    """The text of a column, escapes and line feeds included."""
    r = Reader(data, what="text")
    length = r.uv()
    if length == 0:
        r.done()
        return b""
    d = Decoder(r.rest())
    before = prose_text() if prose else b""
    m = TextModel(len(before) + length)
    for c in before:
        m.byte(None, c)
    for _ in range(length):
        m.byte(d)
    d.done()
    return bytes(m.text[len(before):])
