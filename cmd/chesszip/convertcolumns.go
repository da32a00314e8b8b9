package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// extras are the optional contents of jsonl and csv.
type extras struct {
	wanted
	columns []string // of csv
}

// csvColumns are the columns of csv unless others are named.
var csvColumns = []string{
	"Number", "Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "ECO", "Opening",
	"TimeControl", "Termination", "UTCDate", "UTCTime", "FEN", "Plies", "Moves",
}

// prepare checks the values of --with and --columns.
func (x *extras) prepare(to string, with []string, hasColumns bool) error {
	if len(with) > 0 && to != "jsonl" && to != "csv" {
		return misuse("chesszip convert --help shows how", "--with goes with --to jsonl and --to csv")
	}
	if hasColumns && (to != "csv" || len(x.columns) == 0) {
		return misuse("chesszip convert --help shows how", "--columns names columns of --to csv")
	}
	if !hasColumns {
		x.columns = slices.Clone(csvColumns)
	}
	for _, name := range with {
		if !x.want(name) {
			return misuse("there are clocks, evals, comments, nags and variations", "--with %q", name)
		}
		column := strings.ToUpper(name[:1]) + name[1:]
		if name == "nags" {
			column = "NAGs"
		}
		if !slices.Contains(x.columns, column) {
			x.columns = append(x.columns, column)
		}
	}
	if to == "csv" {
		for _, c := range x.columns {
			x.want(strings.ToLower(c))
		}
	}
	return nil
}

type convertedJSON struct {
	Number int64    `json:"number"`
	Tags   tagList  `json:"tags"`
	Start  string   `json:"start,omitempty"`
	Moves  []string `json:"moves"`
	UCI    []string `json:"uci"`
	*notes
	Result   string   `json:"result"`
	Problems []string `json:"problems,omitempty"`
}

func (x *extras) toJSON(w io.Writer, number int64, g *pgn.ParsedGame) error {
	line, _ := g.MainLine()
	v := &convertedJSON{Number: number, Tags: g.Tags, Moves: sanOf(&line), UCI: uciOf(&line), Result: pgn.UTF8(g.Result)}
	if line.Start != board.Start() {
		v.Start = line.Start.String()
	}
	whole := true
	if v.notes, whole = notesOf(g, x.wanted); !whole {
		v.Problems = append(v.Problems, fmt.Sprintf("variations nested more than %d deep are left out", maxNested))
	}
	for i := range g.Problems {
		v.Problems = append(v.Problems, pgn.UTF8(g.Problems[i].Error()))
	}
	return writeJSON(w, v)
}

func (x *extras) toCSV(w io.Writer, number int64, g *pgn.ParsedGame) error {
	line, _ := g.MainLine()
	n, _ := notesOf(g, x.wanted)
	row := make([]string, len(x.columns))
	for i, name := range x.columns {
		var err error
		if row[i], err = cellOf(name, number, g, &line, n); err != nil {
			return err
		}
	}
	return writeRow(w, row)
}

// cellOf returns the value of a column.
func cellOf(name string, number int64, g *pgn.ParsedGame, line *gamestate.Game, n *notes) (string, error) {
	switch strings.ToLower(name) {
	case "number":
		return strconv.FormatInt(number, 10), nil
	case "plies":
		return strconv.Itoa(len(line.Moves)), nil
	case "moves":
		return strings.Join(sanOf(line), " "), nil
	case "uci":
		return strings.Join(uciOf(line), " "), nil
	case "finalfen":
		p := line.Start
		for _, m := range line.Moves {
			movegen.Make(&p, m)
		}
		return p.String(), nil
	case "clocks":
		return joined(n.Clocks, func(c *json.Number) bool { return c != nil }, func(c *json.Number) string { return c.String() }), nil
	case "evals":
		return joined(n.Evals, func(s any) bool { return s != nil }, func(s any) string { return fmt.Sprint(s) }), nil
	case "nags":
		return joined(n.NAGs, func(list []int) bool { return len(list) > 0 }, func(list []int) string {
			return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", "+"), "[]")
		}), nil
	case "comments":
		if len(n.Comment) == 0 && !slices.ContainsFunc(n.Comments, func(list []string) bool { return len(list) > 0 }) {
			return "", nil
		}
		return jsonText(append([][]string{n.Comment}, n.Comments...))
	case "variations":
		if !slices.ContainsFunc(n.Variations, func(list []*movesOfLine) bool { return len(list) > 0 }) {
			return "", nil
		}
		return jsonText(n.Variations)
	}
	v, _ := g.Tag(name)
	if name == "Result" {
		if r := g.Outcome(); r != gamestate.Undecided {
			v = r.String()
		} else {
			v = cmp.Or(g.Result, v)
		}
	}
	return pgn.UTF8(v), nil
}

// joined returns the entries of a list separated by blanks, with - for those that are
// not set; "" if none is.
func joined[T any](list []T, is func(T) bool, text func(T) string) string {
	var b strings.Builder
	some := false
	for i, v := range list {
		if i > 0 {
			b.WriteByte(' ')
		}
		if !is(v) {
			b.WriteByte('-')
			continue
		}
		some = true
		b.WriteString(text(v))
	}
	if !some {
		return ""
	}
	return b.String()
}

// jsonText returns v as JSON, without an end of line.
func jsonText(v any) (string, error) {
	var b strings.Builder
	err := writeJSON(&b, v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

func writeRow(w io.Writer, row []string) error {
	c := csv.NewWriter(w)
	if err := c.Write(row); err != nil {
		return err
	}
	c.Flush()
	return c.Error()
}
