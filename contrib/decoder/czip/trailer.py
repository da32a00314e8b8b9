"""The rights trailer: positions.md, section 4.

    read_trailer(p, whole, r)       sets turn, counters, rights and en passant square of p, which
                                    has its board; without `whole` the last two are left out
    trailer_bits(p, whole)          how many bits the trailer of p takes
    castling_rooks(p), jumped(p), rights_among(p, sets), number_centre(p)
"""

from .basics import digits
from .board import KING, ROOK, count, occupied, piece_at, squares
from .refused import DAMAGED, Refused
from .schemes import START_BOARD, board_of


def damaged(message):
    raise Refused(DAMAGED, message)


def read_trailer(p, whole, r):
    p.turn = r.read(1)
    clock = read_golomb(r, 0, 8)
    if clock is None:
        return _read_written_out(p, whole, r)
    p.clock = clock
    centre = number_centre(p)
    place = read_golomb(r, number_order(centre), 17)
    if place is None:
        damaged("a move number of too many digits")
    p.number = number_at(centre, place)
    if p.number > 65535:
        damaged("a move number that is too large")
    if not whole:
        return None
    wide, standard = castling_rooks(p)
    form = r.read(1) if wide != standard else 0
    sets = wide if form else standard
    p.right = [read_one_of(r, sets[i], 1) for i in range(4)]
    p.ep = read_one_of(r, jumped(p), 0) if p.clock == 0 else 0
    if form and rights_among(p, standard):
        damaged("rights in the form of Chess960 that need it not")
    return None


def _read_written_out(p, whole, r):
    p.clock = r.read(16)
    p.number = r.read(16)
    if whole:
        v = r.read(16)
        p.right = [v >> 4 * i & 15 for i in range(4)]
        p.ep = r.read(6)
    if sayable(p, whole):
        damaged("a trailer is written out that need not be")


def read_golomb(r, order, most):
    """A number, or None behind `most` zeros."""
    zeros = 0
    while r.read(1) == 0:
        zeros += 1
        if zeros == most:
            return None
    return (1 << order + zeros) + r.read(order + zeros) - (1 << order)


def golomb_bits(v, order):
    n = digits(v + (1 << order))
    return 2 * n - 1 - order


def read_one_of(r, among, add):
    """One of the members of a list, plus add, or 0 for none."""
    i = r.read(digits(len(among)))
    if i > len(among):
        damaged("a choice of a trailer is too large")
    return among[i - 1] + add if i else 0


def number_centre(p):
    """About the move number that a board has."""
    gone = max(32 - count(occupied(p)), 0)
    moved = sum(x > 0 and x != y for x, y in zip(board_of(p), START_BOARD))
    return (3 * gone + moved + 2) // 2


def number_order(centre):
    return digits(centre // 8)          # at most 3: the centre of an empty board is 49


def distance_of(centre, n):
    """Places from the centre outwards, the larger number first."""
    if n > 2 * centre:
        return n
    if n > centre:
        return 2 * (n - centre) - 1
    return 2 * (centre - n)


def number_at(centre, place):
    one = distance_of(centre, 1)
    if one > 3 and 3 <= place <= one:
        if place == 3:
            return 1
        place -= 1
    if place > 2 * centre:
        return place
    if place % 2 == 1:
        return centre + place // 2 + 1
    return centre - place // 2


def place_of(centre, n):
    """The place of a move number: the way back of number_at."""
    one = distance_of(centre, 1)
    place = distance_of(centre, n)
    if one > 3 and 3 <= place <= one:
        return 3 if n == 1 else place + 1
    return place


def castling_rooks(p):
    """For each right the files of the rooks with which it can be: (of all rooks, as standard
    chess has them)."""
    wide = [[], [], [], []]
    standard = [[], [], [], []]
    for c in (0, 1):
        kings = squares(p.men[c][KING] >> 56 * c & 255)
        if len(kings) != 1:
            continue
        for f in squares(p.men[c][ROOK] >> 56 * c & 255):
            i = 2 * c if f > kings[0] else 2 * c + 1
            wide[i].append(f)
            if kings[0] == 4 and f in (0, 7):
                standard[i].append(f)
    return wide, standard


def jumped(p):
    """Squares that a pawn of the side not to move can have jumped over."""
    found = []
    for f in range(8):
        t, up, pawn = (40 + f, 8, 7) if p.turn == 0 else (16 + f, -8, 1)
        if piece_at(p, t - up) == pawn and piece_at(p, t) == 0 and piece_at(p, t + up) == 0:
            found.append(t)
    return found


def rights_among(p, sets):
    return all(p.right[i] == 0 or p.right[i] - 1 in sets[i] for i in range(4))


def sayable(p, whole):
    if p.clock > 254:
        return False
    if not whole:
        return True
    wide, standard = castling_rooks(p)
    if not rights_among(p, standard) and not rights_among(p, wide):
        return False
    return p.ep == 0 or (p.clock == 0 and p.ep in jumped(p))


def trailer_bits(p, whole):
    if not sayable(p, whole):
        return 1 + 8 + 32 + (22 if whole else 0)
    centre = number_centre(p)
    n = 1 + golomb_bits(p.clock, 0) + golomb_bits(place_of(centre, p.number), number_order(centre))
    if not whole:
        return n
    wide, standard = castling_rooks(p)
    sets = standard if rights_among(p, standard) else wide
    n += wide != standard
    n += sum(digits(len(x)) for x in sets)
    if p.clock == 0:
        n += digits(len(jumped(p)))
    return n
