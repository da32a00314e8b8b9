// Package openings knows the names of openings in tags, and how the games of each
// begin.
//
// # Format of openings.bin
//
//	zstd of: | "CZO" 2 | names | names | names | names | lines uvarint | line | line | ... |
//	names = | length uvarint | values of one of Tags, the commonest first, with LF between them |
//	line  = | hash 4 | shared 1 | more 1 | moves, 2 bytes each |
//
// Hash is the lower half of the XXH64 of the name; a line begins with as many
// moves as shared says of the line before it. Integers are little-endian.
package openings

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip/board"
)

// MaxMoves is the length of the longest line in half-moves.
const MaxMoves = 32

// Magic begins the table.
const Magic = "CZO\x02"

// table is made by go run ./internal/tools/trainopenings.
//
//go:embed openings.bin
var table []byte

// NumTags is the number of Tags.
const NumTags = 4

// Tags are those that name openings.
var Tags = [NumTags]string{"ECO", "Opening", "Variation", "ECOUrl"}

// Values returns the values that a tag is known to have, the commonest first;
// nil for a tag that does not name openings.
func Values(tag string) [][]byte {
	for i, t := range Tags {
		if t == tag {
			return all().names[i]
		}
	}
	return nil
}

// book is the table in memory.
type book struct {
	names [NumTags][][]byte
	lines map[uint32][]board.Move
}

// Name identifies a line by a hash of the values of the tags Opening and
// Variation, of ECOUrl as if it were Opening's, or of ECO alone.
func Name(opening, variation, eco []byte) uint32 {
	d := xxhash.New()
	// Writing to a Digest cannot fail.
	if len(opening) > 0 {
		_, _ = d.Write(opening)
		if len(variation) > 0 {
			_, _ = d.Write([]byte{0})
			_, _ = d.Write(variation)
		}
		return uint32(d.Sum64())
	}
	_, _ = d.Write([]byte{1})
	_, _ = d.Write(eco)
	return uint32(d.Sum64())
}

// Line returns how games with these tags begin, from the start position of
// standard chess: by the opening, or ECOUrl where there is none, if it is known,
// else by the code. It is empty if neither is known.
func Line(opening, variation, eco []byte) []board.Move {
	lines := all().lines
	if len(opening) > 0 {
		if l, ok := lines[Name(opening, variation, nil)]; ok {
			return l
		}
	}
	if len(eco) == 0 {
		return nil
	}
	return lines[Name(nil, nil, eco)]
}

var all = sync.OnceValue(func() *book {
	d, err := zstd.NewReader(nil)
	if err != nil {
		panic(err) // options are constants
	}
	defer d.Close()
	b, err := d.DecodeAll(table, nil)
	if err != nil {
		panic(err) // the table is embedded, and a test reads it
	}
	book, err := parse(b)
	if err != nil {
		panic(err)
	}
	return book
})

type tableError string

func (e tableError) Error() string { return "openings: " + string(e) }

func parse(b []byte) (*book, error) {
	if len(b) < len(Magic) || string(b[:len(Magic)]) != Magic {
		return nil, tableError("not a table")
	}
	b = b[len(Magic):]
	t := new(book)
	for i := range t.names {
		n, k := binary.Uvarint(b)
		if k <= 0 || n > uint64(len(b)-k) {
			return nil, tableError("the table is cut")
		}
		if n > 0 {
			t.names[i] = bytes.Split(b[k:k+int(n)], []byte("\n"))
		}
		b = b[k+int(n):]
	}
	n, k := binary.Uvarint(b)
	if k <= 0 || n > uint64(len(b)) {
		return nil, tableError("the table is cut")
	}
	b = b[k:]
	t.lines = make(map[uint32][]board.Move, n)
	var last []board.Move
	for range n {
		if len(b) < 6 {
			return nil, tableError("the table is cut")
		}
		hash, shared, more := binary.LittleEndian.Uint32(b), int(b[4]), int(b[5])
		b = b[6:]
		if shared > len(last) || shared+more > MaxMoves || len(b) < 2*more {
			return nil, tableError("the table is cut")
		}
		line := append([]board.Move(nil), last[:shared]...)
		for i := range more {
			line = append(line, board.Move(binary.LittleEndian.Uint16(b[2*i:])))
		}
		b = b[2*more:]
		t.lines[hash] = line
		last = line
	}
	if len(b) > 0 {
		return nil, tableError("the table goes on after its end")
	}
	return t, nil
}
