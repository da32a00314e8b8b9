package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/diagram"
)

func newExplain(c *console) *cobra.Command {
	svg, force := "", false
	cmd := &cobra.Command{
		Use:   "explain [--svg FILE] FEN",
		Short: "show what a position costs, scheme by scheme",
		Long: `Shows the board and, for every scheme, the bits it spends and on what. Lines
with = are ways to write a part that the scheme does not use, for comparison.
The FEN need not be quoted; "startpos" is the start position.`,
		Example: `  chesszip explain startpos
  chesszip explain "8/8/8/3k4/8/3K4/4P3/8 w - - 0 1"
  chesszip explain --svg board.svg startpos`,
		Args: arguments(cobra.MinimumNArgs(1), "[--svg FILE] FEN"),
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&svg, "svg", "", "also draw the board, into `FILE`")
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
		return c.print([]byte(explained(&p)))
	}
	return cmd
}

// explained returns what explain prints.
func explained(p *board.Position) string {
	s := new(strings.Builder)
	fmt.Fprintf(s, "%s\n%s\n\n", diagram.AppendText(nil, p, nil), p.AppendFEN(nil))
	t := tabwriter.NewWriter(s, 0, 0, 2, ' ', 0)
	for _, e := range codec.Explain(p) {
		if e.Err != nil {
			fmt.Fprintf(t, "%s\t   -\t%v\n", e.Scheme, e.Err)
			continue
		}
		fmt.Fprintf(t, "%s\t%4d bits\n", e.Scheme, e.Bits)
		for _, part := range e.Parts {
			fmt.Fprintf(t, "    %s\t%4d\t%s\n", part.Name, part.Bits, part.Note)
		}
		for _, part := range e.Others {
			fmt.Fprintf(t, "  = %s\t%4d\t%s\n", part.Name, part.Bits, part.Note)
		}
	}
	t.Flush()
	return s.String()
}
