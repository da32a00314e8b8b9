package vectors_test

import (
	"fmt"
	"math/bits"

	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/index/openingtable"
)

// tableMaker encodes blocks of opening tables, docs/spec/indexes.md, 9.4, including
// those that no writer makes: it checks nothing.
type tableMaker struct {
	e        *rangecoder.Encoder
	rows     uint64
	gameBits int
	lastYear int64
	key      openingtable.Key
	near     [2]int64

	bits    map[string]*rangecoder.Bit
	trees   map[string]*rangecoder.Tree
	numbers map[string]*rangecoder.Number
}

// tableMove is a move of a position, by its index among the legal ones, with its tally.
type tableMove struct {
	index, games         int64
	other, drawn, white  int64
	unrated, sum         [2]int64 // games without a rating of White, of Black; sums of ratings
	year, best, second   int64    // ratings of the samples, unless they follow
	bestGame, secondGame int64
}

// tableSample is a sample of a position: one of its moves', or another.
type tableSample struct {
	merged       bool
	rating, game int64
}

// tableRow is a position; if own is set, it differs from the sum of its moves.
type tableRow struct {
	key     openingtable.Key
	moves   []tableMove
	own     bool // not the sum
	differs [8]int64
	years   int64
	samples []tableSample
}

func newTableMaker(games, lastYear int64) *tableMaker {
	return &tableMaker{
		e: rangecoder.NewEncoder(nil), gameBits: bits.Len64(uint64(max(games, 1) - 1)), lastYear: lastYear,
		bits: map[string]*rangecoder.Bit{}, trees: map[string]*rangecoder.Tree{}, numbers: map[string]*rangecoder.Number{},
	}
}

// modelOf returns the model with a name, a fresh one at first.
func modelOf[M any](models map[string]*M, name string, at []int) *M {
	name += fmt.Sprint(at)
	if models[name] == nil {
		models[name] = new(M)
	}
	return models[name]
}

func (m *tableMaker) bit(name string, b bool, at ...int) bool {
	v := 0
	if b {
		v = 1
	}
	modelOf(m.bits, name, at).Encode(m.e, v)
	return b
}

func (m *tableMaker) raw(v int64, n int) {
	for n > 0 {
		k := min(n, 16)
		n -= k
		m.e.Raw(uint32(v>>n&(1<<k-1)), uint(k))
	}
}

func (m *tableMaker) long(name string, v int64, at ...int) {
	number := modelOf(m.numbers, name, at)
	if v < 1<<30 {
		number.Encode(m.e, int(v))
		return
	}
	number.Encode(m.e, int(v>>30+1<<30))
	m.raw(v, 30)
}

func (m *tableMaker) signed(name string, v int64, at ...int) {
	m.long(name, max(v, -v), at...)
	if v != 0 {
		m.bit(name, v < 0, at...)
	}
}

// sizeOf is the class of a number of games.
func sizeOf(games int64) int { return min(bits.Len64(uint64(games)), 11) }

func meanOf(sum, n int64) int64 {
	if n == 0 {
		return 0
	}
	return (2*sum + n) / (2 * n)
}

// nibble is the i-th half of a byte of a key.
func nibble(k *openingtable.Key, i int) int { return int(k[i/2] >> (4 - i%2*4) & 15) }

func (m *tableMaker) writeKey(k openingtable.Key) {
	differ := 0
	for i := range 64 {
		was, is := nibble(&m.key, i), nibble(&k, i)
		if !m.bit("same", was == is, i, min(differ, 3)) {
			modelOf(m.trees, "piece", []int{was}).Encode(m.e, is)
			differ++
		}
	}
	m.bit("turn", k[32] == 1, int(m.key[32]))
	if !m.bit("kept", k[33] == m.key[33] && k[34] == m.key[34], min(differ/4, 1)) {
		for i := range 4 {
			modelOf(m.trees, "rights", []int{i}).Encode(m.e, nibble(&k, 66+i))
		}
	}
	if m.bit("passant", k[35] != 0) {
		m.raw(int64(k[35]), 6)
	}
	m.key = k
}

// add writes a position.
func (m *tableMaker) add(r *tableRow) {
	m.rows++
	m.writeKey(r.key)
	m.long("moves", int64(len(r.moves)))
	means, year := m.near, m.lastYear
	var sum, n [2]int64
	for i := range r.moves {
		t := &r.moves[i]
		switch {
		case i == 0:
			m.long("first", t.games-1)
		case r.moves[i-1].games > 1:
			m.long("fewer", r.moves[i-1].games-t.games, sizeOf(r.moves[i-1].games))
		}
		m.long("index", t.index)
		m.tally(t, means, year)
		if i == 0 {
			year = t.year
		}
		for side := range 2 {
			sum[side], n[side] = sum[side]+t.sum[side], n[side]+t.games-t.unrated[side]
			means[side] = meanOf(sum[side], n[side])
		}
	}
	for side := range 2 {
		if n[side] > 0 {
			m.near[side] = means[side]
		}
	}
	if !m.bit("sum", !r.own) {
		m.whole(r)
	}
}

func (m *tableMaker) tally(t *tableMove, means [2]int64, year int64) {
	c, shift := sizeOf(t.games), int64(0)
	m.long("other", t.other, c)
	m.long("drawn", t.drawn, c)
	m.long("white", t.white, c)
	for side := range 2 {
		m.long("unrated", t.unrated[side], side, c)
		n := t.games - t.unrated[side]
		if n > 0 {
			e := means[side] + shift
			m.signed("ratings", t.sum[side]-n*e, side, sizeOf(n))
			shift = (t.sum[side]/n - e) / 2
		}
	}
	m.signed("year", year-t.year, c)
	total := t.sum[0] + t.sum[1]
	switch t.games {
	case 1:
	case 2:
		both := total / 2
		if total%2 == 0 && m.bit("odd", t.best+t.second != both) {
			both--
		}
		m.long("second", t.best-(both+1)/2, c)
	default:
		usual := (meanOf(t.sum[0], t.games-t.unrated[0]) + meanOf(t.sum[1], t.games-t.unrated[1])) / 2
		m.signed("best", t.best-usual, c)
		m.long("second", t.best-t.second, c)
	}
	m.raw(t.bestGame, m.gameBits)
	if t.games > 1 {
		m.raw(t.secondGame, m.gameBits)
	}
}

func (m *tableMaker) whole(r *tableRow) {
	for i, v := range r.differs {
		m.signed("differs", v, i)
	}
	m.signed("years", r.years)
	for _, s := range r.samples {
		if !m.bit("merged", s.merged) {
			m.signed("rating", s.rating)
			m.raw(s.game, m.gameBits)
		}
	}
}

// finish returns the block.
func (m *tableMaker) finish() []byte { return append(uv(nil, m.rows), m.e.Finish()...) }

// tableBlock returns a block of positions of a table of so many games.
func tableBlock(games, lastYear int64, rows ...tableRow) []byte {
	m := newTableMaker(games, lastYear)
	for i := range rows {
		m.add(&rows[i])
	}
	return m.finish()
}
