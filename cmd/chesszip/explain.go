package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/diagram"
)

func newExplain(c *console) *cobra.Command {
	svg, palette, force, inJSON := "", "", false, false
	cmd := &cobra.Command{
		Use:   "explain [--json] [--palette NAME] [--svg FILE] FEN",
		Short: "show how many bits a position takes, scheme by scheme",
		Long: `Show how many bits a position takes, scheme by scheme: for the board alone, for
the rights (turn, castling, en passant and counters), for both, and for each part.
A line with = is, for comparison, a part that the scheme does not use. With
--palette, show the schemes of a palette, and the one that it takes. The FEN need
not be quoted; "startpos" is the start position.`,
		Example: `  chesszip explain startpos
  chesszip explain "8/8/8/3k4/8/3K4/4P3/8 w - - 0 1"
  chesszip explain --palette default startpos
  chesszip explain --json startpos           {"fen":"...","schemes":[...]}
  chesszip explain --svg board.svg startpos`,
		Args: arguments(cobra.MinimumNArgs(1), "[--json] [--palette NAME] [--svg FILE] FEN"),
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&inJSON, "json", false, "print a line of JSON")
	f.StringVar(&palette, "palette", "", "show the schemes of palette `NAME`: classic, default or learned")
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
		var of *codec.Palette
		if cmd.Flags().Changed("palette") {
			if of, err = paletteByName(palette); err != nil {
				return err
			}
		}
		shown, err := explained(&p, of)
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("svg") {
			if err := c.draw(cmd.Context(), svg, force, &p, nil); err != nil {
				return err
			}
		}
		if inJSON {
			return c.printJSON(shown.json())
		}
		return c.print([]byte(shown.text()))
	}
	return cmd
}

func paletteByName(name string) (*codec.Palette, error) {
	if name == boardmodel.Palette().Name() {
		return boardmodel.Palette(), nil
	}
	if s, ok := codec.PaletteByName(name); ok {
		return s, nil
	}
	return nil, misuse("", "--palette %q: want classic, default or learned", name)
}

// explanation is what explain prints.
type explanation struct {
	p       *board.Position
	schemes []codec.Explanation
	palette *paletteJSON // or nil
}

// explained explains p by all schemes, or by those of a palette.
func explained(p *board.Position, s *codec.Palette) (explanation, error) {
	if s == nil {
		return explanation{p, codec.Explain(p), nil}, nil
	}
	i, bits, err := s.Best(p)
	if err != nil {
		return explanation{}, err
	}
	return explanation{p, s.Explain(p), &paletteJSON{s.Name(), s.Schemes()[i].Name(), bits}}, nil
}

// paletteJSON is a palette in the JSON of explain, and the scheme that it takes.
type paletteJSON struct {
	Name  string `json:"name"`
	Takes string `json:"takes"`
	Bits  int    `json:"bits"` // with those that select the scheme
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

// json returns what explain --json prints.
func (x *explanation) json() any {
	var all struct {
		FEN     string       `json:"fen"`
		Schemes []schemeJSON `json:"schemes"`
		Palette *paletteJSON `json:"palette,omitempty"`
		Rights  []partJSON   `json:"rights,omitempty"` // in any scheme
	}
	all.FEN, all.Palette = string(x.p.AppendFEN(nil)), x.palette
	for _, e := range x.schemes {
		if e.Err != nil {
			all.Schemes = append(all.Schemes, schemeJSON{Scheme: e.Scheme, Error: worded{e.Err}.Error()})
			continue
		}
		all.Schemes = append(all.Schemes, schemeJSON{Scheme: e.Scheme, Bits: e.Bits, Board: e.Board, Rights: e.Bits - e.Board,
			Parts: partsJSON(e.Parts), Others: partsJSON(e.Others)})
		if len(e.Rights) > 0 {
			all.Rights = partsJSON(e.Rights)
		}
	}
	return all
}

// text returns what explain prints: the board, a table of schemes, the one that the
// palette takes, and the parts of each with their bits.
func (x *explanation) text() string {
	s := new(strings.Builder)
	fmt.Fprintf(s, "%s\n%s\n\n", diagram.AppendText(nil, x.p, nil), x.p.AppendFEN(nil))
	fmt.Fprintf(s, "%-16s%6s%8s%7s\n", "bits", "board", "rights", "all")
	for _, e := range x.schemes {
		if e.Err != nil {
			fmt.Fprintf(s, "%-16s%6s  %v\n", e.Scheme, "-", worded{e.Err})
			continue
		}
		fmt.Fprintf(s, "%-16s%6d%8d%7d\n", e.Scheme, e.Board, e.Bits-e.Board, e.Bits)
	}
	if t := x.palette; t != nil {
		fmt.Fprintf(s, "\nthe palette %s takes %s: %d bits, two of them to say so\n", t.Name, t.Takes, t.Bits)
	}
	var rights []codec.Part
	for _, e := range x.schemes {
		if e.Err != nil {
			continue
		}
		fmt.Fprintf(s, "\n%s\n", e.Scheme)
		explainParts(s, "", e.Parts)
		explainParts(s, "=", e.Others)
		if len(e.Rights) > 0 {
			rights = e.Rights
		}
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
