package vectors_test

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/index/openingtree"
	"github.com/chesszip/chesszip/internal/index/replay"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
)

// before are frames of which only checksums are known, and the one with their metas.
type before struct {
	sums []uint32
	own  archive.Frame
}

func (b *before) Len() int { return len(b.sums) + 1 }

func (b *before) Entry(i int) archive.Entry {
	if i == len(b.sums) {
		return archive.Entry{}
	}
	return archive.Entry{Games: 1, Input: 1, Sum: b.sums[i]}
}

func (b *before) Frame(int) (archive.Frame, error) { return b.own, nil }

// madeOverflow are statistics in index frames.
func madeOverflow(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	whose := unhex(t, "97b7d2d5d9b8e2c1")
	for _, c := range []struct{ name, bytes string }{
		{"metas of three frames", "01 00 03 01 00 02 00 0801"}, {"metas of another frame", "00 00 03 01 00 02 00 0801"},
		{"metas of frames that come later", "02 00 03 01 00 02 00 0801"}, {"a byte behind the metas", "01 00 03 01 00 02 00 0801 00"},
		{"metas before those that come later", "01 02 03 01 00 02 00 0801"}, {"metas that follow others", "01 01 03 01 00 02 00 0801"},
		{"metas that are cut off", "01 00 03 01 00 02 00 08"}, {"no metas", "01 00 03"},
	} {
		b := &before{sums: []uint32{0x01234567, 0x89abcdef, 0xfedcba98, 0x76543210}}
		data := unhex(t, c.bytes)
		if len(list) == 0 {
			whose = checksumOf(b.sums[1:])
		}
		b.own.Streams = []archive.Stream{{Kind: 1024, Data: whose}, {Kind: 1029, Data: data}}
		v := vectors.New("%s", c.name)
		v.Add("form", "statistics in a frame")
		for _, sum := range b.sums {
			v.Add("checksums", "%s", hex.EncodeToString(uv32(sum)))
		}
		v.Add("whose", "%x", whose)
		v.Add("bytes", "%x", data)
		if err := index.CheckOverflow(b, len(b.sums), &b.own); err != nil {
			v.Add("refused", "%s", class(t, err))
		} else {
			table := index.ReadTable(b)
			for i := range b.sums {
				v.Add("gives", "%d %x", i, table.Statistics(i))
			}
		}
		list = append(list, v)
	}
	return list
}

// checksumOf is the stream 1024 for frames.
func checksumOf(sums []uint32) (whose []byte) {
	all := make([]byte, 0, 4*len(sums))
	for _, s := range sums {
		all = append(all, uv32(s)...)
	}
	return binary.BigEndian.AppendUint64(nil, xxhash.Sum64(all))
}

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
		moves = append(moves, replay.Append(nil, &start, line))
		games = append(games, openingtree.Game{Number: int64(i), Result: tagvalue.Result(r(5)), Year: int(r(2) * (1990 + r(35))), WhiteElo: int(r(3) * (900 + r(600))), BlackElo: int(r(2) * (2000 + r(9)))})
	}
	d := &openingtable.Directory{Threshold: 10, Covers: 3, Games: 400, Left: []int{1}}
	src := openingtable.Source{Parts: 1, Plies: 4000, Load: func(context.Context, int) (openingtable.Games, error) {
		return openingtable.Games{Games: games, Moves: func(item int) ([]byte, error) { return moves[item], nil }}, nil
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
			lines = append(lines, fmt.Sprintf("%v; %s", n.Moves[i].Move, tallyText(&n.Moves[i].Tally)))
		}
		return nil
	})
	return lines, err
}
