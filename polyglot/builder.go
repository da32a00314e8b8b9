package polyglot

import (
	"bufio"
	"cmp"
	"container/heap"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
)

// Options are the settings of a Builder; nil and zero fields mean the defaults.
type Options struct {
	// Plies is the number of half-moves of each game that count, default 30.
	Plies int
	// Games is the least number of games with a move for it to be in the book,
	// default 3.
	Games int
	// Spill is an empty file that is open for reading and writing. It limits the
	// memory to some 60 MiB; without it each move of a position takes 24 bytes,
	// sometimes twice that.
	Spill interface {
		io.Writer
		io.ReaderAt
	}
}

// Builder builds a book from games. Only one goroutine at a time may use it.
type Builder struct {
	plies, games int
	most         int // limit of moves in waiting
	spill        interface {
		io.Writer
		io.ReaderAt
	}
	waiting []played
	sorted  int // number of these that are sorted, each once
	game    []played
	runs    [][2]int64 // in spill, each sorted
	size    int64
}

// played is a move of a position, with the number of its games and the points of its
// side: two for a win, one for a draw.
type played struct {
	key    uint64
	code   uint16
	games  uint32
	points uint32
}

const (
	defaultPlies = 30
	defaultGames = 3
	// maxWaiting is the limit of moves in memory if there is a Spill.
	maxWaiting = 1 << 20
	playedSize = 18
)

// NewBuilder returns a Builder of an empty book.
func NewBuilder(o *Options) *Builder {
	b := &Builder{plies: defaultPlies, games: defaultGames, most: maxWaiting}
	if o == nil {
		return b
	}
	if o.Plies > 0 {
		b.plies = o.Plies
	}
	if o.Games > 0 {
		b.games = o.Games
	}
	b.spill = o.Spill
	return b
}

// Add adds the moves of a game, up to the first null move. An undecided game
// gives no points. A move that occurs twice in a game counts once. The error is that of Spill, or of a move that is not legal.
func (b *Builder) Add(g *gamestate.Game, result gamestate.Result) error {
	points := map[gamestate.Result][2]uint32{gamestate.WhiteWins: {2, 0}, gamestate.BlackWins: {0, 2}, gamestate.Draw: {1, 1}}[result]
	p := g.Start
	b.game = b.game[:0]
	for i, m := range g.Moves[:min(len(g.Moves), b.plies)] {
		if m == board.NullMove {
			break
		}
		if legal, ok := movegen.Resolve(&p, m); !ok || legal != m {
			return fmt.Errorf("polyglot: half-move %d, %s, is not legal", i+1, m)
		}
		b.game = append(b.game, played{codec.Polyglot(&p), codeOf(m), 1, points[p.Turn]})
		movegen.Make(&p, m)
	}
	slices.SortFunc(b.game, compare)
	b.waiting = append(b.waiting, slices.CompactFunc(b.game, func(x, y played) bool { return compare(x, y) == 0 })...)
	if len(b.waiting) < b.most || len(b.waiting) < 2*b.sorted {
		return nil
	}
	b.compact()
	if b.spill != nil && b.sorted > b.most/2 {
		return b.flush()
	}
	return nil
}

func compare(x, y played) int {
	if c := cmp.Compare(x.key, y.key); c != 0 {
		return c
	}
	return cmp.Compare(x.code, y.code)
}

// add adds the counts of y, the same move.
func (x *played) add(y *played) {
	x.games = uint32(min(uint64(x.games)+uint64(y.games), math.MaxUint32))
	x.points = uint32(min(uint64(x.points)+uint64(y.points), math.MaxUint32))
}

// compact sorts waiting and merges equal moves.
func (b *Builder) compact() {
	slices.SortFunc(b.waiting, compare)
	n := 0
	for i := range b.waiting {
		if n > 0 && compare(b.waiting[n-1], b.waiting[i]) == 0 {
			b.waiting[n-1].add(&b.waiting[i])
			continue
		}
		b.waiting[n] = b.waiting[i]
		n++
	}
	b.waiting, b.sorted = b.waiting[:n], n
}

