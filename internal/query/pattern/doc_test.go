package pattern

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
	"github.com/chesszip/chesszip/pgn"
)

const document = "../../../docs/patterns.md"

var update = flag.Bool("update", false, "write the half-moves of the cases into the document")

// table returns the cells of the table of the document below a heading.
func table(t *testing.T, heading string) (rows [][]string) {
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	_, part, ok := strings.Cut(string(text), "\n## "+heading+"\n")
	require.True(t, ok, heading)
	part, _, _ = strings.Cut(part, "\n## ")
	for _, line := range strings.Split(part, "\n") {
		if !strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| |") {
			continue
		}
		var row []string
		for _, cell := range strings.Split(strings.Trim(line, "|"), " | ") {
			if cell = strings.TrimSpace(cell); strings.Count(cell, "`") == 2 && strings.HasSuffix(cell, "`") {
				cell = strings.Trim(cell, "`")
			}
			row = append(row, strings.ReplaceAll(cell, `\|`, "|"))
		}
		rows = append(rows, row)
	}
	require.NotEmpty(t, rows)
	return rows[1:]
}

// read replays a game.
func read(t *testing.T, text string) *naive {
	t.Helper()
	n := &naive{}
	var line pgn.Line
	whole := line.Each([]byte(text), func(p *board.Position, m board.Move) bool {
		if len(n.positions) > 0 {
			n.moves = append(n.moves, m)
		}
		n.positions = append(n.positions, *p)
		return true
	})
	require.True(t, whole, text)
	return n
}

// find searches a game for a pattern.
func find(s *Scan, n *naive) []int {
	s.Begin()
	last := board.NullMove
	for i := range n.positions {
		if !s.See(&n.positions[i], last) {
			return s.Met()
		}
		if i < len(n.moves) {
			last = n.moves[i]
		}
	}
	s.End()
	return s.Met()
}

// compare searches for a pattern with Scan and naively.
func compare(t *testing.T, text string, s *Scan, games []*naive) (found int) {
	t.Helper()
	steps, err := language.Parse(text, isWord)
	require.NoError(t, err)
	for i, n := range games {
		got := find(s, n)
		met, is := n.slow(steps)
		for _, v := range s.pattern.flip.variants()[1:] {
			if other, also := n.flipped(v).slow(steps); other >= 0 && (met < 0 || other < met) {
				met, is = other, also
			}
		}
		if got != nil {
			found++
		}
		if (got == nil) != (met < 0) || got != nil && (got[len(got)-1] != met || !is(got)) {
			t.Errorf("%s: game %d has it at %v, want %d", text, i, got, met)
			return found
		}
	}
	return found
}

func TestDocument(t *testing.T) {
	games := map[string]*naive{}
	var all []*naive
	for _, row := range table(t, "Games of the cases") {
		games[row[0]] = read(t, row[1]+" *")
		all = append(all, games[row[0]])
	}
	cases := table(t, "Cases")
	require.Greater(t, len(cases), 60)
	for _, row := range cases {
		p, err := Parse(row[0])
		require.NoError(t, err)
		require.Contains(t, games, row[1])
		s := p.NewScan()
		got := strings.Trim(fmt.Sprint(find(s, games[row[1]])), "[]")
		if got == "" {
			got = "-"
		}
		switch {
		case *update:
			text, err := os.ReadFile(document)
			require.NoError(t, err)
			begin := fmt.Sprintf("| `%s` | %s | ", strings.ReplaceAll(row[0], "|", `\|`), row[1])
			text = []byte(strings.Replace(string(text), begin+row[2]+" |", begin+got+" |", 1))
			require.NoError(t, os.WriteFile(document, text, 0o644))
		case got != row[2]:
			t.Errorf("%s: found in %s at %s, want %s", row[0], row[1], got, row[2])
		}
		compare(t, row[0], s, all)
	}
}

func TestDocumentMalformed(t *testing.T) {
	for _, row := range table(t, "Errors") {
		_, err := Parse(row[0])
		var e *language.Error
		require.True(t, errors.As(err, &e), row[0])
		require.Equal(t, row[1], e.Field, "%s: %v", row[0], err)
		require.ErrorIs(t, err, language.ErrPattern)
	}
}

// TestDocumentExamples checks that every example of the document is a valid pattern.
func TestDocumentExamples(t *testing.T) {
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	_, block, _ := strings.Cut(string(text), "```\n")
	block, _, _ = strings.Cut(block, "```")
	for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
		shown, _, _ := strings.Cut(line, "   ")
		_, err := Parse(shown)
		require.NoError(t, err, line)
	}
	for _, row := range slices.Concat(table(t, "From scoutfish"), table(t, "From SCID")) {
		parts := strings.Split(row[1], "`")
		for i, shown := range parts {
			if len(parts) > 1 && i%2 == 0 || strings.HasPrefix(shown, "--") {
				continue
			}
			_, err := Parse(shown)
			require.NoError(t, err, row[1])
		}
	}
}
