package learned

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/movelist"
)

// Append implements movelist.Level, without knowledge of the game.
func (l *Level) Append(dst []byte, g *gamestate.Game) ([]byte, error) {
	return l.AppendKnown(dst, g, &Known{})
}

// AppendChecked implements movelist.Level, without knowledge of the game.
func (l *Level) AppendChecked(dst []byte, g *gamestate.Game) ([]byte, error) {
	return l.AppendKnownChecked(dst, g, &Known{})
}

// AppendDecode implements movelist.Level.
func (l *Level) AppendDecode(dst []board.Move, src []byte, start *board.Position) ([]board.Move, []byte, error) {
	return l.appendDecodeKnown(dst, src, start, &Known{})
}

// Decode implements movelist.Level.
func (l *Level) Decode(src []byte, start *board.Position) ([]board.Move, []byte, error) {
	return l.DecodeKnown(src, start, &Known{})
}

// AppendKnown appends the moves of g, with known to predict them. It stores the
// length, so known.Plies does not matter. It fails with a *movelist.IllegalError or
// movelist.ErrTooLong.
func (l *Level) AppendKnown(dst []byte, g *gamestate.Game, known *Known) ([]byte, error) {
	return l.appendKnown(dst, g, known, false)
}

// AppendKnownChecked appends the moves of g as AppendKnown does, with a checksum of
// two bytes. DecodeKnown detects altered bytes, a wrong start position, and a Known
// or model other than the writer's, except for one case in 65,536.
func (l *Level) AppendKnownChecked(dst []byte, g *gamestate.Game, known *Known) ([]byte, error) {
	return l.appendKnown(dst, g, known, true)
}

func (l *Level) appendKnown(dst []byte, g *gamestate.Game, known *Known, checked bool) ([]byte, error) {
	s := l.scratch()
	defer l.free(s)
	s.with = informed{l, s, *known}
	return blob.AppendMoves(dst, &s.with, s.with.salt(), g, checked)
}

// DecodeKnown reads moves of AppendKnown or AppendKnownChecked, given the start
// position and the same Known, and returns them and the bytes after them. It fails
// with movelist.ErrMethod for moves of another level or model, or with a
// *movelist.CorruptError.
func (l *Level) DecodeKnown(src []byte, start *board.Position, known *Known) ([]board.Move, []byte, error) {
	return l.appendDecodeKnown(nil, src, start, known)
}

func (l *Level) appendDecodeKnown(dst []board.Move, src []byte, start *board.Position, known *Known) ([]board.Move, []byte, error) {
	s := l.scratch()
	defer l.free(s)
	s.with = informed{l, s, *known}
	moves, rest, err := blob.DecodeMoves(dst, src, &s.with, s.with.salt(), start)
	if err == nil {
		return moves, rest, nil // without e, which errors.As puts on the heap
	}
	var e *movelist.CorruptError
	switch {
	case errors.As(err, &e):
	case errors.Is(err, movelist.ErrMethod):
		err = fmt.Errorf("learned: %w", err)
	default:
		err = &movelist.CorruptError{Ply: -1, Msg: err.Error(), Err: err}
	}
	return moves, rest, err
}

// AppendMoves implements movelist.Level, without knowledge of the game.
func (l *Level) AppendMoves(dst []byte, g *gamestate.Game) ([]byte, error) {
	s := l.scratch()
	defer l.free(s)
	return l.appendMoves(s, dst, g, &Known{})
}

// DecodeMoves implements movelist.Level.
func (l *Level) DecodeMoves(dst []board.Move, src []byte, start *board.Position) ([]board.Move, []byte, error) {
	s := l.scratch()
	defer l.free(s)
	return l.decodeMoves(s, dst, src, start, &Known{})
}

// informed is a level with the Known of a game.
type informed struct {
	*Level
	s     *scratch
	known Known
}

func (c *informed) AppendMoves(dst []byte, g *gamestate.Game) ([]byte, error) {
	return c.appendMoves(c.s, dst, g, &c.known)
}

func (c *informed) DecodeMoves(dst []board.Move, src []byte, start *board.Position) ([]board.Move, []byte, error) {
	return c.decodeMoves(c.s, dst, src, start, &c.known)
}

// salt is a hash of the model and of known, except the number of plies, which the
// blob stores:
//
//	XXH64 of | model's number 8 | result 1 | ending 1 | white's rating 8 | black's 8 | seconds 8 |
func (c *informed) salt() uint64 {
	var room [34]byte
	b := binary.LittleEndian.AppendUint64(room[:0], c.ID())
	b = append(b, byte(c.known.Result), byte(c.known.Ending))
	for _, n := range [...]int{c.known.WhiteElo, c.known.BlackElo, c.known.Seconds} {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return xxhash.Sum64(b)
}
