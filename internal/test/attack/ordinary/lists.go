// Package ordinary makes small valid inputs, the basis of attack cases: lists, games and
// positions in every code.
//
// Only tests and benchmarks import it.
package ordinary

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/records"
)

// Walk calls yield with n positions of a game, which starts again when it ends.
func Walk(n int, yield func(i int, p *board.Position, m board.Move)) {
	p := board.Start()
	for i := range n {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 || i%60 == 59 {
			p = board.Start()
			legal = movegen.AppendLegal(nil, &p)
		}
		m := legal[i*7%len(legal)]
		yield(i, &p, m)
		movegen.Make(&p, m)
	}
}

// Positions returns a list of n positions.
func Positions(n int) (list []byte) {
	Walk(n, func(_ int, p *board.Position, _ board.Move) { list = append(p.AppendFEN(list), '\n') })
	return list
}

// Table returns n lines of a table of puzzles.
func Table(n int) (list []byte) {
	Walk(n, func(i int, p *board.Position, m board.Move) {
		list = fmt.Appendf(list, "%05x,%s,%s,%d,mate endgame\n", i*i, p.AppendFEN(nil), m, 1000+i)
	})
	return list
}

// Records returns n records in a form.
func Records(form string, n int) ([]byte, error) {
	f, ok := records.ParseForm(form)
	if !ok {
		return nil, fmt.Errorf("ordinary: no form %q", form)
	}
	var b bytes.Buffer
	w := records.NewWriter(&b, f)
	var err error
	Walk(n, func(i int, p *board.Position, m board.Move) {
		r := records.Record{Position: *p, Move: m, Score: int16(i * 13 % 300), Ply: uint16(i % 60)}
		if e := w.Write(&r); err == nil {
			err = e
		}
	})
	if err == nil {
		err = w.Close()
	}
	return b.Bytes(), err
}

// Prose returns a text without chess.
func Prose() string {
	return strings.Repeat("There was a board, and nobody had moved a man on it for years.\n", 5)
}
