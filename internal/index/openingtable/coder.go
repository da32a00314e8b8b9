package openingtable

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/index/openingtree"
)

// coder codes the positions of a block one after the other, or decodes them: every
// method does either, and returns what is coded.
type coder struct {
	e *rangecoder.Encoder // nil for decoding
	d *rangecoder.Decoder
	// broken says that what was decoded cannot be.
	broken bool

	gameBits int // of the number of a game
	lastYear int // of all games

	key   Key // of the position before
	means [2]openingtree.Mean

	keys  keyModels
	plain plainModels
	tally tallyModels
}

// keyModels are those of a key, given the one before.
type keyModels struct {
	same     [64][4]rangecoder.Bit // by the square, and how many before it differ, up to 3
	piece    [16]rangecoder.Tree   // by what stood there
	turn     [2]rangecoder.Bit
	castling [2]rangecoder.Bit // whether the rights are the same, by whether any square differs less
	rights   [4]rangecoder.Tree
	passant  rangecoder.Bit
}

// plainModels are those of a position as a whole.
type plainModels struct {
	moves   rangecoder.Number
	index   rangecoder.Number
	first   rangecoder.Number          // games of the first move
	fewer   [classes]rangecoder.Number // by how many the next has less
	sum     rangecoder.Bit             // whether the position is the sum of its moves
	differs [8]signed
	years   signed
	merged  rangecoder.Bit
	rating  signed
}

// classes is the number of classes of numbers of games: those with as many binary
// digits, the last standing for all above.
const classes = 12

func class(games int64) int { return min(bits.Len64(uint64(games)), classes-1) }

// tallyModels are those of a tally, by the class of its games.
type tallyModels struct {
	open, draws, white [classes]rangecoder.Number
	unrated            [2][classes]rangecoder.Number
	ratings            [2][classes]signed
	year               [classes]signed
	best               [classes]signed
	second             [classes]rangecoder.Number
	odd                rangecoder.Bit
}

// signed is a number with a sign.
type signed struct {
	size rangecoder.Number
	sign rangecoder.Bit
}

func (c *coder) bit(m *rangecoder.Bit, v bool) bool {
	if c.e == nil {
		return m.Decode(c.d) != 0
	}
	b := 0
	if v {
		b = 1
	}
	m.Encode(c.e, b)
	return v
}

func (c *coder) tree(m *rangecoder.Tree, v int) int {
	if c.e == nil {
		return m.Decode(c.d)
	}
	m.Encode(c.e, v)
	return v
}

// longBits is the number of the lowest digits of long numbers that are not
// modelled.
const longBits = 30

// number codes 0 to 2^60 - 1.
func (c *coder) number(m *rangecoder.Number, v int64) int64 {
	if c.e == nil {
		if v = int64(m.Decode(c.d)); v >= 1<<longBits {
			v = (v-1<<longBits)<<longBits | c.raw(0, longBits)
		}
		return v
	}
	if v < 1<<longBits {
		m.Encode(c.e, int(v))
		return v
	}
	m.Encode(c.e, int(v>>longBits+1<<longBits))
	c.raw(v, longBits)
	return v
}

func (c *coder) signed(m *signed, v int64) int64 {
	size := c.number(&m.size, max(v, -v))
	if size != 0 && c.bit(&m.sign, v < 0) {
		return -size
	}
	return size
}

// raw codes the n lowest bits of v.
func (c *coder) raw(v int64, n int) (got int64) {
	for n > 0 {
		k := min(n, 16)
		n -= k
		part := v >> n & (1<<k - 1)
		if c.e == nil {
			part = int64(c.d.Raw(uint(k)))
		} else {
			c.e.Raw(uint32(part), uint(k))
		}
		got = got<<k | part
	}
	return got
}

