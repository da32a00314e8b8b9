package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// maxDepth is the greatest depth of a perft: a deeper one would never end.
const maxDepth = 64

func newPerft(c *console) *cobra.Command {
	divide := false
	cmd := &cobra.Command{
		Use:   "perft [--divide] DEPTH [FEN]",
		Short: "count legal move sequences",
		Long: `Count the sequences of DEPTH legal moves from the position FEN, or from the start
position: the usual test of a move generator. The count goes to standard output,
time and speed to standard error. The FEN need not be quoted and may be of
Chess960.`,
		Example: `  chesszip perft 5
  chesszip perft --divide 3 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -`,
		Args: arguments(cobra.MinimumNArgs(1), "[--divide] DEPTH [FEN]"),
	}
	cmd.Flags().BoolVar(&divide, "divide", false, "also count for each first move")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		depth, err := strconv.ParseUint(args[0], 10, 64)
		if err != nil || depth > maxDepth {
			return misuse("", "depth %q is not a number from 0 to %d", args[0], maxDepth)
		}
		p, err := parsePosition(args[1:])
		if err != nil {
			return err
		}
		return c.perft(cmd.Context(), &p, int(depth), divide)
	}
	return cmd
}

// parsePosition parses a FEN, quoted or not; the start position without words.
func parsePosition(words []string) (board.Position, error) {
	text := strings.Join(words, " ")
	if text == "" {
		return board.Start(), nil
	}
	p, err := board.ParseFEN(text)
	if err != nil {
		return p, misuse("a FEN is a board, w or b, castling rights, an en passant square and two counters", "%w", err)
	}
	return p, nil
}

// perft counts and prints. Package movegen has no contexts, so interruptions are checked
// here; the count goes on until the process ends.
func (c *console) perft(ctx context.Context, p *board.Position, depth int, divide bool) error {
	start := time.Now()
	var total uint64
	if divide && depth > 0 {
		for _, m := range movegen.AppendLegal(nil, p) {
			q := *p
			movegen.Make(&q, m)
			n, err := countUntil(ctx, &q, depth-1)
			if err != nil {
				return err
			}
			if err := c.print(fmt.Appendf(nil, "%s %d\n", notation.UCI(p, m), n)); err != nil {
				return err
			}
			total += n
		}
	} else {
		var err error
		if total, err = countUntil(ctx, p, depth); err != nil {
			return err
		}
	}
	took := time.Since(start)
	if err := c.print(fmt.Appendln(nil, total)); err != nil {
		return err
	}
	c.say("%s in %s: %.1f Mn/s", plural(int64(total), "node"), took.Round(time.Millisecond), float64(total)/1e6/max(took.Seconds(), 1e-9))
	return nil
}

func countUntil(ctx context.Context, p *board.Position, depth int) (uint64, error) {
	count := make(chan uint64, 1)
	go func() { count <- movegen.Perft(p, depth) }()
	select {
	case n := <-count:
		return n, nil
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
}
