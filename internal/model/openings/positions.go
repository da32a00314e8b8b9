package openings

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/entropy/zstdframe"
	"github.com/chesszip/chesszip/internal/model/openings/book"
)

// packedNames are the openings that At names, packed by zstd: lines of ECO code and name
// with a tab between them, of each code those of the shortest moves first, and an empty
// line. Then come a key of keyBits for each line, and 2 bytes for each of pawns at home,
// big-endian. They are those of https://github.com/lichess-org/chess-openings (CC0 1.0) of
// 2026-07-22, which names.tsv has with their moves.
//
//go:embed names.zst
var packedNames []byte

// maxNames bounds the size of the names.
const maxNames = 1 << 20

// Opening is an opening that a position reaches.
type Opening struct {
	ECO, Name string
	Number    int // of the name in Names
	code      int
}

// At returns the ECO code and the name of the opening of a position, or "". Positions
// that are the same by the rule of repetition have the same name.
func At(p *board.Position) (eco, name string) {
	if o := table().at(p); o != nil {
		return o.ECO, o.Name
	}
	return "", ""
}

// Names returns the different names of positions, the shortest first.
func Names() []string { return table().names }

// Code is the named lines of an ECO code.
type Code struct {
	// Name is what the names of most of its lines begin with or, if that is nothing, the
	// name of the shortest line; for A00 its usual name.
	Name string
	// Lines are the numbers in Names of its lines, ascending.
	Lines []int
	each  []namedLine
}

// namedLine is the number in Names of a line, and the pawns at home after it.
type namedLine struct {
	number int
	home   pawns
}

// pawns are the pawns that have not moved: a bit for each file, White's first. A position
// cannot come with more of them than there are.
type pawns uint16

func pawnsAtHome(b *board.Board) pawns {
	standing := b.Kind(board.Pawn)
	white, black := uint64(standing&b.Color(board.White))>>8, uint64(standing&b.Color(board.Black))>>48
	return pawns(white&0xff | black&0xff<<8)
}

// CodeOf returns the lines of an ECO code, 0 for A00 to 499 for E99; nil for other
// numbers.
func CodeOf(code int) *Code {
	if code < 0 || code >= tagvalue.ECOCodes {
		return nil
	}
	return &table().codes[code]
}

// MostPlies is a number of half-moves after which no position has a name.
const MostPlies = 40

// Line finds the opening of a game, whose positions it is shown: that of the last one with
// a name.
type Line struct {
	code  *Code  // whose lines alone count, or nil
	match []bool // for each of Names whether a question is about it, or nil
	plies int
	home  pawns // of the last position that was checked, complemented
	last  *Opening
}

// NewLine returns a Line of a game with an ECO code of its own, whose lines alone count, or
// with code -1. With match, which has an element for each of Names, the opening is only one
// with the same element as the last.
func NewLine(code int, match []bool) Line { return Line{code: CodeOf(code), match: match} }

// Match returns the argument of NewLine.
func (l *Line) Match() []bool { return l.match }

// See takes the next position, the start first. It reports whether later ones can count.
func (l *Line) See(p *board.Position) bool {
	t := table()
	if o := t.at(p); o != nil && (l.code == nil || l.code == &t.codes[o.code]) {
		l.last, l.home = o, 0
	}
	if l.plies++; l.plies > MostPlies {
		return false
	}
	home := pawnsAtHome(&p.Board)
	if ^home == l.home {
		return true
	}
	l.home = ^home
	if l.code == nil {
		return t.reaches[home>>6]>>(home&63)&1 != 0
	}
	return slices.ContainsFunc(l.code.each, func(line namedLine) bool {
		return line.home&^home == 0 && (l.match == nil || l.last == nil || l.match[line.number] != l.match[l.last.Number])
	})
}

// Opening returns the opening, or nil.
func (l *Line) Opening() *Opening { return l.last }

// positions are the positions with names.
type positions struct {
	byKey map[uint64]*Opening
	bits  [1 << shortBits / 64]uint64 // for each beginning of a key, whether a position has it
	names []string
	codes [tagvalue.ECOCodes]Code
	// reaches says for each set of pawns at home whether a position with a name may come.
	reaches [1 << 16 / 64]uint64
}

