// Package openings knows how games of a named opening begin: a line of moves
// for the names and codes that tags give it.
//
// # Format of openings.bin
//
//	zstd of: | "CZO" 1 | lines uvarint | line | line | ... |
//	line = | hash 4 | shared 1 | more 1 | moves, 2 bytes each |
//
// Hash is the lower half of the XXH64 of the name; a line begins with as many
// moves as shared says of the line before it. Integers are little-endian.
package openings

import (
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
const Magic = "CZO\x01"

// table is made by go run ./internal/tools/trainopenings.
//
//go:embed openings.bin
var table []byte

// Name is what a line is known by: the values of the tags Opening and
// Variation, or of ECO alone.
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
// standard chess: by the opening if it is known, else by the code. It is empty
// if neither is known.
func Line(opening, variation, eco []byte) []board.Move {
	lines := all()
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

var all = sync.OnceValue(func() map[uint32][]board.Move {
	d, err := zstd.NewReader(nil)
	if err != nil {
		panic(err) // options are constants
	}
	defer d.Close()
	b, err := d.DecodeAll(table, nil)
	if err != nil {
		panic(err) // the table is embedded, and a test reads it
	}
	lines, err := parse(b)
	if err != nil {
		panic(err)
	}
	return lines
})

type tableError string

func (e tableError) Error() string { return "openings: " + string(e) }

func parse(b []byte) (map[uint32][]board.Move, error) {
	if len(b) < len(Magic) || string(b[:len(Magic)]) != Magic {
		return nil, tableError("no table")
	}
	b = b[len(Magic):]
	n, k := binary.Uvarint(b)
	if k <= 0 || n > uint64(len(b)) {
		return nil, tableError("the table is cut")
	}
	b = b[k:]
	lines := make(map[uint32][]board.Move, n)
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
		lines[hash] = line
		last = line
	}
	if len(b) > 0 {
		return nil, tableError("the table goes on after its end")
	}
	return lines, nil
}
