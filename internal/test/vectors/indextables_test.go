package vectors_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
)

// tallyText is a tally in the form of openings-1.table.
func tallyText(u *openingtree.Tally) string {
	s := fmt.Sprintf("%d %d %d %d; %d/%d %d/%d; %d;", u.White, u.Draws, u.Black, u.Open,
		u.WhiteElo.Sum, u.WhiteElo.N, u.BlackElo.Sum, u.BlackElo.N, u.LastYear)
	for _, sample := range u.Samples {
		s += fmt.Sprintf(" %d:%d", sample.Rating, sample.Game)
	}
	return s
}

// madeTables are blocks of tables of openings.
func madeTables(t *testing.T) []*vectors.Vector {
	t.Helper()
	r := numbers(23)
	var games []openingtree.Game
	var starts []board.Position
	var moves [][]byte
	for i := range 400 {
		start, err := board.ParseFEN(playedStarts[[]int{0, 0, 0, 2, 5}[r(5)]])
		require.NoError(t, err)
		p, line := start, []board.Move{}
		for range r(8) {
			legal := movegen.AppendLegal(nil, &p)
			line = append(line, legal[(r(3)*r(2))%uint32(len(legal))])
			movegen.Make(&p, line[len(line)-1])
		}
		starts, moves = append(starts, start), append(moves, replay.Append(nil, &start, line))
		games = append(games, openingtree.Game{Number: int64(i), Result: tagvalue.Result(r(5)), Year: int(r(2) * (1990 + r(35))), WhiteElo: int(r(3) * (900 + r(600))), BlackElo: int(r(2) * (2000 + r(9)))})
	}
	d := &openingtable.Directory{Threshold: 10, Covers: 3, Games: 400, Left: []int{1}}
	src := openingtable.Source{Parts: 1, Plies: 4000, Load: func(context.Context, int) (openingtable.Games, error) {
		return openingtable.Games{Games: games, Each: func(item int, yield func(p *board.Position, m board.Move) bool) error {
			return replay.Each(&starts[item], moves[item], yield)
		}}, nil
	}}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var blocks [][]byte
	require.NoError(t, openingtable.Build(ctx, stop, 1, &src, openingtable.VerifyLimits(), d, func(b []byte) error {
		blocks = append(blocks, b)
		return nil
	}))
	require.Len(t, blocks, 1)
	directory, block := d.Append(nil), blocks[0]
	flipped := slices.Clone(block)
	flipped[len(flipped)/2] ^= 16
	later := slices.Clone(directory)
	later[1]++
	return tableVectors(t, []tableCase{{"a table of 400 games", 4, 400, directory, block}, {"a block that is cut off", 4, 400, directory, block[:len(block)-9]},
		{"a block with a flipped bit", 4, 400, directory, flipped}, {"a block of no positions", 4, 400, directory, []byte{0}},
		{"bytes behind a block", 4, 400, directory, append(slices.Clone(block), make([]byte, 9)...)}, {"a table of other frames", 4, 400, later, block},
		{"a directory that is cut off", 4, 400, directory[:len(directory)-1], block},
		{"a threshold of 0", 4, 400, append([]byte{0}, directory[1:]...), block}, {"a threshold of 11", 4, 400, append([]byte{11}, directory[1:]...), block},
	})
}

// tableLines parses a table of one block, whose directory is in the given frame of an
// archive with a number of games.
func tableLines(directory, block []byte, frame int, games int64) (lines []string, err error) {
	d, err := openingtable.ParseDirectory(directory, frame, games, budget.New(1<<20))
	if err != nil {
		return nil, err
	}
	err = d.Each(block, budget.New(1<<24), func(k openingtable.Key, n *openingtree.Node) error {
		p, ok := k.Position()
		if !ok {
			return corrupt.New("no position")
		}
		lines = append(lines, fmt.Sprintf("%s; %s", strings.TrimSuffix(p.String(), " 0 1"), tallyText(&n.Tally)))
		for i := range n.Moves {
			lines = append(lines, fmt.Sprintf("%s; %s", vectors.Squares(n.Moves[i].Move), tallyText(&n.Moves[i].Tally)))
		}
		return nil
	})
	return lines, err
}
