package openingtable

import (
	"math/bits"

	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/index/openingtree"
)

// coder encodes or decodes the positions of a block, one after the other. Every method
// does either, and returns the coded value.
type coder struct {
	e *rangecoder.Encoder // nil for decoding
	d *rangecoder.Decoder
	// broken reports that a decoded value is not possible.
	broken bool

	gameBits int // size of a game number
	lastYear int // of all games

	key   Key // of the previous position
	means [2]openingtree.Mean

	keys  keyModels
	plain plainModels
	tally tallyModels
}

// keyModels are the models of a key, given the previous key.
type keyModels struct {
	same     [64][4]rangecoder.Bit // by the square, and the number of differences before it, up to 3
	piece    [16]rangecoder.Tree   // by the piece of the previous key
	turn     [2]rangecoder.Bit
	castling [2]rangecoder.Bit // whether the rights are equal, by whether any square differs
	rights   [4]rangecoder.Tree
	passant  rangecoder.Bit
}

// plainModels are the models of the position's own numbers.
type plainModels struct {
	moves   rangecoder.Number
	index   rangecoder.Number
	first   rangecoder.Number          // games of the first move
	fewer   [classes]rangecoder.Number // decrease of the next, by class
	sum     rangecoder.Bit             // whether the position is the sum of its moves
	differs [8]signed
	years   signed
	merged  rangecoder.Bit
	rating  signed
}

// classes is the number of classes of numbers of games: a class for each number of
// binary digits; the last is for all larger numbers.
const classes = 12

func class(games int64) int { return min(bits.Len64(uint64(games)), classes-1) }

// tallyModels are the models of a tally, by the class of its number of games.
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

// longBits is the number of lowest binary digits of long numbers that are not modelled.
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

// position codes a key, given the previous one.
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

// mean returns the rounded mean near which a rating is expected.
func (c *coder) mean(side int) int64 { return int64(c.means[side].Rounded()) }

// maxRating is the highest rating, of five digits.
const maxRating = 99_999

// tallyOf codes a tally with a known number of games, at least 1.
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
		// If a rating is above the mean, the opponents' are expected half as far above
		// it.
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

// samples codes the samples of a tally whose number of games and other fields are known.
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
