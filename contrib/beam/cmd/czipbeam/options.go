package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/contrib/beam/czipbeam"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// options are the flags of the commands.
type options struct {
	output string
	query  string
	skip   bool
	frames int64
	split  int64
	piece  int64

	fen, moves string
	plies      int
	min        int64
	tag        string

	level, index string
	pgn          bool
	format       string
	verbose      bool
}

// newOptions defines the flags beside those of Beam.
func newOptions(f *flag.FlagSet) *options {
	o := new(options)
	f.StringVar(&o.output, "o", "", "the output: a file, or a folder of files")
	f.StringVar(&o.query, "query", "", "only games that a `query` means, as of chesszip filter --query")
	f.BoolVar(&o.skip, "skip-damaged", false, "pass over damaged frames, and list them at the end (status 1)")
	f.Int64Var(&o.frames, "frames", 0, "frames to an output of filter and convert (256)")
	f.Int64Var(&o.split, "split", 0, "`bytes` into which the input is split at first (16 MiB of archives, 64 MiB of texts, 1 GiB of packed ones)")
	f.Int64Var(&o.piece, "piece", 0, "`bytes` of a text that are compressed at once (32 MiB)")
	f.StringVar(&o.fen, "fen", "", "explore: the position, instead of the start position")
	f.StringVar(&o.moves, "moves", "", "explore: the moves that lead on from it, such as \"e4 c5\"")
	f.IntVar(&o.plies, "plies", 10, "tree: half-moves")
	f.Int64Var(&o.min, "min", 1, "tree: games to a position or a move")
	f.StringVar(&o.tag, "tag", "ECO", "count: the tag")
	f.StringVar(&o.level, "level", "1", "filter, compress: 1, 6 or 9, as of chesszip")
	f.StringVar(&o.index, "index", "", "filter, compress: players, positions, numbers, openings, separated by commas")
	f.BoolVar(&o.pgn, "pgn", false, "filter: write PGN instead of archives")
	f.StringVar(&o.format, "format", "parquet", "convert: the format of the files: "+formats)
	f.BoolVar(&o.verbose, "verbose", false, "what Beam tells of its work")
	return o
}

// printUsage writes how the command is used; with the flags of Beam, too, if beams.
func printUsage(w io.Writer, beams bool) {
	fmt.Fprint(w, manual)
	own, rest := flag.NewFlagSet("", flag.ContinueOnError), flag.NewFlagSet("", flag.ContinueOnError)
	newOptions(own)
	own.SetOutput(w)
	own.PrintDefaults()
	if !beams {
		return
	}
	flag.VisitAll(func(f *flag.Flag) {
		if own.Lookup(f.Name) == nil {
			rest.Var(f.Value, f.Name, f.Usage)
		}
	})
	fmt.Fprint(w, "\nof Beam:\n\n")
	rest.SetOutput(w)
	rest.PrintDefaults()
}

// check refuses numbers that make no sense.
func (o *options) check() error {
	for _, n := range []struct {
		flag         string
		value, least int64
	}{
		{"-frames", o.frames, 0}, {"-split", o.split, 0}, {"-piece", o.piece, 0}, {"-min", o.min, 1}, {"-plies", int64(o.plies), 0},
	} {
		if n.value < n.least {
			return fmt.Errorf("%s %d: want %d or more", n.flag, n.value, n.least)
		}
	}
	return nil
}

// build adds a pipeline, and returns the name of its output in the Work, empty for a
// folder of outputs.
func (o *options) build(s beam.Scope, command string, files []string, w *czipbeam.Work) (name string, err error) {
	if err := o.check(); err != nil {
		return "", err
	}
	packing, err := o.packing()
	if err != nil {
		return "", err
	}
	from := czipbeam.Source{
		Reading:  czipbeam.Reading{Query: o.query, SkipDamage: o.skip},
		ByFrames: czipbeam.ByFrames{Bytes: o.split}, Frames: o.frames, Work: w,
	}
	const table = "table.tsv"
	switch command {
	case "explore":
		p, err := o.position()
		if err != nil {
			return "", err
		}
		from.Explore(s, files, p.String(), table)
		return table, nil
	case "tree":
		from.Tree(s, files, o.plies, o.min, table)
		return table, nil
	case "count":
		from.Count(s, files, o.tag, table)
		return table, nil
	case "filter":
		from.Filter(s, files, packing, o.pgn)
		return "", nil
	case "convert":
		return "", convert(s, &from, files, o.format)
	}
	c := czipbeam.Compression{Packing: packing, Piece: o.piece, Split: o.split, Work: w}
	if strings.HasSuffix(o.output, ".czip") {
		name = "all.czip"
	}
	c.Compress(s, files, name)
	return name, nil
}

// understand checks the query, and gives its words without a field those that they mean in
// the files.
func (o *options) understand(ctx context.Context, files []string, errw io.Writer) error {
	q, err := chesszip.ParseQuery(o.query)
	if err != nil {
		var q *chesszip.QueryError
		if errors.As(err, &q) && q.Hint != "" {
			err = fmt.Errorf("%w; %s", err, q.Hint)
		}
		return err
	}
	if !slices.ContainsFunc(q.Terms, func(t chesszip.Term) bool { return t.Field == "any" }) {
		return nil
	}
	text, meaning, err := czipbeam.Understand(ctx, o.query, files)
	if err != nil {
		return err
	}
	o.query = text
	_, err = fmt.Fprintln(errw, "czipbeam: searching for", meaning)
	return err
}

func (o *options) packing() (p czipbeam.Packing, err error) {
	p.Level = o.level
	for name := range strings.SplitSeq(o.index, ",") {
		switch name {
		case "":
		case "players":
			p.Index |= int(chesszip.ColumnNames)
		case "positions":
			p.Index |= int(chesszip.ColumnMoves)
		case "numbers":
			p.Index |= int(chesszip.ColumnNumbers)
		case "openings":
			p.Openings = true
		default:
			return p, fmt.Errorf("no index %q: players, positions, numbers, openings", name)
		}
	}
	return p, nil
}

// position returns the position to explore.
func (o *options) position() (p board.Position, err error) {
	p = board.Start()
	if o.fen != "" {
		if p, err = board.ParseFEN(o.fen); err != nil {
			return p, err
		}
	}
	for _, word := range strings.Fields(o.moves) {
		word = word[strings.LastIndexByte(word, '.')+1:]
		if word == "" {
			continue
		}
		m, err := notation.ParseSAN(word, &p)
		if err != nil {
			if m, err = notation.ParseUCI(word, &p); err != nil {
				return p, fmt.Errorf("move %q: %w", word, err)
			}
		}
		movegen.Make(&p, m)
	}
	return p, nil
}
