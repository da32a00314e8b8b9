package openings

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/model/openings/book"
)

// namedLines are the openings that At names: the key of the position in hexadecimal
// digits, ECO code, name and moves in SAN, with tabs between them. They are those of
// https://github.com/lichess-org/chess-openings (CC0 1.0) of 2026-07-22.
//
//go:embed names.tsv
var namedLines string

// opening is the name of a position.
type opening struct{ eco, name string }

// At returns the ECO code and the name of the opening of a position, or "". Positions
// that are the same by the rule of repetition have the same name.
func At(p *board.Position) (eco, name string) {
	at := positions()[keyOf(p)]
	return at.eco, at.name
}

func keyOf(p *board.Position) uint64 {
	same := gamestate.Essence(p)
	return book.Key(&same)
}

// positions are the names by keys of positions.
var positions = sync.OnceValue(func() map[uint64]opening {
	at := make(map[uint64]opening, strings.Count(namedLines, "\n"))
	for line := range strings.Lines(namedLines) {
		key, o, _, err := parseNamed(line)
		if err != nil {
			panic(err) // a test reads the embedded lines
		}
		at[key] = o
	}
	return at
})

// Names returns the different names of positions, the shortest first.
func Names() []string { return names() }

var names = sync.OnceValue(func() (all []string) {
	for _, o := range positions() {
		all = append(all, o.name)
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) })
	return slices.Compact(all)
})

// parseNamed reads one of namedLines.
func parseNamed(line string) (key uint64, o opening, moves string, err error) {
	hex, rest, _ := strings.Cut(line, "\t")
	o.eco, rest, _ = strings.Cut(rest, "\t")
	var ok bool
	if o.name, moves, ok = strings.Cut(rest, "\t"); !ok {
		return 0, o, "", fmt.Errorf("%q has no four columns", line)
	}
	key, err = strconv.ParseUint(hex, 16, 64)
	return key, o, strings.TrimSuffix(moves, "\n"), err
}
