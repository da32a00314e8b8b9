// Package movelist stores a game as choices among its legal moves, by one of four
// methods. Each is exact and self-contained. The start position is not stored; the
// decoder needs it.
//
//	data, err := movelist.Fast.Append(nil, &game)
//	moves, rest, err := movelist.Fast.Decode(data, &game.Start)
//
// The result of Append is for a column of a database: its first byte is the method,
// and every other level refuses it. AppendChecked adds two bytes, a checksum that
// detects altered bytes.
//
//	| method 1 | moves |
//	| method 1 | checksum 2 | moves |
//
// # Methods
//
//	SAN         "e4 e5 Nf3 Nc6\n"            text, the null move as "--"
//	FromTo      | length | 12 or 14 bits each | padding |
//	LegalIndex  | length | size | integer | size | integer | ...
//	Fast        | length | code words | padding |
//
// FromTo writes origin and target, 6 bits each, and for a promotion 2 bits more:
// knight, bishop, rook, queen.
//
// LegalIndex writes the index of each move in the frozen order of package movegen, as
// a digit of a mixed-radix integer. The radix is the number of legal moves, so a
// forced move takes nothing. Each integer holds 4096 moves, the last one the rest;
// size is its number of bytes, a uvarint.
//
// Fast orders the legal moves by the learned table of package internal/model/fast,
// and writes the place of the move in that order by one of its static prefix codes.
// Symbol 63 means a place from 63 on; the place minus 63 follows in 12 bits. A forced
// move takes nothing.
//
// Bits are written from the highest of a byte down; padding is zero bits up to
// the next byte.
//
// # Length
//
//	| plies 0-253 |
//	| 254 | uvarint plies - 254 |
//	| 255 | uvarint plies | uvarint nulls - 1 | uvarint gap | ... |
//
// Null moves, passed turns, are not legal moves. A list holds each as the number of
// plies between it and the one before; they count as plies but are left out of the
// moves. Every game has exactly one form, and decoders refuse all others.
//
// The start position may be any that movegen takes. Moves must be legal.
package movelist

import (
	"errors"
	"fmt"
	"sync"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/blob"
)

// Level is a way to store the moves of a game. It contains its tables, so a program
// links only those of the levels that it names. Several goroutines may use a Level at
// once.
type Level interface {
	// Name returns the level's name, such as "fast".
	Name() string
	// Append appends one byte for the method and the moves of g, without the start
	// position. It fails with an *IllegalError for a move that is not legal, and with
	// ErrTooLong for a game of more than MaxPlies.
	Append(dst []byte, g *gamestate.Game) ([]byte, error)
	// AppendChecked appends the moves of g as Append does, with a checksum of two
	// bytes. Decode detects altered bytes and a wrong start position, except for one
	// case in 65,536.
	AppendChecked(dst []byte, g *gamestate.Game) ([]byte, error)
	// Decode reads moves of Append or AppendChecked, given the start position, and
	// returns them and the bytes after them. It fails with ErrMethod for moves of
	// another level, or with a *CorruptError.
	Decode(src []byte, start *board.Position) (moves []board.Move, rest []byte, err error)

	// AppendDecode appends the moves that Decode would return to dst, so that one
	// slice serves for many games. After an error the moves are those of dst.
	AppendDecode(dst []board.Move, src []byte, start *board.Position) (moves []board.Move, rest []byte, err error)

	// Method, AppendMoves and DecodeMoves are for formats that store the level
	// themselves. Method returns the first byte of Append; the others code the moves
	// without it and without a checksum. DecodeMoves appends to dst.
	Method() byte
	AppendMoves(dst []byte, g *gamestate.Game) ([]byte, error)
	DecodeMoves(dst []board.Move, src []byte, start *board.Position) (moves []board.Move, rest []byte, err error)
}

// level makes a Level of a coder.
type level struct {
	coder
	pool sync.Pool // of *scratch
}

type coder interface {
	Name() string
	Method() byte
	append(s *scratch, dst []byte, g *gamestate.Game) ([]byte, error)
	decode(s *scratch, dst []board.Move, src []byte, start *board.Position) ([]board.Move, []byte, error)
}

// scratch is the memory to code one game, kept for the next.
type scratch struct {
	walker walker
	writer fastWriter
	reader fastReader
	mixed  basen.Mixed
	bytes  []byte
}

func (l *level) scratch() *scratch {
	if s, ok := l.pool.Get().(*scratch); ok {
		return s
	}
	return new(scratch)
}

// free keeps s, without references to memory of the caller.
func (l *level) free(s *scratch) {
	s.reader.bits = bitReader{}
	l.pool.Put(s)
}

func (l *level) AppendMoves(dst []byte, g *gamestate.Game) ([]byte, error) {
	s := l.scratch()
	defer l.free(s)
	return l.append(s, dst, g)
}

func (l *level) DecodeMoves(dst []board.Move, src []byte, start *board.Position) ([]board.Move, []byte, error) {
	s := l.scratch()
	defer l.free(s)
	return l.decode(s, dst, src, start)
}

func (l *level) Append(dst []byte, g *gamestate.Game) ([]byte, error) {
	return blob.AppendMoves(dst, l, 0, g, false)
}

func (l *level) AppendChecked(dst []byte, g *gamestate.Game) ([]byte, error) {
	return blob.AppendMoves(dst, l, 0, g, true)
}

func (l *level) Decode(src []byte, start *board.Position) ([]board.Move, []byte, error) {
	return l.AppendDecode(nil, src, start)
}

func (l *level) AppendDecode(dst []board.Move, src []byte, start *board.Position) ([]board.Move, []byte, error) {
	moves, rest, err := blob.DecodeMoves(dst, src, l, 0, start)
	return moves, rest, asCorrupt(err)
}

// Decode reads moves of any of the given levels, given the start position, and
// returns them and the bytes after them. It fails with ErrMethod for moves of any other
// level, or with a *CorruptError.
func Decode(src []byte, start *board.Position, levels ...Level) (moves []board.Move, rest []byte, err error) {
	err = asCorrupt(fmt.Errorf("%w: no level was given", ErrMethod))
	for _, l := range levels {
		if moves, rest, err = l.Decode(src, start); !errors.Is(err, ErrMethod) {
			return moves, rest, err
		}
	}
	return nil, nil, err
}

// Levels returns the four methods, from the simplest to the smallest. A program that
// calls it links the tables of all of them.
func Levels() []Level { return []Level{SAN, FromTo, LegalIndex, Fast} }
