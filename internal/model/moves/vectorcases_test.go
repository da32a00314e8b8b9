package moves

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
)

// edges returns vectors of positions with few moves: move numbers, clocks and all that is
// known of a game, at the ends of their classes.
func edges(t *testing.T, usual, large *Predictor) (list []*vectors.Vector) {
	t.Helper()
	boards := [2]string{"8/8/8/8/8/5k2/8/7K w", "7k/8/5K2/8/8/8/8/8 b"}
	counts := []int{30, 31, 39, 40, 49, 50, 59, 60, 149, 150, 160, 3}
	clocks := []int{0, 1, 63, 64, 90, 91, 100, 127, 128}
	ratings := []int{1, 799, 800, 999, 1000, 3399, 3400, 3599, 3600, 60000}
	seconds := []int{0, 1, 179, 180, 499, 500, 1499, 1500}
	plies := []int{1, 6, 7, 8, 9, 12, 13, 16, 17, 24, 25, 32, 33, 48, 49, 64, 65, 96, 97, 200}
	for i, n := range plies {
		count := counts[i%len(counts)]
		start, err := board.ParseFEN(fmt.Sprintf("%s - - %d %d", boards[count%2], clocks[i%len(clocks)], count/2))
		require.NoError(t, err)
		known := Known{Result: Result(i % 4), Ending: Ending(i % 3), WhiteElo: ratings[i%10], BlackElo: ratings[(i+5)%10], Seconds: seconds[i%8], Plies: n}
		list = append(list, featureVector(t, usual, large, fmt.Sprintf("edges of classes %d", i+1), &start, nil, "", &known))
	}
	return list
}

// oddCases are positions, and moves before them, that rules of features and of the search
// are about.
var oddCases = []struct{ name, fen, moves string }{
	{"a pawn of the own side on a1, a king on h1", "8/8/8/8/8/k7/8/PP2K2k w - - 0 10", ""},
	{"a pawn of the other side on a1", "4k3/8/8/8/8/8/8/p2pK3 w - - 0 10", ""},
	{"pawns on the first rank", "8/8/4k3/8/8/8/1rr3b1/PPKP2PP w - - 0 10", ""},
	{"behind 65,540 half-moves", "8/8/8/8/8/5k2/8/7K w - - 0 10", "65540*0000 h1h2 f3f2 h2h1 f2f3"},
	{"around 65,535 half-moves", "8/8/8/8/8/5k2/8/7K w - - 0 10", "65532*0000 h1h2 f3f2 h2h1 f2f3"},
	{"a king that is worth less than 24 queens", "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/PPPPPPPP/4k3/3P4/8/K7 w - - 0 30", ""},
	{"a loss of 5,000", "k6K/p7/1K6/pppppppp/bnnq1ppp/qqqqqnnq/qqqqqqqq/qqqqqqqq w - - 0 30", ""},
	{"captures that are left out", "3B4/2P3kP/8/3r4/3r4/1b1Qp1p1/4pN2/K2R4 w - - 0 30", ""},
	{"a piece that comes from a1", "k7/8/8/8/8/8/8/r4K1R b - - 0 30", "a1a4"},
	{"a danger that is worth less than 24 queens", "k6K/8/3p4/4K3/pppppppp/qqqqqqqq/qqqqqqqq/qqqqqqqq w - - 0 30", ""},
	{"all squares around a king", "8/8/R7/4k3/R7/8/8/3R1R1K w - - 0 30", ""},
	{"all squares around the own king", "r1r4k/8/8/6PP/8/7r/1K6/7r w - - 0 30", ""},
	{"much more room", "8/P7/8/8/8/1k6/8/7K w - - 0 30", ""},
	{"much less room", "k7/8/8/8/4Q3/8/7P/K5N1 w - - 0 30", ""},
	{"much more room for the other side", "7k/8/K7/2bqb3/2rN4/8/8/8 w - - 0 30", ""},
	{"three pawns of each side on a file", "2p4k/2p5/2p5/8/N1P5/2P5/2P5/7K w - - 0 30", ""},
	{"pawns beside pawns", "4k3/8/8/8/P7/P7/1P4PP/4K3 w - - 0 30", ""},
	{"more kings than the other side", "k1k3K1/8/8/8/8/8/8/8 b - - 0 10", ""},
}

// odd returns the vectors of oddCases.
func odd(t *testing.T, usual, large *Predictor) (list []*vectors.Vector) {
	t.Helper()
	for _, c := range oddCases {
		start, err := board.ParseFEN(c.fen)
		require.NoError(t, err, c.name)
		p, played := start, []board.Move(nil)
		for word := range strings.FieldsSeq(vectors.Unfold(c.moves)) {
			m, found := board.NullMove, word == "0000"
			for _, l := range movegen.AppendLegal(nil, &p) {
				if vectors.Squares(l) == word {
					m, found = l, true
				}
			}
			require.True(t, found, "%s: %s", c.name, word)
			played = append(played, m)
			movegen.Make(&p, m)
		}
		require.Greater(t, movegen.CountLegal(&p), 1, c.name)
		list = append(list, featureVector(t, usual, large, c.name, &start, played, c.moves, &Known{Result: BlackWins, WhiteElo: 2000, BlackElo: 1500, Plies: len(played) + 20}))
	}
	return list
}
