package records

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// Form is a file format for records. The zero Form is none.
type Form uint8

// The forms.
const (
	FEN Form = 1 + iota
	Plain
	Bin
	Binpack
)

// Forms returns the names of the forms, for ParseForm.
func Forms() []string { return []string{"fen", "plain", "bin", "binpack"} }

// ParseForm returns the form of the given name.
func ParseForm(name string) (f Form, ok bool) {
	for i, s := range Forms() {
		if s == name {
			return FEN + Form(i), true
		}
	}
	return 0, false
}

// String returns the form's name.
func (f Form) String() string {
	if i := int(f) - int(FEN); i >= 0 && i < len(Forms()) {
		return Forms()[i]
	}
	return "no form"
}

const (
	// sniffBytes is the number of bytes of a file that Sniff looks at.
	sniffBytes = 1 << 14
	// badShare is the least number of records in a Bin file for each bad one: not a
	// legal position with a legal move, or with bits after it.
	badShare = 16
)

// Sniff returns the form of a file by its first bytes, of which it reads at most 16
// kB; ok is false if it has none of the forms.
func Sniff(head []byte) (f Form, ok bool) {
	head = head[:min(len(head), sniffBytes)]
	switch {
	case bytes.HasPrefix(head, []byte(chunkMagic)):
		return Binpack, true
	case SniffBin(head):
		return Bin, true
	}
	text := head
	for len(text) > 0 {
		var line []byte
		if line, text = cutLine(text); len(line) == 0 {
			continue
		}
		if bytes.HasPrefix(line, []byte("fen ")) {
			return Plain, true
		}
		var r Record
		return FEN, parseFEN(&r, string(line)) == nil
	}
	return 0, false
}

// SniffBin reports whether nearly all of the first records of head, at least one, are
// as AppendBin writes them except for their last byte, with legal positions and legal
// moves, if any. Hardly any other file passes, since some 80 zero bits follow a
// position.
func SniffBin(head []byte) bool {
	records, bad := 0, 0
	for ; len(head) >= BinSize && records < sniffBytes/BinSize; head = head[BinSize:] {
		r, err := DecodeBin(head)
		if err != nil || !SameBin(&r, head) || !r.plausible() {
			bad++
		}
		records++
	}
	return records > 0 && bad*badShare <= records
}

// SameBin reports whether AppendBin of r, which DecodeBin has read from src, gives
// the record at the start of src again, except for its last byte.
func SameBin(r *Record, src []byte) bool {
	var room [BinSize]byte
	got, err := AppendBin(room[:0], r)
	return err == nil && len(src) >= BinSize && bytes.Equal(got[:BinSize-1], src[:BinSize-1])
}

// plausible reports whether the position and its move are legal.
func (r *Record) plausible() bool {
	p := &r.Position
	if p.Kind(board.Pawn)&backRanks != 0 || r.Result < -1 || r.Result > 1 {
		return false
	}
	q := *p
	q.Turn = q.Turn.Other()
	return !movegen.InCheck(&q) && (r.Move == board.NullMove || movegen.IsLegal(p, r.Move))
}

// cutLine returns the first line of text, without its end, and the rest.
func cutLine(text []byte) (line, rest []byte) {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		text, rest = text[:end], text[end+1:]
	}
	return bytes.TrimSuffix(text, []byte("\r")), rest
}
