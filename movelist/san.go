package movelist

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// SAN stores moves as text in Standard Algebraic Notation, some 33 bits a move.
// Append begins with the byte 0x41, an A.
var SAN Level = level{san{}}

type san struct{}

func (san) Name() string { return "san" }

func (san) Method() byte { return byte(blob.MovesSAN) }

const nullText = "--"

func (san) AppendMoves(dst []byte, g *gamestate.Game) ([]byte, error) {
	if len(g.Moves) > MaxPlies {
		return dst, ErrTooLong
	}
	base, written := len(dst), 0
	space := func() {
		if written > 0 {
			dst = append(dst, ' ')
		}
		written++
	}
	nulls := func(until int) {
		for written < until {
			space()
			dst = append(dst, nullText...)
		}
	}
	err := walk(g, func(at *ply, index int) error {
		nulls(at.number) // walk leaves these out
		space()
		dst = notation.Standard.AppendSAN(dst, at.p, at.legal[index], at.legal)
		return nil
	})
	if err != nil {
		return dst[:base], err
	}
	nulls(len(g.Moves))
	return append(dst, '\n'), nil
}

// DecodeMoves accepts only canonical text.
func (san) DecodeMoves(src []byte, start *board.Position) ([]board.Move, []byte, error) {
	end := bytes.IndexByte(src, '\n')
	if end < 0 {
		return nil, nil, &CorruptError{Ply: -1, Msg: "no line end"}
	}
	line, rest := src[:end], src[end+1:]
	var moves []board.Move
	p := *start
	var room [manyMoves]board.Move
	legal := room[:0]
	var text []byte
	for more := len(line) > 0; more; {
		var word []byte
		word, line, more = bytes.Cut(line, []byte(" "))
		if len(moves) == MaxPlies {
			return nil, nil, &CorruptError{Ply: -1, Msg: "too many moves"}
		}
		m := board.NullMove
		if string(word) != nullText {
			legal = movegen.AppendLegal(legal[:0], &p)
			var err error
			if m, _, err = notation.Standard.ParseSAN(word, &p, legal); err != nil {
				return nil, nil, &CorruptError{Ply: len(moves), Msg: err.Error()}
			}
			text = notation.Standard.AppendSAN(text[:0], &p, m, legal)
			if !bytes.Equal(text, word) {
				return nil, nil, &CorruptError{Ply: len(moves), Msg: "not canonical SAN"}
			}
		}
		moves = append(moves, m)
		movegen.Make(&p, m)
	}
	return moves, rest, nil
}
