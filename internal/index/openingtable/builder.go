package openingtable

import (
	"context"
	"errors"
	"math/bits"
	"sync"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/ordered"
	"github.com/chesszip/chesszip/internal/index/openingtree"
)

// Games are consecutive games with their main lines.
type Games struct {
	Games []openingtree.Game
	// Each calls yield with the start of an item and NullMove, and then with each
	// position and the move that led to it, until it returns false; never if the start
	// is not known.
	Each func(item int, yield func(p *board.Position, m board.Move) bool) error
}

// Source is the source of the games of a table.
type Source struct {
	Parts int   // number of calls to Load
	Plies int64 // approximate number of half-moves of all games
	Load  func(ctx context.Context, part int) (Games, error)
}

// Limits bound the memory for making a table.
type Limits struct {
	Counters int // 4 bits each, as a power of two
	Found    int // bits, as a power of two
	Tallies  int // some 200 bytes each
}

// DefaultLimits are 32, 64 and about 50 MiB, the first and the last not at once.
func DefaultLimits() Limits { return Limits{Counters: 26, Found: 29, Tallies: 200_000} }

// VerifyLimits are half of those.
func VerifyLimits() Limits { return Limits{Counters: 25, Found: 28, Tallies: 100_000} }

// minCounters is the least number of counters, as a power of two.
const minCounters = 10

// ErrMany reports that more positions than games are frequent, as when all games occur
// many times. A table would be as large as the games, and take long to make.
var ErrMany = errors.New("openingtable: more positions are frequent than there are games")

// freePositions is how many positions may be frequent, plus one for each game.
const freePositions = 10_000

// Build makes a table of the games of a source, and calls emit with its blocks. It sets
// LastYear and Blocks of d; the caller sets the other fields. It works on as many parts
// at once as there are threads, in two passes or more; the table does not depend on
// their number. Stop cancels ctx. The error is ErrMany, that of the source, of emit, or
// of ctx.
func Build(ctx context.Context, stop func(), threads int, src *Source, limits Limits, d *Directory, emit func(block []byte) error) error {
	b := builder{ctx: ctx, stop: stop, threads: threads, src: src, limits: limits, directory: d, emit: emit, steps: new(budget.Budget).Until(ctx)}
	if err := b.count(); err != nil {
		return err
	}
	if b.frequent.size > d.Games+freePositions {
		return ErrMany
	}
	b.reach = make([][]byte, src.Parts)
	for low, more := (Key{}), true; more; {
		t := newTallies(low, limits.Tallies)
		if err := b.tally(t); err != nil {
			return err
		}
		if err := b.write(t); err != nil {
			return err
		}
		low, more = t.high, t.cut
	}
	return b.flush()
}

// builder is a running Build.
type builder struct {
	ctx       context.Context
	stop      func()
	threads   int
	src       *Source
	limits    Limits
	directory *Directory
	emit      func(block []byte) error
	frequent  *frequent
	reach     [][]byte // for each game of each part: number of positions up to the last frequent one
	block     *blockWriter
	steps     *budget.Budget // work on the caller's goroutine

	mu sync.Mutex // guards the counts
}

// each runs work on all parts, several at once.
func (b *builder) each(work func(part int, g *Games) error) error {
	part := 0
	next := func() (int, bool, error) {
		part++
		return part - 1, part <= b.src.Parts, nil
	}
	load := func(_ int, part int) (none struct{}, err error) {
		g, err := b.src.Load(b.ctx, part)
		if err != nil {
			return none, err
		}
		return none, work(part, &g)
	}
	return ordered.Run(b.ctx, b.stop, b.threads, next, load, func(struct{}) error { return nil })
}

// count finds the frequent hashes.
func (b *builder) count() error {
	plies := max(b.src.Plies, 1)
	slots := min(max(bits.Len64(uint64(plies))+1, minCounters), b.limits.Counters)
	f := newFrequent(uint64(plies), slots, b.limits.Found, min(b.directory.Threshold, maxCount))
	b.frequent = f
	s := newSketch(slots)
	for pass := range f.passes {
		err := b.each(func(_ int, g *Games) error { return b.hash(s, g, pass) })
		if err != nil {
			return err
		}
		if f.keep(s, pass, b.steps); b.steps.Stopped() {
			return b.ctx.Err()
		}
		s.reset()
	}
	return nil
}

// manyHashes is the number of hashes that are counted at a time.
const manyHashes = 4096

// hash counts the hashes of all positions that belong to a pass.
func (b *builder) hash(s *sketch, g *Games, pass uint64) error {
	f, steps := b.frequent, new(budget.Budget).Until(b.ctx)
	all := make([]uint64, 0, manyHashes)
	flush := func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, h := range all {
			s.add(h)
		}
		all = all[:0]
	}
	defer flush()
	for item := range g.Games {
		err := g.Each(item, func(p *board.Position, _ board.Move) bool {
			e := gamestate.Essence(p)
			if h := hash(&e); f.passOf(h) == pass {
				if all = append(all, h); len(all) == manyHashes {
					flush()
				}
			}
			return steps.Step(budget.FastPly)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// tally counts the moves and results of the frequent positions that t wants.
func (b *builder) tally(t *tallies) error {
	return b.each(func(part int, g *Games) error {
		reach, known := b.reach[part], true
		if reach == nil {
			reach, known = make([]byte, len(g.Games)), false
		}
		v := visitor{frequent: b.frequent, tallies: t, steps: new(budget.Budget).Until(b.ctx)}
		for item := range g.Games {
			most := noReach
			if known {
				if most = int(reach[item]); most == 0 {
					continue
				}
			}
			last, err := v.game(g, item, most)
			if err != nil {
				return err
			}
			b.mu.Lock()
			for i := range v.visits {
				t.add(&v.visits[i], &g.Games[item])
			}
			if !known {
				b.directory.LastYear = max(b.directory.LastYear, g.Games[item].Year)
			}
			b.mu.Unlock()
			if !known {
				reach[item] = byte(min(last, maxReach))
			}
		}
		b.reach[part] = reach
		return nil
	})
}

// rowSteps is the work of writing a move of a position, in units of package budget.
const rowSteps = 100

// write writes the positions of a pass.
func (b *builder) write(t *tallies) error {
	for _, n := range t.sorted() {
		if !b.steps.Step(rowSteps * (1 + len(n.Moves))) {
			return b.ctx.Err()
		}
		if n.Games() < int64(b.directory.Threshold) {
			continue
		}
		n.Sort()
		if b.block == nil {
			b.block = newBlockWriter(b.directory)
		}
		b.block.add(n.key, &n.Node)
		if b.block.full() {
			if err := b.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush writes the last block.
func (b *builder) flush() error {
	if b.block == nil {
		return nil
	}
	w := b.block
	b.block = nil
	b.directory.Blocks = append(b.directory.Blocks, Block{w.first, w.rows})
	return b.emit(w.finish())
}
