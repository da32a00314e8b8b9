package czipbeam

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/extsort"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// tableHead are the columns of a table of counts. The line of a position itself has no
// move, and stands before those of the moves played there; other lines are in the order
// of Explored.Moves, and positions in that of their FENs.
const tableHead = "fen\tuci\tsan\tgames\twhite\tdraws\tblack\tother\trating\tperformance\tlast_year\n"

// Row is a line of a table of counts: a key and its tally.
type Row struct {
	Key   string
	Tally chesszip.Tally
}

// RowFn makes rows of what at least Min games have come to, with a key that all share:
// they become one table.
type RowFn struct {
	Min int64
}

// ProcessElement makes a row.
func (fn *RowFn) ProcessElement(key string, t chesszip.Tally, rows func(string, Row)) {
	if t.Games() >= fn.Min {
		rows("", Row{key, t})
	}
}

// TableFn writes rows as a table, in order, whatever the order in which they come. It
// holds 32 MiB of them, and the rest in a temporary file.
type TableFn struct {
	Dir  string
	Name string // of the output
}

// ProcessElement writes the table.
func (fn *TableFn) ProcessElement(ctx context.Context, _ string, next func(*Row) bool, outputs func(string)) error {
	sorter := extsort.New(filepath.Join(fn.Dir, "pieces"), 0)
	defer sorter.Close()
	var r Row
	for next(&r) {
		key, line, err := tableLine(&r)
		if err == nil {
			err = sorter.Add(key, line)
		}
		if err != nil {
			return err
		}
	}
	out, err := newSpool(fn.Dir)
	if err != nil {
		return err
	}
	defer out.discard()
	b := bufio.NewWriterSize(out, 1<<20)
	b.WriteString(tableHead) // its error comes with Flush
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

// tableLine returns a row as a line, and what it is sorted by.
func tableLine(r *Row) (key, line []byte, err error) {
	p, m, err := counted(r.Key)
	if err != nil {
		return nil, nil, err
	}
	t := &r.Tally
	fen := strings.TrimSuffix(p.String(), " 0 1")
	games := t.Games()
	key = append([]byte(fen), 0)
	uci, san, performance := "", "", 0
	if m != noMove {
		key = append(key, 1)
		key = binary.BigEndian.AppendUint64(key, ^uint64(games))
		key = binary.BigEndian.AppendUint16(key, uint16(m))
		uci, san, performance = uciOf(&p, m), notation.SAN(&p, m), t.Performance(p.Turn)
	}
	line = fmt.Appendf(nil, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n",
		fen, uci, san, games, t.White, t.Draws, t.Black, t.Open, t.Elo(), performance, t.LastYear)
	return key, line, nil
}

// uciOf returns a move as chesszip explore --json writes it: castling of Chess960 as the
// king taking its rook.
func uciOf(p *board.Position, m board.Move) string {
	corner := m.To().File() == 0 || m.To().File() == 7
	return notation.UCI(p, m, movegen.IsCastling(p, m) && (m.From().File() != 4 || !corner))
}
