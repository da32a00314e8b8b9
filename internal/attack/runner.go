package attack

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/attack/ordinary"
	"github.com/chesszip/chesszip/internal/attack/table"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Limits of what SECURITY.md promises for one thread.
const (
	memory     = 128 << 20 // 64 MiB, and 64 for the thread
	memorySlow = 160 << 20 // at the levels 7 to 9
	timesTime  = 10        // as long a byte as the same operation on ordinary games
	extraTime  = 50 * time.Millisecond
)

// Finding is an operation that took more than was promised.
type Finding struct {
	Number    uint64 // of the case
	Operation string
	What      string
	Case      string
}

// String is one line.
func (f *Finding) String() string {
	return fmt.Sprintf("%d\t%s\t%s\t%s", f.Number, f.What, f.Operation, f.Case)
}

// Runner attacks with numbered cases: equal numbers are equal cases.
type Runner struct {
	// At, if set, is told which operation begins, on which case, and how much processor
	// time it may take.
	At func(number uint64, c *Case, op *table.Operation, limit time.Duration)
	// Peak says how much resident memory an operation takes; the function Peak
	// unless it is set.
	Peak func(op *table.Operation, src []byte) (bytes int64, known bool)

	seeds []Seed
	ops   []table.Operation
	rates Rates
}

// Rates are how long operations take for 2^20 bytes, by operation and level.
type Rates map[string]time.Duration

// NewRunner returns a Runner. Rates are those of another, or nil to measure them.
func NewRunner(rates Rates) (*Runner, error) {
	seeds, err := Seeds()
	if err != nil {
		return nil, err
	}
	r := &Runner{Peak: Peak, seeds: seeds, ops: table.Operations(), rates: rates}
	if rates == nil {
		err = r.calibrate()
	}
	return r, err
}

// Rates returns what NewRunner has measured.
func (r *Runner) Rates() Rates { return r.rates }

// calibrate measures the operations that read archives on ordinary games.
func (r *Runner) calibrate() error {
	r.rates = Rates{}
	sample, err := corpus.Read(corpus.Sample)
	if err != nil {
		return err
	}
	for i, games := range []int{200, 60, 8} {
		level := [...]*learned.Level{nil, learned.V1, learned.V1Max}[i]
		text := ordinary.FirstGames(sample, games)
		s := newSeed("", text, chesszip.WriterOptions{Level: level})
		src, err := s.archive()
		if err != nil {
			return err
		}
		for k := range r.ops {
			if r.ops[k].On != table.Archives {
				continue
			}
			best := time.Duration(1 << 62)
			for range 3 {
				best = min(best, Measure(&r.ops[k], src).CPU)
			}
			r.rates[rateName(&r.ops[k], level)] = best << 20 / time.Duration(len(src)+len(text))
		}
	}
	return nil
}

func rateName(op *table.Operation, l *learned.Level) string { return op.Names[0] + levelName(l) }

func levelName(l *learned.Level) string {
	if l == nil {
		return " fast"
	}
	return " " + l.Name()
}

// decompress is the operation that others are compared with, where ordinary games have
// too little of what takes time: lists, and texts that are predicted. These are so from
// level 4 on, and at every level in frames of one game, which mean frames of fewer than
// smallFrames bytes are taken for.
const (
	decompress  = "chesszip.Decompress"
	smallFrames = 8 << 10
)

// Program returns the choices of a number.
func Program(number uint64, n int) (b []byte) {
	random := rand.New(rand.NewPCG(number, 13))
	for len(b) < n {
		b = binary.LittleEndian.AppendUint64(b, random.Uint64())
	}
	return b
}

// Case returns the case of a number. Every tenth is one of bytes without an
// archive around them.
func (r *Runner) Case(number uint64) (Case, table.Kind, error) {
	if number%10 != 9 {
		c, err := Alter(r.seeds, Program(number, 96))
		return c, table.Archives, err
	}
	kind := []table.Kind{table.Texts, table.Positions, table.Games, table.Positions, table.Games, table.Texts, table.Games, table.Positions}[number/10%8]
	if number%500 == 499 {
		kind = table.Models
	}
	c, err := AlterBytes(kind, Program(number, 64))
	return c, kind, err
}

// Parts is into how many parts the operations on archives are divided, of which each
// case is given to one: all of them on one archive take long, and find little that the
// others do not find on the next.
const Parts = 4

// In reports whether an operation, the i-th of the table, is in a part, or in all since
// it is for no archives.
func In(op *table.Operation, i int, part uint64) bool {
	return op.On != table.Archives || uint64(i)%Parts == part%Parts
}

// Try runs the operations of one part on the case of a number.
func (r *Runner) Try(number uint64) (found []Finding, err error) {
	c, kind, err := r.Case(number)
	if err != nil {
		return nil, fmt.Errorf("case %d: %w", number, err)
	}
	for i := range r.ops {
		op := &r.ops[i]
		if op.On != kind || !In(op, i, number) {
			continue
		}
		if r.At != nil {
			r.At(number, &c, op, r.limit(op, kind, &c))
		}
		if what := r.check(op, kind, &c); what != "" {
			found = append(found, Finding{number, op.Names[0], what, c.String()})
		}
	}
	return found, nil
}

// check says what an operation took too much of; "" if nothing.
func (r *Runner) check(op *table.Operation, kind table.Kind, c *Case) string {
	cost := Measure(op, c.Bytes)
	most := int64(memory)
	if c.Slow || kind == table.Models {
		most = memorySlow
	}
	if kind == table.Texts || op.Writes {
		most = 256 << 20
	}
	if cost.Allocated > most*3/4 {
		if rise, known := r.Peak(op, c.Bytes); known && rise > most {
			return fmt.Sprintf("memory: %d MiB for %d bytes that claim %d", rise>>20, len(c.Bytes), c.Claim)
		}
	}
	limit := r.limit(op, kind, c)
	for range 3 { // what others do at the time is no finding
		if cost.CPU <= limit {
			return ""
		}
		cost = Measure(op, c.Bytes)
	}
	if cost.CPU > limit {
		return fmt.Sprintf("time: %d ms for %d bytes that claim %d, the limit %d", cost.CPU.Milliseconds(), len(c.Bytes), c.Claim, limit.Milliseconds())
	}
	return ""
}

// limit returns the processor time that an operation may take on a case.
func (r *Runner) limit(op *table.Operation, kind table.Kind, c *Case) time.Duration {
	n := time.Duration(int64(len(c.Bytes)) + c.Claim)
	switch kind {
	case table.Archives:
		var level *learned.Level
		if c.Thorough {
			level = learned.V1
		}
		if c.Slow {
			level = learned.V1Max
		}
		calls := time.Duration(max(1, op.Calls))
		rate := r.rates[rateName(op, level)]
		texts := level
		if level == nil && c.Claim < smallFrames*c.Frames {
			texts = learned.V1
		}
		if op.Lists || texts != nil {
			rate = max(rate, calls*r.rates[decompress+levelName(texts)])
		}
		return calls*extraTime + timesTime*(n>>10+1)*(rate>>10+1)
	case table.Models:
		return 5 * time.Second // an ordinary one takes half a second
	}
	return 2*extraTime + n*20*time.Microsecond
}
