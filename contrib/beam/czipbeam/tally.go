package czipbeam

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
)

// noMove stands in a key for the position itself.
const noMove = board.Move(0)

// countedOf returns the key of a position and a move that was played there, or of the
// position itself: the codec.Key of the position or, where it has none, its FEN, and the
// move in two bytes. FENs are longer than a codec.Key.
func countedOf(p *board.Position, m board.Move) string {
	var b []byte
	if k, err := codec.KeyOf(p); err == nil {
		b = k[:]
	} else {
		b = []byte(p.String())
	}
	return string(binary.BigEndian.AppendUint16(b, uint16(m)))
}

// counted returns what a key is of.
func counted(key string) (p board.Position, m board.Move, err error) {
	if len(key) < 2 {
		return p, m, errors.New("czipbeam: a key that ends early")
	}
	at, move := key[:len(key)-2], key[len(key)-2:]
	m = board.Move(binary.BigEndian.Uint16([]byte(move)))
	var k codec.Key
	if len(at) == len(k) {
		copy(k[:], at)
		p, err = k.Position()
		return p, m, err
	}
	p, err = board.ParseFEN(at)
	return p, m, err
}

// SumFn adds up tallies.
type SumFn struct{}

// CreateAccumulator returns the tally of nothing.
func (SumFn) CreateAccumulator() chesszip.Statistics { return chesszip.Statistics{} }

// AddInput adds a tally to another.
func (SumFn) AddInput(sum, t chesszip.Statistics) chesszip.Statistics { return add(sum, t) }

// MergeAccumulators adds a tally to another.
func (SumFn) MergeAccumulators(sum, t chesszip.Statistics) chesszip.Statistics { return add(sum, t) }

// maxSamples is how many games a tally names.
const maxSamples = 2

// add returns what the games of both tallies, which are others, have in common.
func add(x, y chesszip.Statistics) chesszip.Statistics {
	ratings := func(a, b chesszip.Ratings) chesszip.Ratings {
		return ratingsOf(sumOf(a)+sumOf(b), a.Games+b.Games)
	}
	sum := chesszip.Statistics{
		White: x.White + y.White, Draws: x.Draws + y.Draws, Black: x.Black + y.Black, Open: x.Open + y.Open,
		WhiteElo: ratings(x.WhiteElo, y.WhiteElo), BlackElo: ratings(x.BlackElo, y.BlackElo),
		LastYear: max(x.LastYear, y.LastYear), Samples: slices.Concat(x.Samples, y.Samples),
	}
	slices.SortFunc(sum.Samples, func(a, b chesszip.SampleGame) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.File, b.File), cmp.Compare(a.Number, b.Number))
	})
	sum.Samples = sum.Samples[:min(len(sum.Samples), maxSamples)]
	return sum
}

func sumOf(r chesszip.Ratings) int64 { return int64(math.Round(r.Mean * float64(r.Games))) }

func ratingsOf(sum, games int64) chesszip.Ratings {
	return chesszip.Ratings{Mean: float64(sum) / float64(max(games, 1)), Games: games}
}

// encodeTally is the coder of tallies: numbers of variable length.
//
//	white | draws | black | open | elo of white 2 | elo of black 2 | year | samples | (file, game, rating) ...
func encodeTally(t chesszip.Statistics) []byte {
	var b []byte
	for _, n := range [...]int64{
		t.White, t.Draws, t.Black, t.Open, sumOf(t.WhiteElo), t.WhiteElo.Games, sumOf(t.BlackElo), t.BlackElo.Games,
		int64(t.LastYear), int64(len(t.Samples)),
	} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, s := range t.Samples {
		for _, n := range [...]int64{int64(s.File), s.Number, int64(s.Rating)} {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	return b
}

func decodeTally(b []byte) (t chesszip.Statistics, err error) {
	number := func() int64 {
		n, size := binary.Uvarint(b)
		if size <= 0 {
			err = errors.New("czipbeam: a tally that ends early")
			return 0
		}
		b = b[size:]
		return int64(n)
	}
	for _, n := range [...]*int64{&t.White, &t.Draws, &t.Black, &t.Open} {
		*n = number()
	}
	t.WhiteElo = ratingsOf(number(), number())
	t.BlackElo = ratingsOf(number(), number())
	t.LastYear = int(number())
	for range min(number(), maxSamples) {
		t.Samples = append(t.Samples, chesszip.SampleGame{File: int(number()), Number: number(), Rating: int(number())})
	}
	return t, err
}