// position codes a key, given the one before.
func (c *coder) position(k Key) Key {
	m, got, changed := &c.keys, Key{}, 0
	for i := range 64 {
		was := c.key.at(i)
		is := was
		if !c.bit(&m.same[i][min(changed, 3)], k.at(i) == was) {
			is = c.tree(&m.piece[was], k.at(i))
			changed++
		}
		got.put(i, is)
	}
	same := [2]byte(k[keyCastling:]) == [2]byte(c.key[keyCastling:])
	if c.bit(&m.turn[c.key[keyTurn]&1], k[keyTurn] != 0) {
		got[keyTurn] = 1
	}
	copy(got[keyCastling:], c.key[keyCastling:keyEnPassant])
	if !c.bit(&m.castling[min(changed/4, 1)], same) {
		for i := range 4 {
			at, shift := keyCastling+i/2, 4-i%2*4
			v := c.tree(&m.rights[i], int(k[at]>>shift&15))
			got[at] = got[at]&^(15<<shift) | byte(v)<<shift
		}
	}
	if c.bit(&m.passant, k[keyEnPassant] != 0) {
		got[keyEnPassant] = byte(c.raw(int64(k[keyEnPassant]), 6))
	}
	c.key = got
	return got
}

// mean returns the rounded mean that a rating is expected to be near to.
func (c *coder) mean(side int) int64 { return int64(c.means[side].Rounded()) }

// maxRating is the highest rating, of five digits.
const maxRating = 99_999

// tallyOf codes a tally of a known number of games, at least 1.
func (c *coder) tallyOf(t *openingtree.Tally, games int64, year int) {
	m, at := &c.tally, class(games)
	t.Open = c.number(&m.open[at], t.Open)
	t.Draws = c.number(&m.draws[at], t.Draws)
	t.White = c.number(&m.white[at], t.White)
	t.Black = games - t.Open - t.Draws - t.White
	shift := int64(0)
	for side, e := range [2]*openingtree.Mean{&t.WhiteElo, &t.BlackElo} {
		e.N = games - c.number(&m.unrated[side][at], games-e.N)
		if e.N <= 0 {
			continue
		}
		near := c.mean(side) + shift
		e.Sum = e.N*near + c.signed(&m.ratings[side][class(e.N)], e.Sum-e.N*near)
		// Who has a rating above the mean has opponents of half as much above.
		shift = (e.Sum/e.N - near) / 2
	}
	t.LastYear = year - int(c.signed(&m.year[at], int64(year-t.LastYear)))
	c.broken = c.broken || t.Black < 0 || t.LastYear < 0
	for _, e := range [2]openingtree.Mean{t.WhiteElo, t.BlackElo} {
		c.broken = c.broken || e.N < 0 || e.Sum < e.N || e.Sum > e.N*maxRating
	}
	if c.broken {
		return
	}
	c.samples(t, games)
}

// samples codes the samples of a tally of so many games whose other fields are
// known.
func (c *coder) samples(t *openingtree.Tally, games int64) {
	m, at := &c.tally, class(games)
	if c.e == nil {
		t.Samples = make([]openingtree.Sample, min(games, openingtree.MaxSamples))
	}
	s := t.Samples
	sum := t.WhiteElo.Sum + t.BlackElo.Sum
	best, second := int64(s[0].Rating), int64(0)
	if len(s) > 1 {
		second = int64(s[1].Rating)
	}
	switch games {
	case 1:
		best = sum / 2
	case 2:
		// Each rating is rounded down.
		both := sum / 2
		if sum&1 == 0 && c.bit(&m.odd, best+second != both) {
			both--
		}
		best = (both+1)/2 + c.number(&m.second[at], best-(both+1)/2)
		second = both - best
	default:
		near := (c.meanOf(t.WhiteElo) + c.meanOf(t.BlackElo)) / 2
		best = near + c.signed(&m.best[at], best-near)
		second = best - c.number(&m.second[at], best-second)
	}
	if second < 0 || best < 0 || best >= 1<<31 {
		c.broken = true
		return
	}
	for i := range s {
		s[i].Game = c.raw(s[i].Game, c.gameBits)
	}
	s[0].Rating = int(best)
	if len(s) > 1 {
		s[1].Rating = int(second)
		if best == second && s[0].Game >= s[1].Game {
			c.broken = true
		}
	}
}

func (c *coder) meanOf(m openingtree.Mean) int64 { return int64(m.Rounded()) }
