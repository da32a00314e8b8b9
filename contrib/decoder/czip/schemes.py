"""Board schemes: positions.md, sections 1 and 2.

A board is a list of 64 pieces, 0 for nothing, 1 to 6 White's kinds, 7 to 12 Black's.

    r = BitReader(data, at)         bits, the highest of each byte first
    read_huffman(r), read_diff(r), read_list(r), read_numbered(r), read_base13(r),
    read_variable(r), read_nibble(r)                the board; read_nibble gives (board, set of marked squares)
    huffman_bits(board), diff_bits(board), list_bits(board), numbered_bits(board),
    base13_bits(board), variable_bits(board)
                                    how many bits a board takes, None if it has no code
    board_of(p), position_of(board)
"""

import functools

from . import lists
from .basics import digits
from .board import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Position, read_fen, START
from .refused import DAMAGED, TRUNCATED, Refused


class BitReader:
    """Reads numbers of bits. What ends too early is truncated."""

    def __init__(self, data, at=0):
        self.value = int.from_bytes(data[at:], "big")
        self.size = 8 * (len(data) - at)
        self.left = self.size
        self.at = at

    def read(self, n):
        """A number of n bits, the highest first."""
        if n > self.left:
            raise Refused(TRUNCATED, "a position ends too early")
        self.left -= n
        return self.value >> self.left & (1 << n) - 1

    def taken(self):
        """How many bits have been read."""
        return self.size - self.left

    def to_byte(self):
        """Reads 0 bits up to the next byte, and gives its place."""
        if self.read(self.left % 8) != 0:
            raise Refused(DAMAGED, "padding of a position is not 0")
        return self.at + self.taken() // 8


@functools.lru_cache(None)
def binomial(n, k):
    """How many sets of k things there are among n; neither is negative."""
    b = 1
    for i in range(1, k + 1):
        b = b * (n - k + i) // i
    return b


def subset(number, k, places):
    """The set of k of the places that has the number, ascending."""
    found = []
    for i in range(k, 0, -1):
        c = 0
        while binomial(c + 1, i) <= number:
            c += 1
        number -= binomial(c, i)
        found.append(places[c])
    return found[::-1]


def board_of(p):
    """The 64 pieces of a position."""
    board = [0] * 64
    for c in (0, 1):
        for kind in range(PAWN, KING + 1):
            x = p.men[c][kind]
            while x:
                low = x & -x
                board[low.bit_length() - 1] = kind + 6 * c
                x ^= low
    return board


