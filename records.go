package chesszip

import (
	"io"

	"github.com/chesszip/chesszip/internal/chunk"
	"github.com/chesszip/chesszip/internal/records"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Record is a position with which an engine is trained:
//
//	Position board.Position
//	Move     board.Move  what was played or is best; board.NullMove for none
//	Score    int16       in the engine's units, for the side to move
//	Ply      uint16      half-moves since the start of the game
//	Result   int8        of the game for the side to move: 1, 0 or -1
type Record = records.Record

// RecordForm is how a file holds records; its String is its name.
type RecordForm = records.Form

// The forms of records. All but RecordsFEN are Stockfish's. A file in the form
// RecordsPlain or RecordsBin is an input that Compress knows.
const (
	RecordsFEN     = records.FEN     // a FEN or EPD a line; scores and moves are not written
	RecordsPlain   = records.Plain   // lines of text, .plain
	RecordsBin     = records.Bin     // 40 bytes each, .bin
	RecordsBinpack = records.Binpack // chains of moves, .binpack
)

var (
	// ErrRecords says that a file of records is damaged.
	ErrRecords = records.ErrCorrupt
	// ErrNoRecord says that a form cannot hold a record: a .bin no clock over
	// 127, a .binpack no illegal move.
	ErrNoRecord = records.ErrNoRecord
)

// RecordError says in which record of a file reading or writing failed, with
// its fields Record, from 1, and Offset, in bytes. It wraps ErrRecords,
// ErrNoRecord, or the error of the file.
type RecordError = records.Error

// RecordForms returns the names of the forms.
func RecordForms() []string { return records.Forms() }

// ParseRecordForm returns the form of that name.
func ParseRecordForm(name string) (f RecordForm, ok bool) { return records.ParseForm(name) }

// SniffRecords tells in which form a file holds records by its first bytes, of
// which it looks at 16 kB at most; false if it holds none.
func SniffRecords(head []byte) (f RecordForm, ok bool) {
	return records.Sniff(head[:min(len(head), chunk.Sniffed)])
}

// RecordReader reads the records of a file.
type RecordReader = records.Reader

// NewRecordReader returns a RecordReader of r, which is in the given form. Its
// method Read(*Record) returns io.EOF after the last record, and else a
// *RecordError.
func NewRecordReader(r io.Reader, f RecordForm) *RecordReader { return records.NewReader(r, f) }

// RecordWriter writes records to a file.
type RecordWriter = records.Writer

// NewRecordWriter returns a RecordWriter to w. Its method Write(*Record) may go
// on after an ErrNoRecord; Close, which does not close w, ends the file.
func NewRecordWriter(w io.Writer, f RecordForm) *RecordWriter { return records.NewWriter(w, f) }

// RecordResult returns the Result of a Record with White to move for the result
// of a game as PGN writes it; one that is not known counts as a draw.
func RecordResult(text string) int8 {
	switch tagvalue.ParseResult([]byte(text)) {
	case tagvalue.WhiteWins:
		return 1
	case tagvalue.BlackWins:
		return -1
	}
	return 0
}
