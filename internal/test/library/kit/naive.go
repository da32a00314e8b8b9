package kit

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/pgn"
)

// Naive computes the values of a query's fields from a game's PGN alone.
type Naive struct {
	*pgn.ParsedGame
	Plies int
}

// Value is the value of a tag, empty if there is none.
func (n *Naive) Value(name string) string { v, _ := n.Tag(name); return v }

// ratingForms matches the texts of ratings: digits, or three or more of them with a
// mark.
var ratingForms = regexp.MustCompile(`^[ \t]*(?:(\d{1,5})|(\d{3,5})[ \t]*(?:[?!*]+|\([^)]*\)|[Pp/]\d+|[A-Za-z]+))[ \t]*$`)

// Elo is a rating, -1 if not known.
func (n *Naive) Elo(name string) int {
	m := ratingForms.FindStringSubmatch(n.Value(name))
	if m == nil {
		return -1
	}
	v, _ := strconv.Atoi(m[1] + m[2])
	return v
}

// Ended is the result of the tag in the form of PGN or, if the tag does not have one,
// that of the moves.
func (n *Naive) Ended() string {
	v := strings.NewReplacer("½", "1/2", "0.5", "1/2", "–", "-", "−", "-", ":", "-", " ", "").Replace(n.Value("Result"))
	switch {
	case v == "1/2":
		return "1/2-1/2"
	case v != "1-0" && v != "0-1" && v != "1/2-1/2" && n.Result != "" && n.Result != "*":
		return n.Result
	}
	return v
}

// Date is the known part of the date: 2013.05.31, 2013.05 or 2013.
func (n *Naive) Date() string {
	d := n.Value("Date")
	if d == "" || d[0] == '?' {
		d = n.Value("UTCDate")
	}
	d, _, _ = strings.Cut(d, ".?")
	return d
}

// NaiveGames are the games of src.
func NaiveGames(t testing.TB, src []byte) (all []Naive) {
	for g, err := range pgn.NewReader(bytes.NewReader(src), nil).Games() {
		require.NoError(t, err)
		line, _ := g.MainLine()
		if len(line.Moves) == 0 { // half-moves are counted by the rules of chess, whatever the variant
			line, _ = pgn.ParseGame(strings.Replace(g.Text, "[Variant ", "[Rules ", 1)).MainLine()
		}
		all = append(all, Naive{g, len(line.Moves)})
	}
	return all
}
