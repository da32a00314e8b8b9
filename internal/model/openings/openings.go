// Package openings holds the names of openings in tags, and the positions that they
// name.
//
// # Format of openings.bin
//
//	zstd of: | "CZO" 3 | names | names | names | names | positions of each system |
//	names     = | length uvarint | values of one of Tags, the most frequent first, separated by LF |
//	positions = | number uvarint | keys, 4 bytes each, ascending | for each of Tags: number + 1 of the value, 2 bytes each |
//
// A key is the high half of that of package book. The name of a game is the name of
// its last position that has one. Integers are little-endian.
//
// The table is embedded; a WebAssembly module gets it from its host.
package openings

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Magic begins the table.
const Magic = "CZO\x03"

// NumTags is the number of Tags.
const NumTags = 4

// Tags are the tags that name openings.
var Tags = [NumTags]string{"ECO", "Opening", "Variation", "ECOUrl"}

// System is a way of naming openings.
type System int

// The systems.
const (
	Lichess System = iota
	ChessCom
	Masters
	Engines
	Systems = 4
)

// Values returns the known values of a tag, the most frequent first; nil for a tag
// that does not name openings.
func Values(tag string) [][]byte {
	for i, t := range Tags {
		if t == tag {
			return all().names[i]
		}
	}
	return nil
}

// named is the table in memory.
type named struct {
	names [NumTags][][]byte
	keys  []uint32                           // of all positions that have a name, ascending
	rows  [Systems][][NumTags]uint16         // numbers + 1 of their names
	first [1 << (32 - directoryShift)]uint32 // position of the first key with the given high bits, or higher
}

// Named returns the number of a position that has a name in at least one system, by
// the high half of its book.Key; or -1.
func Named(key uint64) int {
	b := all()
	want := uint32(key >> 32)
	i := b.first[want>>directoryShift]
	for ; int(i) < len(b.keys) && b.keys[i] < want; i++ {
	}
	if int(i) < len(b.keys) && b.keys[i] == want {
		return int(i)
	}
	return -1
}

// directoryShift leaves the 12 high bits of a key.
const directoryShift = 20

// Last is the number of the last named position of a game in each system, or -1.
// -1 for none.
type Last [Systems]int32

// NoName is the Last of a game without a named position.
var NoName = Last{-1, -1, -1, -1}

// Pass records the next position of the game.
func (l *Last) Pass(key uint64) {
	position := Named(key)
	if position < 0 {
		return
	}
	b := all()
	for s := range l {
		if b.rows[s][position] != [NumTags]uint16{} {
			l[s] = int32(position)
		}
	}
}

// Guesses returns, for each number of Named, the index in Values of the position's
// value of a tag in a system, or -1. It returns nil for a tag that does not name
// openings.
func Guesses(tag string, system System) []int32 {
	i := slices.Index(Tags[:], tag)
	if i < 0 {
		return nil
	}
	rows := all().rows[system]
	guesses := make([]int32, len(rows))
	for position := range rows {
		guesses[position] = guess(&rows[position], i)
	}
	return guesses
}

// guess returns the index of the value of one of Tags for a position, or -1.
func guess(row *[NumTags]uint16, tag int) int32 { return int32(row[tag]) - 1 }

// FindSystem returns the system whose names equal most values of a tag in the given
// games, or -1 if there is none.
func FindSystem(tag string, values [][]byte, games []Last) int {
	number := slices.Index(Tags[:], tag)
	if number < 0 {
		return -1
	}
	known := all().names[number]
	best, most := -1, 0
	for system := range System(Systems) {
		rows := all().rows[system]
		hits := 0
		for i, last := range games {
			if at := last[system]; at >= 0 {
				if n := guess(&rows[at], number); n >= 0 && string(known[n]) == string(values[i]) {
					hits++
				}
			}
		}
		if hits > most {
			best, most = int(system), hits
		}
	}
	return best
}

var all = sync.OnceValue(func() *named {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err) // the options are constants
	}
	defer d.Close()
	b, err := d.DecodeAll(Table(), nil)
	if err != nil {
		panic(err) // a test reads the embedded table
	}
	t, err := parse(b)
	if err != nil {
		panic(err)
	}
	return t
})

type tableError string

func (e tableError) Error() string { return "openings: " + string(e) }

// systemRows are the positions of a system by ascending keys, and the numbers of
// their names, tag by tag.
type systemRows struct {
	keys, numbers []byte
	at, left      int
}

// key returns the key of the first position left.
func (r *systemRows) key() uint32 { return binary.LittleEndian.Uint32(r.keys[4*r.at:]) }

// take removes the first position left and returns its row.
func (r *systemRows) take() (row [NumTags]uint16) {
	for tag := range row {
		row[tag] = binary.LittleEndian.Uint16(r.numbers[2*(tag*(r.at+r.left)+r.at):])
	}
	r.at++
	r.left--
	return row
}

// merge sets the rows of all systems.
func (t *named) merge(systems *[Systems]systemRows) error {
	most := 0
	for i := range systems {
		most += systems[i].left
	}
	t.keys = make([]uint32, 0, most)
	for i := range t.rows {
		t.rows[i] = make([][NumTags]uint16, 0, most)
	}
	for {
		least, any := uint32(0), false
		for i := range systems {
			if r := &systems[i]; r.left > 0 && (!any || r.key() < least) {
				least, any = r.key(), true
			}
		}
		if !any {
			return nil
		}
		if n := len(t.keys); n > 0 && t.keys[n-1] >= least {
			return tableError("the positions are not in order")
		}
		t.keys = append(t.keys, least)
		for i := range systems {
			var row [NumTags]uint16
			if r := &systems[i]; r.left > 0 && r.key() == least {
				row = r.take()
			}
			for tag, name := range row {
				if int(name) > len(t.names[tag]) {
					return tableError("a position has a name that is not in the table")
				}
			}
			t.rows[i] = append(t.rows[i], row)
		}
	}
}

func parse(b []byte) (*named, error) {
	if len(b) < len(Magic) || string(b[:len(Magic)]) != Magic {
		return nil, tableError("not a table")
	}
	b = b[len(Magic):]
	t := new(named)
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
	var systems [Systems]systemRows
	for i := range systems {
		const size = 4 + 2*NumTags // of a position
		n, k := binary.Uvarint(b)
		if k <= 0 || n > uint64(len(b)-k)/size {
			return nil, tableError("the table is cut")
		}
		systems[i] = systemRows{keys: b[k:][:4*n], numbers: b[k+4*int(n):][:2*NumTags*n], left: int(n)}
		b = b[k+size*int(n):]
	}
	if len(b) > 0 {
		return nil, tableError("the table goes on after its end")
	}
	if err := t.merge(&systems); err != nil {
		return nil, err
	}
	at := uint32(0)
	for high := range t.first {
		for int(at) < len(t.keys) && int(t.keys[at]>>directoryShift) < high {
			at++
		}
		t.first[high] = at
	}
	return t, nil
}