// keyBits is the length of a key: one of 300 million other positions has that of a named
// one. bits has their first shortBits.
const (
	keyBits   = 40
	shortBits = 16
)

// at returns the opening of a position, or nil.
func (t *positions) at(p *board.Position) *Opening {
	key := keyOf(p)
	if begin := key >> (keyBits - shortBits); t.bits[begin>>6]>>(begin&63)&1 == 0 {
		return nil
	}
	return t.byKey[key]
}

func keyOf(p *board.Position) uint64 {
	same := gamestate.Essence(p)
	return book.Key(&same) >> (64 - keyBits)
}

var table = sync.OnceValue(func() *positions {
	lines, err := zstdframe.Unpack(packedNames, maxNames, nil)
	var t *positions
	if err == nil {
		t, err = parseNames(lines)
	}
	if err != nil {
		panic(err) // a test reads the embedded lines
	}
	return t
})

// parseNames reads what packedNames unpacks to.
func parseNames(b []byte) (*positions, error) {
	const keyBytes, pawnBytes = keyBits / 8, 2
	text, numbers, _ := bytes.Cut(b, []byte("\n\n"))
	lines := strings.Split(string(text), "\n")
	if len(numbers) != (keyBytes+pawnBytes)*len(lines) {
		return nil, tableError("the numbers of keys and of pawns at home are not those of the names")
	}
	keys, homes := numbers[:keyBytes*len(lines)], numbers[keyBytes*len(lines):]
	t := &positions{byKey: make(map[uint64]*Opening, len(lines))}
	var all []*Opening
	for i, line := range lines {
		eco, name, ok := strings.Cut(line, "\t")
		o := &Opening{ECO: eco, Name: name, code: tagvalue.ParseECO([]byte(eco))}
		if !ok || o.code < 0 {
			return nil, tableError(fmt.Sprintf("%q has no code, or no name", line))
		}
		key, home := uint64(0), pawns(binary.BigEndian.Uint16(homes[pawnBytes*i:]))
		for _, c := range keys[keyBytes*i:][:keyBytes] {
			key = key<<8 | uint64(c)
		}
		t.byKey[key] = o
		t.bits[key>>(keyBits-shortBits)>>6] |= 1 << (key >> (keyBits - shortBits) & 63)
		t.reaches[home>>6] |= 1 << (home & 63)
		t.codes[o.code].each = append(t.codes[o.code].each, namedLine{home: home})
		t.names, all = append(t.names, o.Name), append(all, o)
	}
	for pawn := range 16 {
		for home := range uint64(1 << 16) {
			if with := home | 1<<pawn; t.reaches[home>>6]>>(home&63)&1 != 0 {
				t.reaches[with>>6] |= 1 << (with & 63)
			}
		}
	}
	slices.SortFunc(t.names, byLength)
	t.names = slices.Compact(t.names)
	for _, o := range all {
		o.Number, _ = slices.BinarySearchFunc(t.names, o.Name, byLength)
		c := &t.codes[o.code]
		c.each[len(c.Lines)].number = o.Number
		c.Lines = append(c.Lines, o.Number)
	}
	for code := range t.codes {
		t.codes[code].finish(t.names, code)
	}
	return t, nil
}

func byLength(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) }

// finish sets the name of c, whose lines are still the shortest first.
func (c *Code) finish(names []string, code int) {
	if len(c.Lines) == 0 {
		return
	}
	begin := map[string]int{} // lines by the parts that they begin with
	for _, n := range c.Lines {
		for at := range len(names[n]) + 1 {
			if endsPart(names[n], at) {
				begin[names[n][:at]]++
			}
		}
	}
	for parts, lines := range begin {
		if 2*lines > len(c.Lines) && len(parts) > len(c.Name) {
			c.Name = parts
		}
	}
	switch {
	case code == 0:
		c.Name = OtherNames(code)[0]
	case c.Name == "":
		c.Name = names[c.Lines[0]]
	}
	slices.Sort(c.Lines)
	c.Lines = slices.Compact(c.Lines)
}

// endsPart reports whether a part of a name ends at a place: the opening, a variation or a
// line.
func endsPart(name string, at int) bool { return at == len(name) || name[at] == ':' || name[at] == ',' }
