package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/diagram"
	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// mateWork is a run of mate with its flags.
type mateWork struct {
	*console
	svg    string
	force  bool
	json   bool
	table  bool
	served bool
	port   int
	open   bool
}

const mateUse = "[--json] [--svg FILE] FEN"

func newMate(c *console) *cobra.Command {
	w := &mateWork{console: c}
	cmd := &cobra.Command{
		Use:   "mate " + mateUse,
		Short: "solve endings against a bare king: best move and distance to mate",
		Long: `Solve endings against a bare king, with Q, R, BB, BN or P for either side: show
the distance to mate, a best move, every legal move with its distance, and the
whole line. The FEN need not be quoted; fields missing at its end are w - - 0 1.

Distances count the moves of the side that mates. Of equally good moves, the best
is the first in the order of perft --divide.`,
		Example: `  chesszip mate 8/8/8/3k4/8/8/8/KBN5
  chesszip mate --svg - "8/8/8/3k4/8/8/8/KBN5 w - - 0 1" > board.svg
  chesszip mate --json 8/8/8/3k4/8/8/8/KBN5 b - -
  chesszip mate --table                 count the positions at each distance
  chesszip mate --table KRK             the same for a rook
  chesszip mate --serve --open          drag the pieces, in the browser`,
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if svg := cmd.Flags().Changed("svg"); w.table && (w.served || svg) || w.json && (w.served || svg) || w.served && svg {
			return misuse("", "--serve and --svg cannot be combined with each other, --table or --json")
		}
		if w.open && !w.served {
			return misuse("", "--open goes with --serve")
		}
		if len(args) == 0 && !w.table && !w.served || len(args) > 1 && w.table {
			return misuse(cmd.CommandPath()+" --help shows how", "usage: %s %s", cmd.CommandPath(), mateUse)
		}
		return nil
	}
	f := cmd.Flags()
	f.SortFlags = false
	w.flags(f)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case w.table:
			return w.mateTable(args)
		case w.served:
			return w.serve(cmd.Context(), w.port, w.open, strings.Join(wholeFEN(args), " "))
		}
		p, err := parsePosition(wholeFEN(args))
		if err != nil {
			return err
		}
		answer, err := askMate(&p)
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("svg") {
			o := &diagram.SVGOptions{Black: p.Turn == board.Black}
			if answer.best != board.NullMove {
				o.Arrows = []diagram.Arrow{{From: answer.best.From(), To: answer.best.To()}}
			}
			if w.svg == "-" {
				return w.print(diagram.AppendSVG(nil, &p, o))
			}
			if err := w.draw(cmd.Context(), w.svg, w.force, &p, o); err != nil {
				return err
			}
		}
		if w.json {
			return w.printJSON(answer.json())
		}
		return w.print([]byte(answer.text()))
	}
	return cmd
}

func (w *mateWork) flags(f *pflag.FlagSet) {
	f.BoolVar(&w.json, "json", false, "print a line of JSON")
	f.StringVar(&w.svg, "svg", "", "also draw the board and the best move to `FILE`; with -, print only the drawing")
	f.BoolVarP(&w.force, "force", "f", false, "overwrite FILE")
	f.BoolVar(&w.table, "table", false, "count the positions of an ending (default KBNK) by distance")
	f.BoolVar(&w.served, "serve", false, "show the solved endings in a browser of this machine")
	f.IntVar(&w.port, "port", defaultPort, "with --serve, listen at port `N`; 0 takes any")
	f.BoolVar(&w.open, "open", false, "with --serve, also open the page")
}

// wholeFEN adds to the words of a FEN, quoted or not, the missing fields after the
// board, with their usual values in an ending: White to move, no castling, no en
// passant.
func wholeFEN(args []string) []string {
	words := strings.Fields(strings.Join(args, " "))
	for usual := []string{"w", "-", "-"}; len(words) > 0 && len(words) < 4; {
		words = append(words, usual[len(words)-1])
	}
	return words
}

