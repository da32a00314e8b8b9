package moves

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/zstdframe"
	"github.com/chesszip/chesszip/internal/model/network"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
)

const featuresHeading = `Features of moves and the search of the levels 7 to 9, docs/spec/moves.md.
fen     the position that a game starts from
moves   the moves before the position, as in positions.txt; 0000 is the null move; N*A,B,... are N
        times the moves A, B, ...
known   what is known of the game, as in orders.txt
danger  the class of what the enemy would win if the side to move passed
biases  the rows of the network's biases for the position
row     the number of a feature | its row, hexadecimal
move    a legal move, in the legal order | gain (a.gain of section 14, less 9), value and menace by the
        search, as the side to move sees them | the sum of its weights by default.czm, and its
        score with the network | the same by max.czm | its frequency by default.czm and by
        max.czm | its two rows of biases
place   one of the first moves | the places of its weights in max.czm, features in order`

// modelOf reads a model.
func modelOf(t *testing.T, name string) *Model {
	t.Helper()
	data, err := os.ReadFile("../../../movelist/learned/" + name)
	require.NoError(t, err)
	if strings.HasSuffix(name, ".zst") {
		data, err = zstdframe.Unpack(data, 1<<25, nil)
		require.NoError(t, err)
	}
	m, err := ParseModel(data)
	require.NoError(t, err)
	return m
}

// wordsOf returns moves as vectors have them.
func wordsOf(moves []board.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, vectors.Squares(m))
	}
	return strings.Join(words, " ")
}

// placesOf is for how many moves of a position a vector has places.
const placesOf = 8

// featureVector returns the vector of a position.
func featureVector(t *testing.T, usual, large *Predictor, name string, start *board.Position, before []board.Move, words string, known *Known) *vectors.Vector {
	t.Helper()
	v := vectors.New("%s", name)
	v.Add("fen", "%v", start)
	p, past := *start, Past{}
	for _, m := range before {
		past = past.Next(&p, m)
		movegen.Make(&p, m)
	}
	v.Add("moves", "%s", words)
	v.Add("known", "%d %d %d %d %d %d", known.Result, known.Ending, known.WhiteElo, known.BlackElo, known.Seconds, known.Plies)
	legal := movegen.AppendLegal(nil, &p)
	shallow := append([]uint32(nil), usual.Predict(&p, &past, known, legal)...)
	plain := append([]int32(nil), usual.score[:len(legal)]...)
	deep := append([]uint32(nil), large.Predict(&p, &past, known, legal)...)
	f := &large.f
	v.Add("danger", "%d", f.v.search.danger)
	v.Add("biases", "%s", strings.Trim(fmt.Sprint(f.PositionRows(nil, len(legal))), "[]"))
	inverse := uint64(multiplier) // modulo 1<<64, correct in three bits, then in twice as many each time
	for range 5 {
		inverse *= 2 - multiplier*inverse
	}
	for i := range f.Count() {
		v.Add("row", "%d | %016x", i, f.rows[rowAt(slices.Index(order[:], uint8(i)))]*inverse)
	}
	all := f.Prepare(&p, &past, known, legal)
	var places []string
	for i, m := range legal {
		at := all[i*numFeatures:][:numFeatures]
		a := &f.acts[i]
		v.Add("move", "%v | %d %d %d | %d %d | %d %d | %d %d | %d %d", m, a.gain, a.value, a.menace, fetch(new(network.Weights), usual.model.weights, usual.f.at[i][:numShallow]), plain[i],
			fetch(new(network.Weights), large.model.weights, at), large.score[i], shallow[i], deep[i], a.rows()[0], a.rows()[1])
		if i < placesOf {
			places = append(places, fmt.Sprintf("%s | %s", vectors.Squares(m), strings.Trim(fmt.Sprint(at), "[]")))
		}
	}
	for _, line := range places {
		v.Add("place", "%s", line)
	}
	return v
}

// TestVectors checks vectors/layers/features.txt.
func TestVectors(t *testing.T) {
	usual, large := NewPredictor(modelOf(t, "default.czm")), NewPredictor(modelOf(t, "max.czm.zst"))
	var list []*vectors.Vector
	starts := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "QQQQQQQ1/Q6Q/Q6Q/8/8/8/QQQQQ3/7K w - - 0 1", "k6q/8/1q5q/qqqq4/4qqqq/q6q/3qqqqq/7K b - - 3 50",
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "4k3/8/8/8/8/8/8/4K2R w K - 140 200", "k1k5/pp6/8/3Q4/8/8/6PP/K1K5 b - - 0 1",
		"r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 8", "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 28",
		"4k3/p1p1p3/p1p5/p7/P7/P1P5/P1P1P3/4K3 w - - 0 30", "2r3k1/5ppp/8/1b6/8/4N3/5PPP/3R2K1 w - - 4 33",
	}
	r := uint32(1)
	for i, fen := range starts {
		start, err := board.ParseFEN(fen)
		require.NoError(t, err)
		for _, plies := range []int{0, 5, 13 + i*7%20} {
			p, played := start, []board.Move(nil)
			for n := range plies {
				legal := movegen.AppendLegal(nil, &p)
				r = r*1664525 + 1013904223
				m := board.NullMove
				if n%11 != 7 && len(legal) > 0 {
					m = legal[r>>8%uint32(len(legal))]
				}
				if i == 8 { // positions that come back
					m = [...]board.Move{board.NewMove(board.F3, board.E1, 0), board.NewMove(board.F6, board.E8, 0), board.NewMove(board.E1, board.F3, 0), board.NewMove(board.E8, board.F6, 0)}[n%4]
				}
				played = append(played, m)
				movegen.Make(&p, m)
			}
			if movegen.CountLegal(&p) < 2 {
				continue
			}
			known := Known{Result: Result(i % 4), Ending: Ending(plies % 3), WhiteElo: i * 400, BlackElo: 3000 - i*350, Seconds: i * i * 40, Plies: plies + 1<<(i%7)}
			if i == 0 {
				known = Known{}
			}
			list = append(list, featureVector(t, usual, large, fmt.Sprintf("start %d, after %d half-moves", i+1, plies), &start, played, wordsOf(played), &known))
		}
	}
	require.Greater(t, len(list), 24)
	list = append(list, edges(t, usual, large)...)
	list = append(list, odd(t, usual, large)...)
	golden.Equal(t, "../../../vectors/layers/features.txt", vectors.File(featuresHeading, list))
}
