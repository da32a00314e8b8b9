"""Cells of tables: lists.md, section 3.

    cells = Cells(list_)
    cells.read_line(p, fen)         the line of a table whose position is p
"""

from . import lists
from .basics import digits
from .board import BISHOP, KNIGHT, QUEEN, ROOK, count, in_check, kind_at, side, square_name
from .positioncoder import damaged, model, seen_from
from .rules import castles, legal, make

WORDS_MOST = lists.limit("VOCABULARY_MAX_WORDS")
WORD_MOST = lists.limit("VOCABULARY_MAX_WORD")
MOVES_MOST = lists.limit("CELL_MAX_MOVES")
ID_SIZE = lists.limit("LINK_ID_SIZE")
ID_LETTERS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def uci(p, m):
    """A move as origin and target; the king castles to file g or c."""
    s, t = m & 63, m >> 6 & 63
    if castles(p, m):
        t = 56 * p.turn + (6 if t > s else 2)
    return square_name(s) + square_name(t) + "  nbrq"[m >> 12].strip()


class Cells:
    def __init__(self, list_):
        self.list = list_
        self.flags = list_.model
        self.positions = list_.positions
        self.moves = model(list_.coder, "lines.moves", "LINES_SIZE")
        self.words = model(list_.coder, "lines.words", "LINES_SIZE")
        self.size = 0                       # of the last cell of moves, less one
        self.plies = self.mate = self.promoted = self.taken = 0
        self.known = [{} for _ in list_.texts]
        self.new_words = 0                  # of all columns so far

    def read_line(self, p, fen):
        cells = []
        for k in range(self.list.columns):
            cells.append(fen if k == self.list.position else self.read_cell(1 + k, p))
        return b",".join(cells)

    def read_cell(self, n, p):
        list_ = self.list
        if list_.ask(2, n):
            return self.read_moves(p)
        if list_.ask(3, n):
            return self.read_words(n, p)
        if not list_.ask(4, n):
            return list_.read_text(n)
        id_ = b""
        if self.flags.flag(5, n):
            id_ = bytes(ID_LETTERS[self.flags.below(62)] for _ in range(ID_SIZE))
        end = f"/black#{2 * p.number}" if p.turn else f"#{2 * p.number - 1}"
        return list_.read_text(n) + id_ + end.encode()

    def read_moves(self, p):
        self.size = self.flags.number(6, digits(self.size), self.size)
        if self.size >= MOVES_MOST:
            damaged("a cell with too many moves")
        n = self.size + 1
        self.plies = min(n, 15)
        self.promoted = self.taken = 0
        past = self.positions.start_past
        words = []
        target = 0
        for i in range(n):
            role = min(i, 1) + i % 2
            coming = min(n - i, 7)

            def ask(p, m, place, left, likelihood):
                q = make(p, m)
                t = m >> 6 & 63
                return self.moves.flag(0, likelihood, role, in_check(q, q.turn), place, left,
                                       kind_at(p, t), kind_at(p, m & 63),
                                       int(i > 0 and t == target), coming, seen_from(p, m))

            m = self.positions.choose_move(p, past, (), ask)
            target = m >> 6 & 63
            if i == 1:
                self.taken = kind_at(p, target)
            if m > 4095:
                self.promoted = 1
            words.append(uci(p, m))
            past, p = self.positions.after(past, p, m), make(p, m)
        self.mate = int(in_check(p, p.turn) and not legal(p))
        return " ".join(words).encode()

    def read_words(self, n, p):
        pieces = sum(count(side(p, c) & ~p.men[c][1]) for c in (0, 1))
        kinds = 0
        for kind, v in ((KNIGHT, 8), (BISHOP, 4), (ROOK, 2), (QUEEN, 1)):
            if p.men[0][kind] | p.men[1][kind]:
                kinds += v
        known = self.known[n]
        there = []
        last_word = 128
        for word in sorted(known):
            number = known[word]
            if self.words.flag(0, n << 7 | number, last_word, 2 * self.plies + self.mate, pieces,
                               kinds, min(p.number, 31) // 4, int(pieces < 7), len(there),
                               self.taken, self.promoted):
                there.append(word)
                last_word = number
        new = self.words.number(1, digits(len(known)), min(len(there), 3))
        if new > WORDS_MOST - self.new_words:
            damaged("too many words")
        self.new_words += new
        for _ in range(new):
            word = self.list.read_text(n)
            if not 1 <= len(word) <= WORD_MOST:
                damaged("a word of a wrong length")
            there.append(word)
            known.setdefault(word, len(known))
        if not there:
            damaged("a cell without words")
        return b" ".join(sorted(there))
