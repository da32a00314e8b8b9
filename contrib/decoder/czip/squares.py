"""Boards square by square, with another position as the pattern: tags.md, section 14.

Columns of FENs use it (tagboards.py), and lists of positions (lists.md, 4.3).
"""

import collections

from .board import Position, piece_at


def put(p, s, piece):
    """Puts a piece of 1 to 12 on an empty square of a position in the making."""
    c, k = (0, piece) if piece <= 6 else (1, piece - 6)
    p.men[c][k] |= 1 << s


def read_squares(squares, state, old):
    """A position with the clock and the number of old, the pattern. squares and state are the
    Models of positions.squares and positions.state."""
    new = Position()
    new.clock = old.clock
    new.number = old.number
    same = _read_board(squares, old, new)
    new.turn = state.flag(0, old.turn, same)
    r = old.right
    rights = r[0] + 16 * r[1] + 256 * r[2] + 4096 * r[3]
    if state.flag(1, rights) == 1:
        new.right = list(r)
    else:
        new.right = [min(state.index(2, rights, digits=4), 8) for _ in range(4)]
    if state.flag(3, old.ep) == 1:
        new.ep = state.index(4, new.turn, digits=6)
    return new


def _read_board(squares, pattern, new):
    """Puts the pieces on new; gives the history of answers."""
    now = {}                                    # what stands on the squares that are read
    same = 0
    before = 2166136261
    other = 0
    count = collections.Counter()
    for rank in range(7, -1, -1):
        for file in range(8):
            s = 8 * rank + file
            was = piece_at(pattern, s)
            above = rank < 7
            near = 16 * (now[s - 1] if file > 0 else 15) + (now[s + 8] if above else 15)
            diagonal = (16 * (now[s + 7] if above and file > 0 else 15)
                        + (now[s + 9] if above and file < 7 else 15))
            pawns = 16 * min(count[1], 15) + min(count[7], 15)
            mirror = now[8 * (7 - rank) + file] if rank < 4 else 15
            pieces = int("".join(str(min(count[k], 3)) for k in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)),
                         4)
            place = 16 * s + was
            as_was = squares.flag(0, s, place, same, same, same, near, diagonal, before,
                                  int(was == 0), min(other, 31), pawns, mirror, pieces)
            k = was
            if as_was == 0:
                k = squares.index(1, s, place, same, near, diagonal, before, pawns, mirror,
                                  pieces, digits=4)
                if k > 12:
                    k = 0
                other += 1
            same = (same << 1 | as_was) & 65535
            if k:
                put(new, s, k)
            now[s] = k
            count[k] += 1
            before = ((before ^ k) * 16777619) & 0xFFFFFFFF
    return same