// flush writes waiting to Spill.
func (b *Builder) flush() error {
	out := bufio.NewWriter(b.spill)
	from := b.size
	var buf []byte
	for _, x := range b.waiting {
		buf = binary.LittleEndian.AppendUint64(buf[:0], x.key)
		buf = binary.LittleEndian.AppendUint16(buf, x.code)
		buf = binary.LittleEndian.AppendUint32(buf, x.games)
		buf = binary.LittleEndian.AppendUint32(buf, x.points)
		if _, err := out.Write(buf); err != nil {
			return fmt.Errorf("polyglot: write to Spill: %w", err)
		}
		b.size += playedSize
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("polyglot: write to Spill: %w", err)
	}
	b.runs = append(b.runs, [2]int64{from, b.size})
	b.waiting, b.sorted = b.waiting[:0], 0
	return nil
}

// Write writes the book. It leaves out moves in fewer games than Options.Games, and
// those that have never scored. The weights of a position are points, scaled so that
// the highest is at most 65,535 and none is 0; its moves are sorted by weight, the
// highest first. The error is that of w, of Spill or of ctx.
func (b *Builder) Write(ctx context.Context, w io.Writer) error {
	b.compact()
	var all sources
	if len(b.waiting) > 0 {
		all = append(all, &source{rest: b.waiting})
	}
	for _, run := range b.runs {
		r := &source{from: bufio.NewReader(io.NewSectionReader(b.spill, run[0], run[1]-run[0]))}
		all = append(all, r)
	}
	for _, s := range all {
		if err := s.next(); err != nil {
			return err
		}
	}
	heap.Init(&all)
	out := bufio.NewWriter(w)
	var moves []played // of one position
	for n := 0; len(all) > 0; n++ {
		if n%(1<<12) == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		x := all[0].at
		if len(moves) > 0 && moves[0].key != x.key {
			if err := b.writePosition(out, moves); err != nil {
				return err
			}
			moves = moves[:0]
		}
		if last := len(moves) - 1; last >= 0 && moves[last].code == x.code {
			moves[last].add(&x)
		} else {
			moves = append(moves, x)
		}
		switch err := all[0].next(); {
		case err == io.EOF:
			heap.Pop(&all)
		case err != nil:
			return err
		default:
			heap.Fix(&all, 0)
		}
	}
	if err := b.writePosition(out, moves); err != nil {
		return err
	}
	return out.Flush()
}

func (b *Builder) writePosition(out io.Writer, moves []played) error {
	moves = slices.DeleteFunc(moves, func(x played) bool { return int64(x.games) < int64(b.games) || x.points == 0 })
	slices.SortStableFunc(moves, func(x, y played) int { return cmp.Compare(y.points, x.points) })
	for _, x := range moves {
		weight := uint64(x.points)
		if most := uint64(moves[0].points); most > math.MaxUint16 {
			weight = max(1, weight*math.MaxUint16/most)
		}
		if _, err := out.Write(appendEntry(nil, &Entry{Key: x.key, Code: x.code, Weight: uint16(weight)})); err != nil {
			return err
		}
	}
	return nil
}

// source reads moves in their order, from memory or from Spill.
type source struct {
	at   played
	rest []played
	from io.Reader
}

// next goes to the next move; the error is io.EOF at the end.
func (s *source) next() error {
	if s.from == nil {
		if len(s.rest) == 0 {
			return io.EOF
		}
		s.at, s.rest = s.rest[0], s.rest[1:]
		return nil
	}
	var buf [playedSize]byte
	_, err := io.ReadFull(s.from, buf[:])
	if err != nil {
		if errors.Is(err, io.EOF) {
			return io.EOF
		}
		return fmt.Errorf("polyglot: read from Spill: %w", err)
	}
	le := binary.LittleEndian
	s.at = played{le.Uint64(buf[:]), le.Uint16(buf[8:]), le.Uint32(buf[10:]), le.Uint32(buf[14:])}
	return nil
}

// sources are a heap, by the current move of each.
type sources []*source

func (s sources) Len() int           { return len(s) }
func (s sources) Less(i, j int) bool { return compare(s[i].at, s[j].at) < 0 }
func (s sources) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *sources) Push(any)          { panic("polyglot: sources only become fewer") }
func (s *sources) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}
