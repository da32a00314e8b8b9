"""The text model: coding.md, sections 5.1 to 5.6.

    model = text_model(length, before)  before: "", "prose" or "columns"
    model.read(coder, n)                the next n bytes, from a string of the range coder
"""

import functools
import pickle
import string
from array import array
from collections import defaultdict
from functools import partial
from operator import mul

from . import lists, trace
from .basics import quo
from .coding import STEP
from .models import EDGE, M32, SQUASH, STRETCH, hash32, new_row, squash

SHRUNK = [0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7]
CONTEXTS = lists.limit("TEXT_CONTEXTS")
INPUTS = lists.limit("TEXT_INPUTS")
MIN_MATCH = lists.limit("TEXT_MIN_MATCH")
FILES = {"prose": "prose.txt", "columns": "columns.bin"}
ASCII = frozenset((string.ascii_letters + string.digits).encode("ascii"))
TALLIES = range(256)


def _next_tally(t, b):
    zeros, ones = t >> 4, t & 15
    if b:
        return SHRUNK[zeros] << 4 | min(ones + 1, 15)
    return min(zeros + 1, 15) << 4 | SHRUNK[ones]


NEXT = [[_next_tally(t, b) for t in TALLIES] for b in (False, True)]


def _first(t):
    zeros, ones = t >> 4, t & 15
    return min((5 * ones + 2) * 65536 // (5 * (zeros + ones) + 4), 65535)


class Estimates:
    """Estimates that learn with the limit 255: values of 22 bits, and counts."""

    __slots__ = ("value", "count")

    def __init__(self, value, count):
        self.value = value
        self.count = count

    def learn(self, i, b):
        n = self.count[i]
        self.value[i] += ((0x3FFFFF * b - self.value[i]) * STEP[n]) >> 16
        if n < 255:
            self.count[i] = n + 1


def _map():
    return Estimates([_first(t) << 6 for t in TALLIES], [6 for _ in TALLIES])


def _estimates(p, count):
    """Estimates that are made when they are first used, all the same."""
    return Estimates(defaultdict(partial(int, p << 6)), defaultdict(partial(int, count)))


# The first weights; none of inputs 21 and 22.
FIRST = [16384 if i < INPUTS - 2 and i % 2 == 0 else 0 for i in range(INPUTS)]


class TextModel:
    """The state of 5.1, for hashes of k bits."""

    def __init__(self, k):
        self.k = k
        self.text = bytearray()
        self.value = self.word = self.last_word = self.above_hash = 0
        self.begin = self.above = self.above_end = 0
        self.recent = array("I", [0]) * (1 << k)
        self.match_len = self.match_at = 0
        self.expect = [_estimates(p, 4) for p in (8192, 57344)]
        self.guess_length = _estimates(57344, 4)
        self.guess_weight = defaultdict(partial(list, [16384, 24576, 24576, 24576]))
        self.guess_tally = defaultdict(int)             # by i and g_at[i]
        self.guess_map = defaultdict(_map)
        self.bucket = bytearray(16 << k)                # 16 bytes each
        self.map = [_map() for _ in range(CONTEXTS)]
        self.mixer = defaultdict(partial(list, FIRST))    # by group, by partial, by orders
        self.fine = defaultdict(new_row), defaultdict(new_row)
        self.coded = 0
        self.expected = self.partial = self.node = None
        self.last = None                                # B(1) of the byte at hand
        self.context = []
        self.slot = [None] * CONTEXTS                   # offsets in bucket
        self.g_size = self.g_q = None
        self.g_at = []
        self.g_in = []

    def read(self, coder, n):
        """The next n bytes."""
        text = self.text
        start = len(text)
        for _ in range(n):
            self.code_byte(coder)
            if trace.sink:
                trace.decision("text", f"byte {len(text) - 1}", f"{text[-1]:02x}")
        return bytes(text[start:])

    def code_byte(self, coder, known=None):
        """5.2; known: the byte, if it is known (5.6), and then coder is not used."""
        text = self.text
        expected = text[self.match_at] if self.match_len else None
        self.expected = expected
        guessed = expected is not None
        c = None
        if guessed:
            q = self.guess(expected)
            if q >= 62000:
                sure = coder.read_bit(min(q, 65520)) if known is None else known == expected
                if sure:
                    c = expected
                else:
                    self.expected = None
        if c is None:
            c = self.code_bits(coder, known)
        text.append(c)
        if guessed:
            self.guess_learn(bool(self.match_len) and text[self.match_at] == c)
        self.match_end()
        self.byte_end(c)

    def match_size(self):
        n = self.match_len
        return n if n <= 15 else min(15 + ((n - 15) >> 2), 31)

    def guess(self, c):
        """5.3: how likely the byte is that the match expects."""
        text = self.text
        self.g_size = size = self.match_size()
        low = text[-1] | text[-2] << 8 | text[-3] << 16
        g_at = self.g_at = [hash32(self.value, c) >> 16, hash32(low, c) >> 16,
                            hash32(self.value ^ (5 * self.above_hash & M32), c) >> 16]
        g_in = [STRETCH[self.guess_length.value[size] >> 10]]
        for i in range(3):
            g_in.append(STRETCH[self.guess_map[i].value[self.guess_tally[i, g_at[i]]] >> 10])
        weight = self.guess_weight[size]
        x = sum(g_in[i] * (weight[i] >> 4) for i in range(4)) >> 12
        self.g_in = g_in
        self.g_q = squash(x)
        return self.g_q

    def guess_learn(self, b):
        err = ((65536 * b - self.g_q) >> 2) >> 3
        weight = self.guess_weight[self.g_size]
        for i in range(4):
            w = weight[i] + ((self.g_in[i] * err + 2048) >> 12)
            weight[i] = 0 if w < 0 else 262144 if w > 262144 else w
        self.guess_length.learn(self.g_size, b)
        for i in range(3):
            at = self.g_at[i]
            t = self.guess_tally[i, at]
            self.guess_map[i].learn(t, b)
            self.guess_tally[i, at] = NEXT[b][t]

    def match_end(self):
        """5.3: the byte at hand is the last of text now."""
        text = self.text
        e = len(text)
        if self.match_len and text[self.match_at] == text[e - 1]:
            self.match_at += 1
            self.match_len += 1         # from 79 on match_size is the same, so no limit is needed
        else:
            self.match_len = 0
        if e < MIN_MATCH:
            return
        g = 0
        for c in text[e - MIN_MATCH:]:
            g = (g + c + 1) * 0x2F0B4C47 & M32
        g >>= 32 - self.k
        if not self.match_len and self.recent[g]:
            at = self.match_at = self.recent[g]
            most = min(32, at)
            n = next((i for i in range(most) if text[at - 1 - i] != text[e - 1 - i]), most)
            self.match_len = n if n >= MIN_MATCH else 0
        self.recent[g] = e

    def byte_end(self, c):
        """5.5: after a byte."""
        if c == 0x0A:
            self.above_hash = self.value
            self.above = self.begin
            self.above_end = self.begin = len(self.text)
            self.value = self.word = self.last_word = 0
            return
        self.value = hash32(self.value + 1, c)
        if c in ASCII or c >= 128:
            self.word = hash32(self.word + 1, c)
        elif self.word != 0:
            self.last_word = self.word
            self.word = 0

    def code_bits(self, coder, known):
        """5.4: a byte bit by bit."""
        text = self.text
        n = len(text)
        before = int.from_bytes(text[-6:], "big")               # B(1) to B(6), B(1) the lowest
        self.last = before & 0xFF
        low = before & M32
        over = over2 = 0
        i = self.above + n - self.begin
        if i < self.above_end:
            over = text[i] + 1
            if i + 1 < self.above_end:
                over2 = text[i + 1]
        value, word = self.value, self.word
        self.context = [
            hash32(0, low & 0xFF), hash32(1, low & 0xFFFF), hash32(2, low & 0xFFFFFF),
            hash32(3, low), hash32(4, hash32(low, before >> 32)),
            hash32(5, word), hash32(6, hash32(word, self.last_word)),
            hash32(7, value), hash32(8, hash32(value, self.above_hash)),
            hash32(9, hash32(over << 8 | self.last, over2 << 8 | min(n - self.begin, 255)))]
        self.partial = 1
        self.find(0)
        for i in range(7, -1, -1):
            self.code_text_bit(coder, None if known is None else known >> i & 1)
        return self.partial - 256

    def find(self, half):
        """The buckets of half a byte."""
        self.node = 1
        bucket, slot = self.bucket, self.slot
        shift = 32 - self.k
        for i, c in enumerate(self.context):
            h = hash32(c + half, half)
            check = h & 255 | 1
            at = h >> shift << 4
            if bucket[at] != check:
                other = at ^ 16
                if bucket[other] == check:
                    at = other
                else:
                    if bucket[at] != 0:
                        t, u = bucket[other + 1], bucket[at + 1]
                        if bucket[other] == 0 or (t >> 4) + (t & 15) < (u >> 4) + (u & 15):
                            at = other
                    bucket[at:at + 16] = bytes([check]) + bytes(15)
            slot[i] = at

    def expect_bit(self, inputs):
        """What the match says of the next bit: sets inputs 20 and 21, and gives the group and
        (estimates, place) of what has to learn, or none."""
        expected = self.expected
        m = self.partial.bit_length()
        if (256 | expected) >> (9 - m) != self.partial:
            self.expected = None        # the match ends: match_end will find that it does
            return None, None
        size = self.match_size()
        used = self.expect[expected >> (8 - m) & 1]
        p = used.value[size] >> 6
        inputs[20] = STRETCH[p >> 4]
        inputs[21] = (p - 32768) >> 5
        return (size >= 8, size >= 16), (used, size)

    def code_text_bit(self, coder, b):
        """5.4: one bit; b: the bit, if it is known."""
        bucket, node, partial, maps = self.bucket, self.node, self.partial, self.map
        inputs = []
        seen = []
        for i, at in enumerate(self.slot):
            t = bucket[at + node]
            if t:
                p = maps[i].value[t] >> 6
                inputs.append(STRETCH[p >> 4])
                inputs.append((p - 32768) >> 6)
                seen.append(True)
            else:
                inputs.append(0)
                inputs.append(0)
                seen.append(False)
        inputs += (0, 0, 256)
        group, used = self.expect_bit(inputs) if self.expected is not None else (None, None)
        orders = sum(seen[:5]), seen[6], seen[5]
        mixes = (self.mixer[group], self.mixer[partial], self.mixer[orders])
        x = []
        for w in mixes:
            v = sum(map(mul, inputs, w)) >> 16
            x.append(-EDGE if v < -EDGE else EDGE if v > EDGE else v)
        z = quo(x[0] + x[1] + x[2], 3)
        u = self.last * 28495 + partial & 65535
        rows = (self.fine[0][partial], self.fine[1][(u ^ u >> 10) & 1023])
        j = (z + 2816) >> 8
        part = (z + 2816) & 255
        if b is None:
            p = 2 * SQUASH[z + EDGE]
            for row in rows:
                p += (row[j] * (256 - part) + row[j + 1] * part) >> 8
            p >>= 2
            b = coder.read_bit(max(16, min(p, 65520)))
        rate = 6 + 3000 // (self.coded + 150)
        self.coded += 1
        for v, w in zip(x, mixes):
            err = ((65536 * b - SQUASH[v + EDGE]) * rate) >> 7
            w[:] = [a + ((t * err + 1024) >> 11) for a, t in zip(w, inputs)]
        if used:
            used[0].learn(used[1], b)
        if part >= 128:
            j += 1
        for row in rows:
            row[j] += (65535 * b - row[j]) >> 6
        self.tally(b)

    def tally(self, b):
        """The end of a bit: maps and tallies learn, and the bit joins its byte."""
        bucket, node = self.bucket, self.node
        aim = 0x3FFFFF * b
        following = NEXT[b]
        for at, estimates in zip(self.slot, self.map):
            at += node
            t = bucket[at]
            value, count = estimates.value, estimates.count
            n = count[t]
            v = value[t]
            value[t] = v + ((aim - v) * STEP[n] >> 16)
            if n < 255:
                count[t] = n + 1
            bucket[at] = following[t]
        self.partial = self.partial << 1 | b
        self.node = node << 1 | b
        if self.node >= 16 and self.partial < 256:
            self.find(self.partial)


@functools.lru_cache(None)
def _primed(k, before):
    """The state behind the bytes that are read before, pickled."""
    model = TextModel(k)
    for c in _before(before):
        model.code_byte(None, c)
    return pickle.dumps(model)


def _before(before):
    """What is read before."""
    return lists.data(lists.file_named(FILES[before])) if before else b""


def text_model(length, before=""):
    """A model for a text of length bytes, which has read prose or columns before (5.6)."""
    k = min(max((len(_before(before)) + length).bit_length() + 1, 10), 18)
    return pickle.loads(_primed(k, before)) if before else TextModel(k)
