// Package book holds how often each move was played in positions of the opening: on
// servers by players of all strengths, and by masters.
//
// # Format of book.bin
//
//	| "CZB" 1 | rows of each book, 4 bytes each |
//	for each book: | keys, 4 bytes each, ascending | moves in each row, a byte each |
//	               | move 2, frequency 1 | ... |
//
// Integers are little-endian. A row is the moves of a position, the most frequent
// first. The key is the high half of the position's Key. A frequency f means 2^(f/8)
// games.
//
// The table is embedded, packed by zstd; a WebAssembly module gets it from its host, since it rarely
// needs it.
package book

import (
	"encoding/binary"
	"sync"

	"github.com/chesszip/chesszip/board"
)

// Books is the number of books: of servers, and of masters.
const Books = 2

// Magic begins the table.
const Magic = "CZB\x01"

// MaxMoves is the most moves of a row.
const MaxMoves = 40

// Sizes of the parts of a row, in bytes.
const (
	keyBytes  = 4
	moveBytes = 3
)

// Row is the moves of a position; the zero Row has none.
type Row struct{ moves string }

// Len returns the number of moves.
func (r Row) Len() int { return len(r.moves) / moveBytes }

// At returns the i-th move, and the number of its games, in 1/16.
func (r Row) At(i int) (m board.Move, count uint32) {
	at := r.moves[i*moveBytes:][:moveBytes]
	return board.Move(uint16(at[0]) | uint16(at[1])<<8), power(at[2])
}

// eighths are 2^(i/8) in 1/256.
var eighths = [8]uint32{256, 279, 304, 332, 362, 395, 431, 470}

// mostPower keeps power within 32 bits.
const mostPower = 20*8 + 7

// power returns 2^(f/8) in 1/16.
func power(f byte) uint32 {
	f = min(f, mostPower)
	return eighths[f&7] << (f >> 3) >> 4
}

// Find returns the row of a position in one of the books.
func Find(number int, key uint64) Row {
	b := &books()[number]
	want := uint32(key >> 32)
	i, end := b.first[want>>directoryShift], b.first[want>>directoryShift+1]
	for ; i < end; i++ {
		if at := &b.rows[i]; at.key >= want {
			if at.key == want {
				return Row{b.moves[at.start*moveBytes : b.rows[i+1].start*moveBytes]}
			}
			break
		}
	}
	return Row{}
}

// Has reports whether a book has a move from a position.
func Has(key uint64) bool {
	return Knows(key) && (Find(0, key).Len() > 0 || Find(1, key).Len() > 0)
}

// Knows reports whether a book may have a position. It is faster than Find, and false
// for nearly all positions that no book has.
func Knows(key uint64) bool {
	at := key >> filterShift
	return filter()[at>>6]>>(at&63)&1 != 0
}

// filterShift leaves the 20 high bits of a key, which the filter uses.
const filterShift = 44

// filter has a bit for the high bits of the keys of all rows.
var filter = sync.OnceValue(func() *[1 << (64 - filterShift - 6)]uint64 {
	bits := new([1 << (64 - filterShift - 6)]uint64)
	for _, b := range books() {
		for _, row := range b.rows[:len(b.rows)-1] {
			at := row.key >> (filterShift - 32)
			bits[at>>6] |= 1 << (at & 63)
		}
	}
	return bits
})

// directoryShift leaves the 16 high bits of a key's half.
const directoryShift = 16

// opened is one of the books in memory.
type opened struct {
	rows  []rowAt // ascending, and one after the last
	moves string
	first []uint32 // row of the first key with the given high bits, or higher
}

// rowAt is the key of a row, and the index of its first move among all moves.
type rowAt struct{ key, start uint32 }

var books = sync.OnceValue(func() *[Books]opened {
	all, err := parse(Table())
	if err != nil {
		panic(err) // a test reads the embedded table
	}
	return all
})

type tableError string

func (e tableError) Error() string { return "book: " + string(e) }

func parse(t string) (*[Books]opened, error) {
	const head = len(Magic) + 4*Books
	if len(t) < head || t[:len(Magic)] != Magic {
		return nil, tableError("not a table")
	}
	all := new([Books]opened)
	rest := t[head:]
	for i := range all {
		claim := binary.LittleEndian.Uint32([]byte(t[len(Magic)+4*i:][:4]))
		if uint64(claim) > uint64(len(rest)/(keyBytes+1)) {
			return nil, tableError("the table is cut")
		}
		rows := int(claim)
		b := &all[i]
		keys, counts := rest[:rows*keyBytes], rest[rows*keyBytes:][:rows]
		rest = rest[rows*(keyBytes+1):]
		b.rows = make([]rowAt, rows+1)
		for r := range rows {
			key := keys[r*keyBytes:][:keyBytes]
			b.rows[r].key = uint32(key[0]) | uint32(key[1])<<8 | uint32(key[2])<<16 | uint32(key[3])<<24
			b.rows[r+1].start = b.rows[r].start + uint32(counts[r])
		}
		size := int(b.rows[rows].start) * moveBytes
		if size > len(rest) {
			return nil, tableError("the table is cut")
		}
		b.moves, rest = rest[:size], rest[size:]
		b.first = make([]uint32, 1<<(32-directoryShift)+1)
		row := uint32(0)
		for high := range b.first {
			for row < uint32(rows) && int(b.rows[row].key>>directoryShift) < high {
				row++
			}
			b.first[high] = row
		}
	}
	if len(rest) > 0 {
		return nil, tableError("the table goes on after its end")
	}
	return all, nil
}
