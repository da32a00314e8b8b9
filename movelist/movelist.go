// Package movelist stores a game as the choices made among its legal moves, by
// four methods, each exact and independent of any file. The start position is
// not stored; whoever decodes must know it.
//
//	data, err := movelist.Fast.Append(nil, &game)
//	moves, rest, err := movelist.Fast.Decode(data, &game.Start)
//
// What Append appends is for a column of a database: it says by its first byte
// which level wrote it, and every other level refuses it. What AppendChecked
// appends, two bytes more, says too whether a byte was altered since.
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
// FromTo writes origin and target, 6 bits each, and 2 bits more for the kind
// where a pawn reaches its last rank: knight, bishop, rook, queen.
//
// LegalIndex numbers the legal moves in the frozen order of package movegen
// and writes the numbers as one mixed-radix integer whose radices are the
// numbers of legal moves; a forced move costs nothing. Each integer holds 4096
// moves, the last one what is left; size is its number of bytes, a uvarint.
//
// Fast orders the legal moves by a learned table, package internal/model/fast,
// and writes the place of the move in that order by one of its static prefix
// codes: symbol 63 stands for places from 63 on and is followed by the place
// less 63 in 12 bits. A forced move costs nothing.
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
// Null moves, passed turns, have no place among the legal moves. They stand in
// a list, each as the number of plies between it and the one before, and are
// counted in plies but left out of what follows. Every game has exactly one
// form, and a decoder refuses all others.
//
// The package knows neither PGN nor files. Start positions may be any that
// movegen takes; a move that is not legal is refused.
package movelist

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/blob"
)

// Level is a way to store the moves of a game. It carries its tables, so that
// a program links only those of the levels it names. A Level may be used by
// several goroutines at once.
type Level interface {
	// Name returns the level's name, such as "fast".
	Name() string
	// Append appends the moves of g, one byte for the method in front. Start is
	// not stored. It fails with an *IllegalError for a move that is not legal
	// and with ErrTooLong for a game of more than MaxPlies.
	Append(dst []byte, g *gamestate.Game) ([]byte, error)
	// AppendChecked appends the moves of g as Append does, and two bytes more by
	// which Decode notices altered bytes and a wrong start position, but for one
	// case in 65,536.
	AppendChecked(dst []byte, g *gamestate.Game) ([]byte, error)
	// Decode reads what Append or AppendChecked wrote, given the start position,
	// and returns the moves and the bytes after them. It fails with a
	// *CorruptError, which is an ErrMethod for what another level wrote.
	Decode(src []byte, start *board.Position) (moves []board.Move, rest []byte, err error)

	// Method, AppendMoves and DecodeMoves are for formats that name the level by
	// themselves: the byte in front of what Append appends, and the moves
	// without it and without any check.
	Method() byte
	AppendMoves(dst []byte, g *gamestate.Game) ([]byte, error)
	DecodeMoves(src []byte, start *board.Position) (moves []board.Move, rest []byte, err error)
}

// level makes a Level of what writes moves.
type level struct{ coder }

type coder interface {
	blob.Coder
	Name() string
}

func (l level) Append(dst []byte, g *gamestate.Game) ([]byte, error) {
	return blob.AppendMoves(dst, l, 0, g, false)
}

func (l level) AppendChecked(dst []byte, g *gamestate.Game) ([]byte, error) {
	return blob.AppendMoves(dst, l, 0, g, true)
}

func (l level) Decode(src []byte, start *board.Position) ([]board.Move, []byte, error) {
	moves, rest, err := blob.DecodeMoves(src, l, 0, start)
	return moves, rest, asCorrupt(err)
}

// Decode reads what any of the given levels appended, given the start position,
// and returns the moves and the bytes after them. It fails with a *CorruptError,
// which is an ErrMethod for what none of them wrote.
func Decode(src []byte, start *board.Position, levels ...Level) (moves []board.Move, rest []byte, err error) {
	err = asCorrupt(fmt.Errorf("%w: no level was given", ErrMethod))
	for _, l := range levels {
		if moves, rest, err = l.Decode(src, start); !errors.Is(err, ErrMethod) {
			return moves, rest, err
		}
	}
	return nil, nil, err
}

// Levels returns the four methods, from the plainest to the smallest. A
// program that calls it links the tables of all of them.
func Levels() []Level { return []Level{SAN, FromTo, LegalIndex, Fast} }
