package czipbeam

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/base/extsort"
	"github.com/chesszip/chesszip/notation"
)

// treeHead are the columns of a table of positions. The line of a position itself has no
// move, and stands before those of the moves played there; other lines are in the order
// of Explored.Moves, and positions in that of their FENs. A rating, performance or year
// that is not known is empty.
const treeHead = "fen\tuci\tsan\tgames\twhite\tdraws\tblack\tother\trating\tperformance\tlast_year\n"

// Line is a line of a table, and what it is sorted by.
type Line struct {
	Sort, Text string
}

// MoveLineFn makes lines of positions and moves to which at least Min games have come,
// under a key that all share: they become one table.
type MoveLineFn struct {
	Min int64
}

// ProcessElement makes a line.
func (fn *MoveLineFn) ProcessElement(key string, t chesszip.Statistics, lines func(string, Line)) error {
	if t.Games() < fn.Min {
		return nil
	}
	l, err := moveLine(key, &t)
	if err == nil {
		lines("", l)
	}
	return err
}

// CountLineFn makes lines of values and how many games have them.
type CountLineFn struct{}

// ProcessElement makes a line. A tab or an end of a line in a value becomes a space.
func (CountLineFn) ProcessElement(value string, n int64, lines func(string, Line)) {
	clean := strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(value)
	lines("", Line{value, fmt.Sprintf("%s\t%d\n", clean, n)})
}

// noLine gives the line that a table has which has no other: nothing.
func noLine(_ []byte) (string, Line) { return "", Line{} }

// oneTable brings lines together under the key of a table, which is there without lines,
// too.
func oneTable(s beam.Scope, lines beam.PCollection) beam.PCollection {
	return beam.GroupByKey(s, beam.Flatten(s, lines, beam.ParDo(s, noLine, beam.Impulse(s))))
}

// TableFn writes lines as a table, in order, whatever the order in which they come. It
// holds 32 MiB of them, and the rest in a temporary file.
type TableFn struct {
	Dir  string
	Name string // of the output
	Head string
}

// ProcessElement writes the table.
func (fn *TableFn) ProcessElement(ctx context.Context, _ string, next func(*Line) bool, outputs func(string)) error {
	sorter := extsort.New(filepath.Join(fn.Dir, "pieces"), 0)
	defer sorter.Close()
	for l := (Line{}); next(&l); {
		if err := sorter.Add([]byte(l.Sort), []byte(l.Text)); err != nil {
			return err
		}
	}
	out, err := newSpool(fn.Dir)
	if err != nil {
		return err
	}
	defer out.discard()
	b := bufio.NewWriterSize(out, 1<<20)
	b.WriteString(fn.Head) // its error comes with Flush
	err = sorter.Each(ctx, func(r *extsort.Record) error {
		_, err := io.Copy(b, r)
		return err
	})
	if err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = out.publish(fn.Dir, fn.Name)
	}
	if err == nil {
		outputs(fn.Name)
	}
	return err
}

// moveLine returns the line of a position, or of a move.
func moveLine(counts string, t *chesszip.Statistics) (l Line, err error) {
	p, m, err := counted(counts)
	if err != nil {
		return l, err
	}
	fen := strings.TrimSuffix(p.String(), " 0 1")
	games := t.Games()
	key := append([]byte(fen), 0)
	uci, san, performance := "", "", 0
	known := func(n int) string { // empty if it is not known
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	if m != noMove {
		key = append(key, 1)
		key = binary.BigEndian.AppendUint64(key, ^uint64(games))
		key = binary.BigEndian.AppendUint16(key, uint16(m))
		uci, san, performance = notation.UCI(&p, m), notation.SAN(&p, m), t.Performance(p.Turn)
	}
	return Line{string(key), fmt.Sprintf("%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%s\n",
		fen, uci, san, games, t.White, t.Draws, t.Black, t.Open, known(t.Elo()), known(performance), known(t.LastYear))}, nil
}
