"""The rules of moving, as far as a game's moves need them: an oracle that shares nothing
with the library."""

from __future__ import annotations

from typing import Dict, Iterator, List, Tuple

ORDER = "PNBRQKpnbrqk"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def square(name: str) -> int:
    return ord(name[0]) - 97 + 8 * (int(name[1]) - 1)


class Board:
    def __init__(self, fen: str = START) -> None:
        fields = fen.split()
        self.at: Dict[int, str] = {}
        for rank, row in zip(range(7, -1, -1), fields[0].split("/")):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    self.at[8 * rank + file] = letter
                    file += 1
        self.black = fields[1] == "b"
        self.rights = fields[2]
        self.en_passant = -1 if fields[3] == "-" else square(fields[3])
        self.clock = int(fields[4]) if len(fields) > 4 else 0

    def play(self, move: str) -> None:
        """Plays a UCI move of standard chess."""
        start, end = square(move[:2]), square(move[2:4])
        piece = self.at.pop(start)
        pawn = piece in "Pp"
        captures = end in self.at
        if pawn and end == self.en_passant:
            del self.at[end + (8 if self.black else -8)]
        if piece in "Kk" and abs(end - start) == 2:
            corner = end + 1 if end > start else end - 2
            self.at[(start + end) // 2] = self.at.pop(corner)
        self.at[end] = (move[4].lower() if self.black else move[4].upper()) if len(move) > 4 else piece
        for letter, squares in {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}.items():
            if start in squares or end in squares:
                self.rights = self.rights.replace(letter, "")
        self.en_passant = (start + end) // 2 if pawn and abs(end - start) == 16 else -1
        self.clock = 0 if pawn or captures else self.clock + 1
        self.black = not self.black

    def bitboards(self) -> List[int]:
        sets = [0] * 12
        for where, piece in self.at.items():
            sets[ORDER.index(piece)] |= 1 << where
        return sets

    def squares(self) -> List[int]:
        return [ORDER.index(self.at[s]) + 1 if s in self.at else 0 for s in range(64)]

    def state(self) -> Tuple[int, int, int, int]:
        rights = sum(1 << i for i, letter in enumerate("KQkq") if letter in self.rights)
        return int(self.black), rights, self.en_passant, self.clock


def positions(moves: List[str], fen: str = START) -> Iterator[Board]:
    board = Board(fen)
    yield board
    for move in moves:
        board.play(move)
        yield board
