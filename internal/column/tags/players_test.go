package tags

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/model/names"
)

// TestNames checks what names cost that are met for the first time: little more
// than the digits of their place in the table, and their letters if they are not
// there.
func TestNames(t *testing.T) {
	group := names.Groups()[0]
	const games = 100
	table := &Table{Games: games, Columns: []*Column{{Name: "White"}, {Name: "Black"}}}
	for g := range games {
		white, black := group[2*g], group[2*g+1]
		if g%10 == 9 {
			black = fmt.Appendf(nil, "qx%03dzj", g*g)
		}
		for i, v := range [][]byte{white, black} {
			c := table.Columns[i]
			c.Rows, c.Values = append(c.Rows, int32(g)), append(c.Values, v)
		}
		table.Plies = append(table.Plies, 60)
	}
	streams := pack(table)
	order := indices(len(table.Columns))
	got, err := unpack(table, streams, order)
	require.NoError(t, err)
	equal(t, got, table, order)
	const known, strange = 2*games - games/10, games / 10
	if bits, most := 8*len(streams[0]), known*(group.Digits()+1)+strange*40; bits > most {
		t.Errorf("%d names of a group of %d and %d others take %d bits, want at most %d", known, len(group), strange, bits, most)
	}
}
