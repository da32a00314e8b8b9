package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/boards"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/model/network"
	"github.com/chesszip/chesszip/internal/test/golden"
)

const featuresForm = `# Features of moves and boards. Generated; a test of internal/test/lint holds it equal to the code.
# Form: a line with # in front is a comment; every other line is one of these, fields behind a space each:
# quick NAME FIRST COUNT: a part of the weights of fast.bin, and the places of its weights (moves.md)
# learned NUMBER NAME: a feature of the learned level; search NUMBER NAME: one that only levels with a search have (moves.md)
# class NUMBER FIRST COUNT NAME: a class of positions of the network, and the numbers of its rows (moves.md)
# board SALT COUNT TABLE NAME: a choice of the learned code of boards, the number of its features, the first of which has the number 1, and its table (positions.md)
# header BIT RULE NAME: a bit of the features of an archive's header; mandatory: a reader that does not know it refuses the archive as feature; optional: it is passed over (container.md)
`

// quickParts are the parts of the weights of the quick order, in their order.
var quickParts = []string{"paths", "trades", "replies", "attacks", "shelters", "rescues", "checks", "recaptures", "promotions", "agains", "openings"}

// networkClasses are the names of the classes of positions.
var networkClasses = [network.Contexts]string{"material", "rating of the side to move", "half-moves left", "gap between the best moves", "number of moves", "check and result"}

// counter is a Chooser that counts features.
type counter struct {
	walker *boards.Walker
	counts [boards.Stages][]string
}

func (c *counter) note(n int, table string) {
	stage := c.walker.Stage()
	if as := fmt.Sprintf("%d %s", n, table); !slices.Contains(c.counts[stage], as) {
		c.counts[stage] = append(c.counts[stage], as)
	}
}

func (c *counter) Bit(at []uint32, actual int) int {
	c.note(len(at), "bits")
	return actual
}

func (c *counter) Pawn(at []uint32, _ uint, actual int) int {
	c.note(len(at), "pawns")
	return actual
}

func (c *counter) Piece(at []uint32, _ uint, actual int) int {
	c.note(len(at), "pieces")
	return actual
}

func (c *counter) Square(at []uint32, n, actual int) int {
	c.note(len(at)/n, "squares")
	return actual
}

// boardFeatures returns for each stage the numbers of features of its choices, in order.
func boardFeatures(t *testing.T) [boards.Stages][]string {
	t.Helper()
	// A position with all kinds of choices, including those of the forms of rights and
	// of an en passant square; its counters have at most six digits.
	p, err := board.ParseFEN("1r2k2r/pp3ppp/8/3pP3/8/8/PP3PPP/RN2K1R1 w Gb d6 0 20")
	require.NoError(t, err)
	require.True(t, boards.Holds(&p))
	c := &counter{walker: new(boards.Walker)}
	_, ok := c.walker.Walk(c, &p)
	require.True(t, ok)
	q := p
	q.EnPassant, q.HalfmoveClock = 0, 12
	_, ok = c.walker.Walk(c, &q)
	require.True(t, ok)
	return c.counts
}

// TestSpecFeatures compares the list of features with the code.
func TestSpecFeatures(t *testing.T) {
	all, err := load()
	require.NoError(t, err)
	number := func(place string) int {
		n, err := strconv.Atoi(all.value(t, place))
		require.NoError(t, err)
		return n
	}
	var b strings.Builder
	b.WriteString(featuresForm)
	for i, part := range quickParts {
		first, end := number("internal/model/fast."+part+"At"), number("internal/model/fast.Weights")
		if i+1 < len(quickParts) {
			end = number("internal/model/fast." + quickParts[i+1] + "At")
		}
		fmt.Fprintf(&b, "quick %s %d %d\n", part, first, end-first)
	}
	for i, name := range moves.Names {
		kind := "learned"
		if i >= number("internal/model/moves.numShallow") {
			kind = "search"
		}
		fmt.Fprintf(&b, "%s %d %s\n", kind, i, name)
	}
	row := 0
	for i, n := range network.ContextSizes {
		fmt.Fprintf(&b, "class %d %d %d %s\n", i, row, n, networkClasses[i])
		row += n
	}
	require.Equal(t, network.Classes, row)
	counts := boardFeatures(t)
	digits := number("internal/model/boards.saltDigits")
	for _, c := range []struct {
		salt  string
		more  int
		stage boards.Stage
		place int
		name  string
	}{
		{"Count", 0, boards.Material, 0, "one more man of a kind"}, {"Pawn", 0, boards.Structure, 0, "pawn"},
		{"King", 0, boards.Kings, 0, "king"}, {"Piece", 0, boards.OtherPieces, 0, "piece"}, {"Turn", 0, boards.Turn, 0, "turn"},
		{"Form", 0, boards.Castling, 0, "form of the rights"}, {"Right", 0, boards.Castling, 1, "right"}, {"Passant", 0, boards.EnPassant, 0, "en passant"},
		{"Clock", 0, boards.Clock, 0, "one more digit of the clock"}, {"Clock", digits, boards.Clock, 0, "digit of the clock, but for those behind the fifth below the leading one, which have none"},
		{"Number", 0, boards.Number, 0, "one more digit of the move number"}, {"Number", digits, boards.Number, 0, "digit of the move number, likewise"},
	} {
		require.Greater(t, len(counts[c.stage]), c.place, c.name)
		fmt.Fprintf(&b, "board %d %s %s\n", number("internal/model/boards.salt"+c.salt)+c.more, counts[c.stage][c.place], c.name)
	}
	for stage, seen := range counts {
		want := 1
		if boards.Stage(stage) == boards.Castling {
			want = 2
		}
		require.Len(t, seen, want, boards.StageNames[stage])
	}
	sorted := number("internal/frame/header.featureSorted")
	require.Equal(t, 1, sorted)
	fmt.Fprintf(&b, "header 0 optional the lines of the input were sorted\n")
	golden.Equal(t, specList("features.txt"), b.String())
}
