"""Section 9.9: a comment cut into a template and what fills its slots."""

NUMBER, CLOCK, LINE, NAME = 1, 2, 3, 4
SLOTS = 9


def letter(c):
    return 97 <= c | 32 <= 122


def digit(c):
    return 48 <= c <= 57


class Slot:
    def __init__(self, kind, key, text=None):
        self.kind, self.key, self.text, self.value = kind, key, text, 0


def key_of(template):
    """The hash of the words before a slot."""
    k, words = 2166136261, False
    for i in range(len(template) - 1, max(len(template) - 7, -1), -1):
        c = template[i]
        if c >= SLOTS:
            words = True
        elif words:
            break
        k = (k ^ c) * 16777619 & 0xFFFFFFFF
    return k


def is_square(a, b):
    return 97 <= a <= 104 and 49 <= b <= 56


def is_move(w):
    """Whether a word looks like a move."""
    if w and w[-1] in b"+#":
        w = w[:-1]
    if w in (b"O-O", b"O-O-O"):
        return True
    if len(w) > 2 and w[-2] == 61:
        w = w[:-2]
    elif len(w) == 5 and w[4] >= 97:
        w = w[:4]
    if not 2 <= len(w) <= 6 or not is_square(w[-2], w[-1]):
        return False
    w = w[:-2]
    if w and w[0] in b"KQRBN":
        w = w[1:]
    if w and w[-1] in b"x-":
        w = w[:-1]
    if not w:
        return True
    if len(w) == 1:
        return 97 <= w[0] <= 104 or 49 <= w[0] <= 56
    return len(w) == 2 and is_square(w[0], w[1])


def line_length(text):
    n = at = 0
    for _ in range(4096):
        k = at
        while k < len(text) and (letter(text[k]) or digit(text[k]) or text[k] in b"=+#-"):
            k += 1
        if not is_move(text[at:k]):
            return n
        n = k
        if n + 1 >= len(text) or text[n] != 32:
            return n
        at = n + 1
    return n


class Cut:
    """A comment cut into a template and slots; template is None if that cannot be."""

    def __init__(self, text, names):
        self.template, self.slots = bytearray(), []
        i = 0
        while i < len(text):
            if len(self.template) > 1024 or len(self.slots) > 256 or 1 <= text[i] < SLOTS:
                self.template = None
                return
            c, n, kind = text[i], 0, 0
            word = i == 0 or not letter(text[i - 1]) and not digit(text[i - 1])
            if word:
                for k, v in enumerate(names):
                    if len(v) >= 3 and len(v) > n and text.startswith(v, i):
                        e = i + len(v)
                        if e == len(text) or not letter(text[e]) and not digit(text[e]):
                            kind, n = NAME + k, len(v)
            if word and n == 0 and letter(c):
                n, kind = line_length(text[i:]), LINE
            s = Slot(kind, 0)
            if n == 0 and (digit(c) or i + 1 < len(text) and digit(text[i + 1]) and self.signed(text, i)):
                n = number(s, text[i:])
            if n == 0:
                self.template.append(c)
                i += 1
                continue
            s.text = text[i:i + n]
            s.key = key_of(self.template)
            self.template.append(s.kind)
            self.slots.append(s)
            i += n

    def signed(self, text, i):
        if text[i] not in b"+-":
            return False
        if i == 0 or not letter(text[i - 1]) and not digit(text[i - 1]):
            return True
        return bool(self.template) and self.template[-1] == NUMBER and self.slots[-1].sign


def number(s, text):
    """Reads a number or clock into a slot; its length, 0 if it is none."""
    n, lead, parts, places = 0, 0, 1, 0
    s.minus, s.plus = text[0] == 45, text[0] == 43
    s.sign = s.minus or s.plus
    if s.sign:
        n = 1
    v = 0
    while n < len(text) and digit(text[n]):
        v = v * 10 + text[n] - 48
        lead += 1
        n += 1
        if lead > 12:
            return 0
    s.zero = lead > 1 and text[n - lead] == 48
    s.kind = NUMBER
    if lead <= 4 and not s.sign:
        while (parts < 3 and n + 2 < len(text) and text[n] == 58 and 48 <= text[n + 1] < 54 and digit(text[n + 2]) and
               (n + 3 == len(text) or not digit(text[n + 3]))):
            v = v * 60 + (text[n + 1] - 48) * 10 + text[n + 2] - 48
            parts += 1
            n += 3
            s.kind = CLOCK
    if n + 1 < len(text) and text[n] == 46 and digit(text[n + 1]) and lead <= 9:
        at = n + 1
        while at < len(text) and digit(text[at]) and at - n <= 6:
            at += 1
        if at == len(text) or not digit(text[at]):
            for c in text[n + 1:at]:
                v = v * 10 + c - 48
                places += 1
            n = at
    s.value = -v if s.minus else v
    s.lead, s.parts, s.places = lead, parts, places
    return n
