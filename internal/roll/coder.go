package roll

import (
	"math/bits"

	"github.com/chesszip/chesszip/board"
	codeclearned "github.com/chesszip/chesszip/codec/learned"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/model/rank"
	"github.com/chesszip/chesszip/internal/model/squares"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
)

// relation is how a position is told.
type relation int

const (
	asBoard  relation = iota
	asMove            // one move after an earlier line
	asMoves           // two moves after one
	asRepeat          // an earlier line again

	relStart = 4 // in contexts: a few moves after a start
)

// coder is one end of the string of positions.
type coder struct {
	contextmix.Coder
	flags *contextmix.Model // kinds of lines, relations, distances, counters
	all   []known
	index map[uint64]int32 // the last position of each hash, in a writer
	reach reach

	kinds     uint32 // of the last lines
	relations uint32
	style     style
	distance  int64
	up        uint32 // how far up the last base was, maxUp if it is no forebear
	started   bool   // the last board was told as moves from a start
	cr        bool

	boards *boards // with learned models
	plain  plain
	starts starts
	cells  cells
	finder startFinder
	likes  likes
	moves  *moves.Predictor // with learned models
	ranker rank.Ranker
	legal  []board.Move
	second []board.Move

	steps    *contextmix.Model // moves from earlier positions
	lastStep uint32            // the last of these
	taken    []board.Move
	order    []int
}

// known is a position of the list, with what is known of how it came about.
type known struct {
	pos    board.Position
	past   moves.Past
	ranked rank.Past
	kin
}

// Sizes of what models remember, as logarithms, and how fast they forget.
const (
	flagsSize   = 16
	flagsSights = 250
)

func newCoder(m contextmix.Coder, thorough bool) *coder {
	c := &coder{Coder: m, index: map[uint64]int32{}, reach: plainReach}
	c.flags = contextmix.NewModel(&c.Coder, flagsSize, flagsSights)
	c.steps = contextmix.NewModel(&c.Coder, stepsSize, stepsSights)
	c.plain.init(&c.Coder)
	c.starts.init(&c.Coder)
	c.cells.themes = contextmix.NewModel(&c.Coder, themesSize, playedSights)
	c.cells.played = contextmix.NewModel(&c.Coder, playedSize, playedSights)
	if thorough {
		c.boards = newBoards(&c.Coder, codeclearned.Default.Predictor())
		c.moves = learned.Default.Predictor()
		c.reach = learnedReach
	}
	return c
}

// line codes a line but for its texts. A writer is given the line, a reader
// fills it.
func (c *coder) line(l *line) error {
	c.flags.Begin(contextmix.Hash(1, c.kinds&1), contextmix.Hash(2, c.kinds&0xff))
	l.isPosition = c.flags.Flag(l.isPosition)
	c.kinds = c.kinds<<1 | bit(l.isPosition)
	c.flags.Begin(contextmix.Hash(3, bit(c.cr)))
	l.cr = c.flags.Flag(l.cr)
	c.cr = l.cr
	if !l.isPosition {
		return c.err()
	}
	c.flags.Begin(contextmix.Hash(4, uint32(c.style)))
	l.style = style(c.flags.Index(int(l.style), 2))
	c.style = l.style
	k := known{pos: l.pos}
	err := c.position(&k, l.style&withCounters != 0)
	l.pos = k.pos
	c.all = append(c.all, k)
	if err == nil {
		err = c.err()
	}
	return err
}

func (c *coder) err() error {
	if !c.Writing() && c.Dec.Err() != nil {
		return corrupt("the positions of a list end too early")
	}
	return nil
}

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// position codes k.
func (c *coder) position(k *known, counters bool) error {
	var f found
	if c.Writing() {
		f = c.find(&k.pos, counters)
	}
	last := c.relations & 3
	c.flags.Begin(contextmix.Hash(5, 0), contextmix.Hash(6, last), contextmix.Hash(7, c.relations&0xff), contextmix.Hash(8, last<<8|class(c.distance)))
	f.relation = relation(c.flags.Index(int(f.relation), 2))
	c.relations = c.relations<<2 | uint32(f.relation)
	rel := uint32(f.relation)
	if len(c.all) == 0 && f.relation != asBoard {
		return corrupt("a list begins with a position like an earlier one")
	}
	if f.relation == asBoard {
		c.flags.Begin(contextmix.Hash(70, bit(c.started)), contextmix.Hash(71, c.relations&0xff))
		if c.started = c.flags.Flag(f.started); c.started {
			return c.fromStart(k, &f.origin, counters)
		}
	}
	base, err := c.base(&f)
	if err != nil {
		return err
	}
	from := known{pos: board.Start()}
	if base >= 0 {
		from = c.all[base]
	}
	want := k.pos
	switch f.relation {
	case asRepeat:
		*k = from
		k.kin = kin{parent: from.parent}
	case asMove:
		*k = from
		m, ok := c.step(k, f.moves[0], c.used(base), 0)
		if !ok {
			return corrupt("a position follows one without moves")
		}
		k.kin = kin{parent: int32(base) + 1, elder: c.all[base].youngest, move: m}
		c.all[base].youngest = int32(len(c.all)) + 1
		c.enPassant(&k.pos, &want)
	case asMoves:
		*k = from
		k.kin = kin{parent: int32(base) + 1}
		for i, m := range f.moves {
			if _, ok := c.step(k, m, nil, 1+uint32(i)); !ok {
				return corrupt("a position follows one without moves")
			}
		}
		c.enPassant(&k.pos, &want)
	default:
		return c.board(k, &from.pos, counters)
	}
	c.counters(&k.pos, &want, counters, rel)
	return nil
}

