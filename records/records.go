// Package records reads and writes training files of engines: positions, each with a
// move, a score and the result of its game.
//
//	in, out := records.NewReader(r, records.Plain), records.NewWriter(w, records.Binpack)
//	err := in.Read(&rec)
//	err = out.Write(&rec)
//	err = out.Close()
//
// # Forms
//
// The forms are those of Stockfish, described in the documents of its tools and its
// trainer, and plain lists:
//
//	Plain    a line of text for each field, see appendPlain
//	Bin      40 bytes a record, see AppendBin
//	Binpack  chains of positions, each the one after the last move: about 2.5
//	         bytes a record, see binpackWriter
//	FEN      a FEN or an EPD a line; moves and scores are read from its opcodes
//	         and never written
//
// Not every form holds every record. In a Binpack the move number follows from the
// ply; a Bin has no half-move clock over 127, and in Chess960 only the rights of
// outermost rooks. A record that does not fit is ErrNoRecord.
//
// Package chesszip packs such files into archives.
package records

import (
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
)

// Record is a position with its training data. The zero Record is not valid.
type Record struct {
	Position board.Position `json:"position"`
	// Move is the move that was played or is best; or board.NullMove.
	Move board.Move `json:"move"`
	// Score is the engine's, in its own units, for the side to move.
	Score int16 `json:"score"`
	// Ply counts half-moves since the start of the game, from 0 or from 1.
	Ply uint16 `json:"ply"`
	// Result is the result of the game for the side to move: 1 won, 0 drawn or not
	// known, -1 lost.
	Result int8 `json:"result"`
}

var (
	// ErrCorrupt is returned for input that does not have the form of its Reader.
	ErrCorrupt = errors.New("records: corrupt input")
	// ErrNoRecord is returned for a record that the form cannot hold.
	ErrNoRecord = errors.New("records: record does not fit the form")
)

// Error reports the record at which reading or writing failed. It wraps ErrCorrupt,
// ErrNoRecord, or the error of the file.
type Error struct {
	Record int64 // counted from 1
	// Offset is the offset of the record, or of its block, in bytes; when writing,
	// the offset that it would have had.
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

// ResultOf returns the Result of a Record with the given side to move, from the result
// of its game. One that is not known counts as a draw.
func ResultOf(r gamestate.Result, turn board.Color) int8 {
	switch {
	case r != gamestate.WhiteWins && r != gamestate.BlackWins:
		return 0
	case (r == gamestate.WhiteWins) == (turn == board.White):
		return 1
	}
	return -1
}

// GameResult returns the result of the record's game, which is Draw also where it is
// not known.
func (r *Record) GameResult() gamestate.Result {
	switch {
	case r.Result == 0:
		return gamestate.Draw
	case (r.Result > 0) == (r.Position.Turn == board.White):
		return gamestate.WhiteWins
	}
	return gamestate.BlackWins
}
