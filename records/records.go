// Package records reads and writes files of positions with which engines are
// trained: each position with a move, a score and the result of its game.
//
//	in, out := records.NewReader(r, records.Plain), records.NewWriter(w, records.Binpack)
//	err := in.Read(&rec)
//	err = out.Write(&rec)
//	err = out.Close()
//
// # Forms
//
// They are Stockfish's, described in the documents of its tools and of its
// trainer, and plain lists:
//
//	Plain    a line of text for each field, see AppendPlain
//	Bin      40 bytes a record, see AppendBin
//	Binpack  chains of positions, each that of the last one after its move: about 2.5
//	         bytes a record, see binpackWriter
//	FEN      a FEN or an EPD a line; moves and scores are read from its opcodes
//	         and never written
//
// Not every form holds everything: a Binpack has no move numbers but what
// follow from the ply, a Bin no half-move clock over 127 and, of Chess960, the
// rights of outermost rooks only. What does not fit is an error, ErrNoRecord.
//
// The package knows no archives: package chesszip packs them.
package records

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// Record is a position with what is known of it. The zero Record is not valid.
type Record struct {
	Position board.Position
	// Move is the move that was played or is best; board.NullMove for none.
	Move board.Move
	// Score is the engine's, in its own units, for the side to move.
	Score int16
	// Ply counts half-moves since the start of the game, from 0 or from 1.
	Ply uint16
	// Result is that of the game for the side to move: 1 won, 0 drawn or not
	// known, -1 lost.
	Result int8
}

var (
	// ErrCorrupt says that input does not have the form that it is read as.
	ErrCorrupt = errors.New("records: corrupt input")
	// ErrNoRecord says that a form cannot hold a record.
	ErrNoRecord = errors.New("records: record does not fit the form")
)

// Error says in which record reading or writing failed. It wraps ErrCorrupt,
// ErrNoRecord, or the error of the file.
type Error struct {
	Record int64 // counted from 1
	// Offset is where the record, or the block that it is in, begins, in bytes;
	// when writing, where it would have begun.
	Offset int64
	Err    error
}

func (e *Error) Error() string {
	return fmt.Sprintf("record %d at byte %d: %v", e.Record, e.Offset, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

func unfit(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrNoRecord, fmt.Sprintf(format, args...))
}

// ResultOf returns the Result of a Record with White to move for the result of a game
// as PGN writes it; one that is not known counts as a draw.
func ResultOf(text string) int8 {
	switch tagvalue.ParseResult([]byte(text)) {
	case tagvalue.WhiteWins:
		return 1
	case tagvalue.BlackWins:
		return -1
	}
	return 0
}