// base codes which of the earlier positions is gone by, -1 for none.
func (c *coder) base(f *found) (int, error) {
	n, rel := len(c.all), uint32(f.relation)
	if n == 0 {
		return -1, nil
	}
	if f.relation == asMove {
		c.flags.Begin(contextmix.Hash(80, 0), contextmix.Hash(81, c.up), contextmix.Hash(82, c.relations&0xff))
		if c.flags.Flag(f.up >= 0) {
			c.flags.Begin(contextmix.Hash(83, 0), contextmix.Hash(84, c.up), contextmix.Hash(85, c.relations&0xff))
			f.up = c.flags.Number(f.up)
			if f.up >= maxUp {
				return 0, corrupt("a position follows one from too far back")
			}
			c.up = uint32(f.up)
			at := n - 1
			for range f.up {
				if at = int(c.all[at].parent) - 1; at < 0 {
					return 0, corrupt("a position follows what there is not")
				}
			}
			return at, nil
		}
		c.up = maxUp
	}
	c.flags.Begin(contextmix.Hash(9, rel), contextmix.Hash(10+rel, class(c.distance)), contextmix.Hash(20+rel, c.relations&0xff))
	f.distance = c.flags.Number(f.distance)
	if f.distance >= int64(n) {
		return 0, corrupt("a position is like one before the first")
	}
	c.distance = f.distance
	return n - 1 - int(f.distance), nil
}

// class is a coarse class of a number.
func class(v int64) uint32 { return uint32(bits.Len64(uint64(v))) }

// board codes the position square by square, ref being the pattern.
func (c *coder) board(k *known, ref *board.Position, counters bool) error {
	if c.boards != nil {
		c.flags.Begin(contextmix.Hash(30, 0))
		if c.flags.Flag(c.Writing() && squares.Holds(&k.pos)) {
			last := ref
			if n := len(c.all); n > 0 {
				last = &c.all[n-1].pos
			}
			k.pos = c.boards.code(&k.pos, ref, last, counters)
			return nil
		}
	}
	want := k.pos
	c.plain.code(&k.pos, ref)
	made := k.pos
	made.HalfmoveClock, made.FullmoveNumber = ref.HalfmoveClock, ref.FullmoveNumber
	c.counters(&made, &want, counters, uint32(asBoard))
	k.pos = made
	return nil
}

// counters codes the counters of want, as p has them.
func (c *coder) counters(p, want *board.Position, counters bool, rel uint32) {
	if !counters {
		p.HalfmoveClock, p.FullmoveNumber = 0, 1
		return
	}
	turn := uint32(p.Turn)
	c.flags.Begin(contextmix.Hash(31, rel), contextmix.Hash(32, rel<<8|uint32(min(p.HalfmoveClock, 99))))
	if !c.flags.Flag(p.HalfmoveClock == want.HalfmoveClock) {
		c.flags.Begin(contextmix.Hash(33, rel), contextmix.Hash(34, uint32(p.HalfmoveClock)))
		p.HalfmoveClock = uint16(c.flags.Number(int64(want.HalfmoveClock)))
	}
	c.flags.Begin(contextmix.Hash(35, rel), contextmix.Hash(36, rel<<1|turn))
	if !c.flags.Flag(p.FullmoveNumber == want.FullmoveNumber) {
		c.flags.Begin(contextmix.Hash(37, rel), contextmix.Hash(38, uint32(p.FullmoveNumber)))
		p.FullmoveNumber += uint16(c.flags.Signed(int64(want.FullmoveNumber) - int64(p.FullmoveNumber)))
	}
}

// enPassant codes whether the square that a pawn has jumped over is told.
func (c *coder) enPassant(p, want *board.Position) {
	if p.EnPassant == 0 {
		return
	}
	can := uint32(0)
	if movegen.LegalEnPassant(p) != 0 {
		can = 1
	}
	c.flags.Begin(contextmix.Hash(39, can))
	if !c.flags.Flag(want.EnPassant != 0) {
		p.EnPassant = 0
	}
}

// next makes a move.
func (k *known) next(thorough bool, m board.Move) {
	if thorough {
		k.past = k.past.Next(&k.pos, m)
	} else {
		k.ranked = k.ranked.Next(&k.pos, m)
	}
	movegen.Make(&k.pos, m)
}