// endingsText lists the solved endings, such as "Q, R, BB, BN or P".
func endingsText() string {
	names := endgame.Endings()
	for i, name := range names {
		names[i] = name[1 : len(name)-1]
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// mateAnswer is the solution of a position.
type mateAnswer struct {
	p       *board.Position
	outcome endgame.Outcome
	best    board.Move
	choices []endgame.Choice
	line    []board.Move
}

func askMate(p *board.Position) (*mateAnswer, error) {
	b, a := new(endgame.Base), &mateAnswer{p: p}
	var err error
	if a.best, a.outcome, err = b.Best(p); err == nil {
		if a.choices, err = b.Choices(p); err == nil {
			a.line, err = b.Line(p)
		}
	}
	switch {
	case errors.Is(err, endgame.ErrIllegal):
		return nil, misuse("", "%w", err)
	case errors.Is(err, endgame.ErrUnsolved):
		return nil, failed("solved are endings against a bare king with "+endingsText(), "%w", err)
	case err != nil:
		return nil, err
	}
	return a, nil
}

// text returns what mate prints.
func (a *mateAnswer) text() string {
	s := new(strings.Builder)
	fmt.Fprintf(s, "%s\n%s\n\n%s\n", diagram.AppendText(nil, a.p, nil), a.p.AppendFEN(nil), a.verdict())
	if a.outcome.Late {
		fmt.Fprintf(s, "the half-move clock is at %d: %v can claim a draw before that, by the fifty-move rule\n", a.p.HalfmoveClock, a.loser())
	}
	if len(a.choices) > 0 {
		fmt.Fprintln(s)
		t := tabwriter.NewWriter(s, 0, 0, 2, ' ', 0)
		for _, c := range a.choices {
			mark := ""
			if c.Move == a.best {
				mark = "best"
			}
			fmt.Fprintf(t, "  %s\t%s\t%s\n", notation.SAN(a.p, c.Move), distanceText(c.Outcome), mark)
		}
		t.Flush()
	}
	if len(a.line) > 0 {
		fmt.Fprintln(s)
		writeLine(s, *a.p, a.line)
	}
	return trimLines(s.String())
}

// verdict is the outcome in a line.
func (a *mateAnswer) verdict() string {
	switch {
	case a.outcome.Result == endgame.Drawn && len(a.choices) == 0:
		return "stalemate"
	case a.outcome.Result == endgame.Drawn:
		return "drawn"
	case a.outcome.Plies == 0:
		return fmt.Sprintf("%v is mated", a.p.Turn)
	}
	return fmt.Sprintf("%v wins: mate in %s, %s", a.loser().Other(),
		plural(int64(a.outcome.Moves()), "move"), plural(int64(a.outcome.Plies), "half-move"))
}

// loser returns the losing colour, if someone loses.
func (a *mateAnswer) loser() board.Color {
	if a.outcome.Result == endgame.Won {
		return a.p.Turn.Other()
	}
	return a.p.Turn
}

func distanceText(o endgame.Outcome) string {
	if o.Result == endgame.Drawn {
		return "draw"
	}
	return fmt.Sprintf("mate in %d", o.Moves())
}

// writeLine writes moves with their numbers, in lines of at most 80 columns.
func writeLine(w io.Writer, p board.Position, line []board.Move) {
	column := 0
	word := func(text string) {
		switch {
		case column == 0:
		case column+1+len(text) > 80:
			fmt.Fprintln(w)
			column = 0
		default:
			fmt.Fprint(w, " ")
			column++
		}
		fmt.Fprint(w, text)
		column += len(text)
	}
	for i, m := range line {
		switch {
		case p.Turn == board.White:
			word(fmt.Sprintf("%d.", p.FullmoveNumber))
		case i == 0:
			word(fmt.Sprintf("%d...", p.FullmoveNumber))
		}
		word(notation.SAN(&p, m))
		movegen.Make(&p, m)
	}
	fmt.Fprintln(w)
}

// trimLines removes trailing blanks, which a tabwriter leaves.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