def position_of(board):
    """A position with these pieces, and otherwise as Position() has it."""
    p = Position()
    for s, x in enumerate(board):
        if x:
            p.men[(x - 1) // 6][(x - 1) % 6 + 1] |= 1 << s
    return p


START_BOARD = board_of(read_fen(START))


def damaged(message):
    raise Refused(DAMAGED, message)


def pawns_at_ends(board):
    """Whether pawns stand on rank 1 or 8."""
    return any(x in (PAWN, PAWN + 6) for x in board[:8] + board[56:])


# --- nibble, base 13

def read_nibble(r):
    """The board, and the set of its marked squares."""
    board = []
    marks = 0
    for s in range(64):
        x = r.read(4)
        if x > 12:
            marks |= 1 << s
            kind = (KING, ROOK, PAWN)[x - 13]
            if s // 8 not in ((3, 4) if kind == PAWN else (0, 7)):
                damaged("a mark on a wrong rank")
            x = kind + (6 if s > 31 else 0)
        board.append(x)
    return board, marks


def read_base13(r):
    n = r.read(lists.limit("LEARNED_BOARD_BITS"))
    if n >= 13 ** 64:
        damaged("a board by base 13 is too large")
    board = []
    for _ in range(64):
        n, x = divmod(n, 13)
        board.append(x)
    return board[::-1]


def base13_bits(board):
    return lists.limit("LEARNED_BOARD_BITS")


def variable_bits(board):
    return None if pawns_at_ends(board) else lists.limit("VARIABLE_BITS")


def read_variable(r):
    """Variable base, which only a palette of one's own may have."""
    n = r.read(lists.limit("VARIABLE_BITS"))
    board = []
    for base in 8 * [11] + 48 * [13] + 8 * [11]:
        n, x = divmod(n, base)
        if base == 11 and x:
            x += 1 if x < 6 else 2
        board.append(x)
    if n:
        damaged("a board by the variable base is too large")
    return board[::-1]


# --- Huffman

HUFFMAN = ["0", "100", "11000", "11001", "11010", "111100", "111101",
           "101", "11011", "11100", "11101", "111110", "111111"]     # by piece


def _by_word(words):
    """From (digits, number) to symbols."""
    return {(len(w), int(w, 2)): symbol for symbol, w in words.items()}


_HUFFMAN = _by_word(dict(enumerate(HUFFMAN)))


def read_word(r, words):
    """The symbol of the next code word."""
    n = v = 0
    while (n, v) not in words:              # every string begins with a word
        v = v << 1 | r.read(1)
        n += 1
    return words[n, v]


def read_huffman(r):
    return [read_word(r, _HUFFMAN) for _ in range(64)]


def huffman_bits(board):
    return sum(len(HUFFMAN[x]) for x in board)


# --- XOR-diff

@functools.lru_cache(None)
def words():
    """words.txt: (runs by row from 1 on, differences by the piece of START), from symbols to
    words of binary digits."""
    found = {"run": {}, "difference": {}}
    for line in lists.lines("words.txt"):
        what, of, symbol, word = line.split(" ")
        found[what].setdefault(int(of), {})[int(symbol)] = word
    return found["run"], found["difference"]


@functools.lru_cache(None)
def _read_words():
    return tuple({k: _by_word(w) for k, w in table.items()} for table in words())


# By piece its content: its kind, plus 8 for black.
CONTENTS = (0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14)


# The squares up the files.
UP = [8 * rank + file for file in range(8) for rank in range(8)]


def read_diff(r):
    runs, differences = _read_words()
    board = START_BOARD[:]
    at = 0
    while at < 64:
        run = read_word(r, runs[at % 8 + 1])
        if run == 64:
            break
        at += run
        if at > 63:
            damaged("a run goes beyond the board")
        s = UP[at]
        d = read_word(r, differences[START_BOARD[s]])
        board[s] = CONTENTS.index(CONTENTS[START_BOARD[s]] ^ d)
        at += 1
    return board


def diff_bits(board):
    runs, differences = words()
    n = 0
    begin = 0
    for at, s in enumerate(UP):
        if board[s] != START_BOARD[s]:
            d = CONTENTS[board[s]] ^ CONTENTS[START_BOARD[s]]
            n += len(runs[begin % 8 + 1][at - begin]) + len(differences[START_BOARD[s]][d])
            begin = at + 1
    if begin < 64:
        n += len(runs[begin % 8 + 1][64])
    return n


# --- piece list

def set_bits(places, k):
    """How many bits say a set of k of so many places."""
    return digits(binomial(places, k) - 1)


def read_list(r):
    board = [0] * len(START_BOARD)

    def place(c, kind, s):
        if board[s]:
            damaged("two pieces on a square")
        board[s] = kind + 6 * c

    for c in (0, 1):
        place(c, KING, r.read(6))
        if r.read(1):
            k = r.read(3) + 1
            places = [s for s in range(8, 56) if c == 0 or board[s] != PAWN]
            v = r.read(set_bits(len(places), k))
            if v >= binomial(len(places), k):
                damaged("no set of pawns has this number")
            for s in subset(v, k, places):
                place(c, PAWN, s)
        pieces = []
        for _ in range(r.read(4)):
            kind = KNIGHT + r.read(2)
            s = r.read(6)
            if pieces and s <= pieces[-1]:
                damaged("pieces of a piece list do not ascend")
            place(c, kind, s)
            pieces.append(s)
    return board


def list_bits(board):
    if pawns_at_ends(board):
        return None
    n = 0
    places = 48
    for c in (0, 1):
        pawns = board.count(PAWN + 6 * c)
        pieces = sum(KNIGHT <= x - 6 * c <= QUEEN for x in board)
        if board.count(KING + 6 * c) != 1 or pawns > lists.limit("PIECE_LIST_PAWNS"):
            return None
        if pieces > lists.limit("PIECE_LIST_PIECES"):
            return None
        n += 7 + 4 + 8 * pieces
        if pawns:
            n += 3 + set_bits(places, pawns)
        places -= pawns
    return n


# --- numbered

def read_numbered(r):
    from . import numbering
    x = r.read(lists.limit("NUMBERED_BITS"))
    p = numbering.arrangement(x)
    if any(p.right) or p.ep:
        damaged("the number of a board has rights or an en passant square")
    return board_of(p)


def promoted(board, c):
    """Pieces of one side that are over those of START."""
    over = max(board.count(QUEEN + 6 * c) - 1, 0)
    for kind in (KNIGHT, BISHOP, ROOK):
        over += max(board.count(kind + 6 * c) - 2, 0)
    return over


def opposed_files(board):
    """Files on which a black pawn stands somewhere above a white one."""
    n = 0
    for f in range(8):
        column = board[f::8]
        if PAWN in column and PAWN + 6 in column[column.index(PAWN):]:
            n += 1
    return n


def numbered_bits(board):
    """Rules 1 and 2 of section 3.1."""
    if pawns_at_ends(board):
        return None
    total = 0
    for c in (0, 1):
        n = board.count(PAWN + 6 * c) + promoted(board, c)
        if board.count(KING + 6 * c) != 1 or n > 8:
            return None
        total += n
    missing = 32 - sum(x != 0 for x in board)
    if opposed_files(board) < total - 8 - missing:
        return None
    return lists.limit("NUMBERED_BITS")
