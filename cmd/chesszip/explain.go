package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/diagram"
)

func newExplain(c *console) *cobra.Command {
	svg, force, inJSON := "", false, false
	cmd := &cobra.Command{
		Use:   "explain [--json] [--svg FILE] FEN",
		Short: "show how many bits a position takes, scheme by scheme",
		Long: `Show how many bits a position takes, scheme by scheme: for the board alone, for
the rights (turn, castling, en passant and counters), for both, and for each part.
A line with = is, for comparison, a part that the scheme does not use. The FEN
need not be quoted; "startpos" is the start position.`,
		Example: `  chesszip explain startpos
  chesszip explain "8/8/8/3k4/8/3K4/4P3/8 w - - 0 1"
  chesszip explain --json startpos           {"fen":"...","schemes":[...]}
  chesszip explain --svg board.svg startpos`,
		Args: arguments(cobra.MinimumNArgs(1), "[--json] [--svg FILE] FEN"),
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&inJSON, "json", false, "print a line of JSON")
	f.StringVar(&svg, "svg", "", "also draw the board to `FILE`")
	f.BoolVarP(&force, "force", "f", false, "overwrite FILE")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && args[0] == "startpos" {
			args = nil
		}
		p, err := parsePosition(args)
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("svg") {
			if err := c.draw(cmd.Context(), svg, force, &p, nil); err != nil {
				return err
			}
		}
		if inJSON {
			return c.printJSON(explainedJSON(&p))
		}
		return c.print([]byte(explained(&p)))
	}
	return cmd
}

// schemeJSON is a scheme in the JSON of explain: the bits of a position, or why it cannot
// hold it.
type schemeJSON struct {
	Scheme string     `json:"scheme"`
	Error  string     `json:"error,omitempty"`
	Bits   int        `json:"bits,omitempty"`
	Board  int        `json:"board,omitempty"`
	Rights int        `json:"rights,omitempty"`
	Parts  []partJSON `json:"parts,omitempty"`
	Others []partJSON `json:"others,omitempty"` // that the scheme does not use
}

type partJSON struct {
	Name string `json:"name"`
	Bits int    `json:"bits"`
	Note string `json:"note,omitempty"`
}

func partsJSON(parts []codec.Part) (all []partJSON) {
	for _, p := range parts {
		all = append(all, partJSON{p.Name, p.Bits, p.Note})
	}
	return all
}

// explainedJSON returns what explain --json prints.
func explainedJSON(p *board.Position) any {
	var all struct {
		FEN     string       `json:"fen"`
		Schemes []schemeJSON `json:"schemes"`
		Rights  []partJSON   `json:"rights,omitempty"` // in any scheme
	}
	all.FEN = string(p.AppendFEN(nil))
	for _, e := range codec.Explain(p) {
		if e.Err != nil {
			all.Schemes = append(all.Schemes, schemeJSON{Scheme: e.Scheme, Error: worded{e.Err}.Error()})
			continue
		}
		all.Schemes = append(all.Schemes, schemeJSON{Scheme: e.Scheme, Bits: e.Bits, Board: e.Board, Rights: e.Bits - e.Board,
			Parts: partsJSON(e.Parts), Others: partsJSON(e.Others)})
		all.Rights = partsJSON(e.Rights)
	}
	return all
}

// explained returns the output of explain: the board, a table of all schemes, and the
// parts of each with their bits.
func explained(p *board.Position) string {
	s := new(strings.Builder)
	fmt.Fprintf(s, "%s\n%s\n\n", diagram.AppendText(nil, p, nil), p.AppendFEN(nil))
	all := codec.Explain(p)
	fmt.Fprintf(s, "%-16s%6s%8s%7s\n", "bits", "board", "rights", "all")
	for _, e := range all {
		if e.Err != nil {
			fmt.Fprintf(s, "%-16s%6s  %v\n", e.Scheme, "-", worded{e.Err})
			continue
		}
		fmt.Fprintf(s, "%-16s%6d%8d%7d\n", e.Scheme, e.Board, e.Bits-e.Board, e.Bits)
	}
	var rights []codec.Part
	for _, e := range all {
		if e.Err != nil {
			continue
		}
		fmt.Fprintf(s, "\n%s\n", e.Scheme)
		explainParts(s, "", e.Parts)
		explainParts(s, "=", e.Others)
		rights = e.Rights
	}
	if len(rights) > 0 {
		s.WriteString("\nthe rights of any scheme\n")
		explainParts(s, "=", rights)
	}
	return s.String()
}

// explainParts writes one line for each part.
func explainParts(s *strings.Builder, mark string, parts []codec.Part) {
	for _, part := range parts {
		line := fmt.Sprintf("%3s%4d  %s", mark, part.Bits, part.Name)
		if part.Note != "" {
			line += ": " + part.Note
		}
		s.WriteString(fitted(line, helpWidth) + "\n")
	}
}
