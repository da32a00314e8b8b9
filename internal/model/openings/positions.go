package openings

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
)

// namedLines are the openings that At names: | code | name: | moves in SAN |.
//
//go:embed positions.txt
var namedLines string

// opening is the name of a position.
type opening struct{ eco, name string }

// At returns the ECO code and the name of the opening of a position, or "". Positions
// that are the same by the rule of repetition have the same name.
func At(p *board.Position) (eco, name string) {
	at := positions()[gamestate.Essence(p)]
	return at.eco, at.name
}

var positions = sync.OnceValue(func() map[board.Position]opening {
	at := map[board.Position]opening{}
	for line := range strings.Lines(namedLines) {
		p, o, err := parseNamed(line)
		if err != nil {
			panic(err) // a test reads the embedded lines
		}
		at[p] = o
	}
	return at
})

// parseNamed reads one of namedLines.
func parseNamed(line string) (p board.Position, o opening, err error) {
	before, moves, _ := strings.Cut(strings.TrimSpace(line), ": ")
	o.eco, o.name, _ = strings.Cut(before, " ")
	s := gamestate.NewState(board.Start())
	for _, san := range strings.Fields(moves) {
		if err := s.PlaySAN(san); err != nil {
			return p, o, err
		}
	}
	p = s.Position()
	return gamestate.Essence(&p), o, nil
}
