// Package made makes inputs for the tests of several packages: lists of positions,
// records for training engines, long games and altered archives.
package made

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/records"
)

// LineList is a list of positions of all first moves and replies, with some lines twice.
func LineList() []byte {
	var list []byte
	p := board.Start()
	for i, m := range movegen.AppendLegal(nil, &p) {
		q := p
		movegen.Make(&q, m)
		for _, r := range movegen.AppendLegal(nil, &q) {
			reply := q
			movegen.Make(&reply, r)
			list = append(reply.AppendFEN(list), '\n')
		}
		list = append(q.AppendFEN(list), '\n')
		if i%3 == 0 {
			list = append(p.AppendFEN(list), '\n')
		}
	}
	return list
}

// SortedLines returns the lines of a text in alphabetic order.
func SortedLines(text []byte) []string {
	lines := strings.Split(string(text), "\n")
	slices.Sort(lines)
	return lines
}

// Records are n records of a game that restarts from time to time.
func Records(t testing.TB, n int, f records.Form) []byte {
	t.Helper()
	var b bytes.Buffer
	w := records.NewWriter(&b, f)
	r := records.Record{Position: board.Start(), Result: 1}
	for i := range n {
		legal := movegen.AppendLegal(nil, &r.Position)
		if len(legal) == 0 || r.Ply == 60 {
			r = records.Record{Position: board.Start(), Result: 1}
			legal = movegen.AppendLegal(nil, &r.Position)
		}
		r.Move = legal[i*7%len(legal)]
		require.NoError(t, w.Write(&r))
		movegen.Make(&r.Position, r.Move)
		r.Ply++
		r.Result = -r.Result
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}
