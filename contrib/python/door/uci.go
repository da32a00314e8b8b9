package door

import (
	"sync"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// uciTexts returns the text of each plain move, with a blank after it, by its 15 bits:
// the bytes; the last one is their number.
var uciTexts = sync.OnceValue(func() *[1 << 15][6]byte {
	texts := new([1 << 15][6]byte)
	for i := range texts {
		m := board.Move(i)
		t := texts[i][:0]
		for _, s := range [2]board.Square{m.From(), m.To()} {
			t = append(t, 'a'+byte(s.File()), '1'+byte(s.Rank()))
		}
		if k := m.Promotion(); k != board.NoKind && k <= board.King {
			t = append(t, k.Letter()|0x20)
		}
		for len(t) < len(texts[i]) {
			t = append(t, ' ')
		}
	}
	return texts
})

// appendUCI appends the moves of a game in UCI, with a blank after each. Castling is
// written as the king's move, or in Chess960 as king takes rook.
func appendUCI(dst []byte, start *board.Position, moves []board.Move) []byte {
	if *start != board.Start() {
		return appendReplayed(dst, *start, moves)
	}
	texts := uciTexts()
	kings := [2]board.Square{board.E1, board.E8}
	for i, m := range moves {
		king := &kings[i&1]
		switch {
		case m == board.NullMove:
			dst = append(dst, "0000 "...)
			continue
		case m.From() == *king:
			*king = m.To()
			// A king moves one file; two files or more to a rook is castling.
			if d := m.To().File() - m.From().File(); d > 1 || d < -1 {
				*king = movegen.CastlingTarget(m)
				m = board.NewMove(m.From(), *king, board.NoKind)
			}
		}
		t := &texts[m&0x7fff]
		if t[4] == ' ' {
			dst = append(dst, t[:5]...)
		} else {
			dst = append(dst, t[:]...)
		}
	}
	return dst
}

// appendReplayed is appendUCI for games with any start.
func appendReplayed(dst []byte, p board.Position, moves []board.Move) []byte {
	chess960 := p.Chess960()
	for _, m := range moves {
		dst = append(notation.AppendUCI(dst, &p, m, chess960), ' ')
		movegen.Make(&p, m)
	}
	return dst
}
