package openings

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/entropy/zstdframe"
	"github.com/chesszip/chesszip/internal/model/openings/book"
)

// packedNames are the openings that At names, packed by zstd: lines of the key of the
// position in hexadecimal digits, ECO code and name, with tabs between them. They are
// those of https://github.com/lichess-org/chess-openings (CC0 1.0) of 2026-07-22, which
// names.tsv has with their moves.
//
//go:embed names.zst
var packedNames []byte

// maxNames bounds the size of the names.
const maxNames = 1 << 20

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
	lines, err := zstdframe.Unpack(packedNames, maxNames, nil)
	at := make(map[uint64]opening, bytes.Count(lines, []byte("\n")))
	for line := range strings.Lines(string(lines)) {
		key, o, e := parseNamed(line)
		err = cmp.Or(err, e)
		at[key] = o
	}
	if err != nil {
		panic(err) // a test reads the embedded lines
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

// parseNamed reads a line of names.
func parseNamed(line string) (key uint64, o opening, err error) {
	columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	if len(columns) != 3 {
		return 0, o, fmt.Errorf("%q has not three columns", line)
	}
	key, err = strconv.ParseUint(columns[0], 16, 64)
	return key, opening{columns[1], columns[2]}, err
}
