"""How a comment is cut into a template and slots: comments.md, section 3.

    cut(text, names)        (template, slots), or None where it cannot be cut
    key_of(template)        of the bytes before a slot
"""

import re

from . import lists

M32 = 0xFFFFFFFF
MAX_TEMPLATE = lists.limit("COMMENTS_MAX_TEMPLATE")
MAX_SLOTS = lists.limit("COMMENTS_MAX_SLOTS")
MAX_LINE = lists.limit("COMMENTS_MAX_LINE")
LEAST_NAME = lists.limit("COMMENTS_LEAST_NAME")
KEY_LENGTH = lists.limit("COMMENTS_KEY_LENGTH")

NUMBER, CLOCK, LINE, NAME = 1, 2, 3, 4          # kinds of slots; NAME to NAME + 4 are names
LAST_KIND = 8

LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
DIGITS = frozenset(b"0123456789")
WORDS = LETTERS | DIGITS
WORD = re.compile(rb"[A-Za-z0-9=+#-]*")
POINT = re.compile(rb"\.([0-9]+)")
SQUARE = re.compile(rb"[a-h][1-8]")
FROM = re.compile(rb"[a-h][1-8]|[a-h1-8]|")     # what may stand for the origin of a move


class Slot:
    __slots__ = ("kind", "key", "text", "value", "places", "minus", "plus", "lead", "parts",
                 "zero")

    def __init__(self, kind=None, key=None):
        self.kind = kind
        self.key = key
        self.text = b""
        self.value = self.places = self.lead = self.parts = 0
        self.minus = self.plus = self.zero = False

    def fits(self):
        """Whether a number can be written again: not what is both 0 and minus."""
        return self.value != 0 or not self.minus


def key_of(template):
    h = 2166136261
    words = False
    for c in reversed(template[-KEY_LENGTH:]):
        if c > LAST_KIND:
            words = True
        elif words:
            break
        h = (h ^ c) * 16777619 & M32
    return h


def cut(text, names):
    """names: five values, None for those that are not there."""
    template = bytearray()
    slots = []
    i = 0
    while i < len(text):
        c = text[i]
        if 1 <= c <= LAST_KIND:
            return None
        start = i == 0 or text[i - 1] not in WORDS
        slot = Slot()
        n = 0
        if start:
            n = _name_at(text, i, slot, names)
            if n == 0 and c in LETTERS:
                n = _line_at(text, i, slot)
        if n == 0 and (c in DIGITS or _signed_at(text, i, template, slots)):
            n = _number_at(text, i, slot)
        if n == 0:
            template.append(c)
            i += 1
            continue
        slot.text = text[i:i + n]
        slot.key = key_of(template)
        template.append(slot.kind)
        slots.append(slot)
        i += n
    if len(template) > MAX_TEMPLATE or len(slots) > MAX_SLOTS:
        return None
    return bytes(template), slots


def _name_at(text, i, slot, names):
    n = 0
    for k, v in enumerate(names):
        if v is None or len(v) < LEAST_NAME or len(v) <= n or not text.startswith(v, i):
            continue
        e = i + len(v)
        if e < len(text) and text[e] in WORDS:
            continue
        n = len(v)
        slot.kind = NAME + k
    return n


def _signed_at(text, i, template, slots):
    if text[i] not in b"+-" or i + 1 >= len(text) or text[i + 1] not in DIGITS:
        return False
    if i == 0 or text[i - 1] not in WORDS:
        return True
    if not template or template[-1] != NUMBER:
        return False
    return slots[-1].minus or slots[-1].plus


def _number_at(text, i, slot):
    e = i
    slot.minus = text[e] == 0x2D
    slot.plus = text[e] == 0x2B
    if slot.minus or slot.plus:
        e += 1
    b = e
    v = 0
    while e < len(text) and text[e] in DIGITS:
        v = 10 * v + text[e] - 48
        e += 1
        if e - b > 12:
            return 0
    slot.lead = e - b
    slot.zero = slot.lead > 1 and text[b] == 48
    slot.kind = NUMBER
    slot.parts = 1
    if slot.lead <= 4 and not slot.minus and not slot.plus:
        while slot.parts < 3 and _two_at(text, e):
            v = 60 * v + int(text[e + 1:e + 3])
            slot.parts += 1
            e += 3
            slot.kind = CLOCK
    behind = POINT.match(text, e)
    if slot.lead <= 9 and behind and len(behind[1]) <= 6:
        slot.places = len(behind[1])
        v = v * 10**slot.places + int(behind[1])
        e = behind.end()
    slot.value = -v if slot.minus else v
    return e - i


def _two_at(text, e):
    """Whether :00 to :59 stands here, and no third digit."""
    if e + 2 >= len(text) or text[e] != 0x3A:
        return False
    if text[e + 1] not in b"012345" or text[e + 2] not in DIGITS:
        return False
    return e + 3 == len(text) or text[e + 3] not in DIGITS


def _line_at(text, i, slot):
    slot.kind = LINE
    n = 0
    e = i
    for _ in range(MAX_LINE):
        w = WORD.match(text, e).end()
        if not move_word(text[e:w]):
            return n
        n = w - i
        if text[w:w + 1] != b" ":
            return n
        e = w + 1
    return n


def move_word(w):
    """Whether a word looks like a move."""
    if w.endswith((b"+", b"#")):
        w = w[:-1]
    if w in (b"O-O", b"O-O-O"):
        return True
    if w[-2:-1] == b"=":
        w = w[:-2]
    elif len(w) == 5 and w[4] >= 97:
        w = w[:-1]
    if not SQUARE.fullmatch(w[-2:]):
        return False
    w = w[:-2]
    if w.startswith((b"K", b"Q", b"R", b"B", b"N")):
        w = w[1:]
    if w.endswith((b"x", b"-")):
        w = w[:-1]
    return FROM.fullmatch(w) is not None
