package boards

import (
	"math"
	"slices"

	"github.com/chesszip/chesszip/internal/model/boards"
)

// trainer holds the weights while they are learned. It is the Chooser that evaluates
// each choice and learns from it.
type trainer struct {
	w       boards.Walker
	tables  [boards.Tables][]float32 // for each row its weights, then the sums of the squares of their gradients
	shift   [boards.Tables]uint8
	damping float32
	rate    float32 // 0 to evaluate only
	drop    [boards.Tables][128]bool
	cost    [boards.Stages]float64
	chances [64]float32
}

func newTrainer(o *Options) *trainer {
	t := &trainer{damping: float32(o.Damping)}
	for i := range t.tables {
		for _, n := range o.Drop[i] {
			t.drop[i][n] = true
		}
		t.tables[i] = make([]float32, 2*boards.Widths[i]<<o.Sizes[i])
		t.shift[i] = 32 - o.Sizes[i]
	}
	return t
}

// sum returns the bits of all choices so far, without the counters.
func (t *trainer) sum() (bits float64) {
	for _, b := range t.cost[:boards.Clock] {
		bits += b
	}
	return bits
}

// prune sets all weights except about keep of the largest to zero, where they stay.
func (t *trainer) prune(keep int) {
	// Sizes are distinguished in steps of 1/fine of a unit of the integers.
	const fine = 1024
	var sizes [8 * fine]int
	class := func(w float32) int {
		return int(min(math.Abs(float64(w))*boards.Unit*fine, float64(len(sizes)-1)))
	}
	t.each(func(w, _ *float32) { sizes[class(*w)]++ })
	least := len(sizes) - 1
	for n := sizes[least]; least > 1 && n+sizes[least-1] <= keep; least-- {
		n += sizes[least-1]
	}
	t.each(func(w, squares *float32) {
		if class(*w) < least {
			*w, *squares = 0, float32(math.Inf(1)) // so that steps become 0
		}
	})
}

// each calls f for every weight and its sum of squares, in the order of a
// model's weights.
func (t *trainer) each(f func(w, squares *float32)) {
	for i, table := range t.tables {
		width := boards.Widths[i]
		for at := 0; at < len(table); at += 2 * width {
			for j := at; j < at+width; j++ {
				f(&table[j], &table[j+width])
			}
		}
	}
}

// rounded returns the weights as integers.
func (t *trainer) rounded() (out []int8) {
	t.each(func(w, _ *float32) {
		out = append(out, int8(max(-127, min(127, math.Round(float64(*w)*boards.Unit)))))
	})
	return out
}

// softmax turns scores into errors: chances, minus 1 for the actual content.
func (t *trainer) softmax(scores []float32, actual int) {
	best, sum := slices.Max(scores), 0.0
	for i, s := range scores {
		e := math.Exp(float64(s - best))
		scores[i] = float32(e)
		sum += e
	}
	for i := range scores {
		scores[i] = float32(float64(scores[i]) / sum)
	}
	t.cost[t.w.Stage()] -= math.Log2(max(float64(scores[actual]), 1e-9))
	scores[actual]--
}

// step moves a weight against the error g.
func (t *trainer) step(w, squares *float32, g float32) {
	s := *squares + g*g
	*squares = s
	*w -= t.rate * g / float32(math.Sqrt(float64(s+t.damping)))
}

// Bit implements boards.Chooser.
func (t *trainer) Bit(at []uint32, actual int) int {
	table, shift := t.tables[boards.Bits], t.shift[boards.Bits]
	scores := [2]float32{}
	for _, k := range at {
		scores[1] += table[2*(k>>shift)]
	}
	t.softmax(scores[:], actual)
	if g := scores[1]; t.rate > 0 && (g >= smallest || g <= -smallest) {
		for _, k := range at {
			i := 2 * (k >> shift)
			t.step(&table[i], &table[i+1], g)
		}
	}
	return actual
}

// Square implements boards.Chooser.
func (t *trainer) Square(at []uint32, n, actual int) int {
	table, shift := t.tables[boards.Squares], t.shift[boards.Squares]
	count := len(at) / n
	scores := t.chances[:n]
	for i := range scores {
		scores[i] = 0
		for _, k := range at[i*count:][:count] {
			scores[i] += table[2*(k>>shift)]
		}
	}
	t.softmax(scores, actual)
	if t.rate > 0 {
		for i, g := range scores {
			if g < smallest && g > -smallest {
				continue
			}
			for _, k := range at[i*count:][:count] {
				j := 2 * (k >> shift)
				t.step(&table[j], &table[j+1], g)
			}
		}
	}
	return actual
}

// Pawn implements boards.Chooser.
func (t *trainer) Pawn(at []uint32, allowed uint, actual int) int {
	return t.among(boards.Pawns, at, allowed, actual)
}

// Piece implements boards.Chooser.
func (t *trainer) Piece(at []uint32, allowed uint, actual int) int {
	return t.among(boards.Pieces, at, allowed, actual)
}

func (t *trainer) among(which int, at []uint32, allowed uint, actual int) int {
	if allowed&(allowed-1) == 0 {
		return actual
	}
	table, shift := t.tables[which], t.shift[which]
	width := boards.Widths[which]
	var sums [8]float32
	for j, k := range at {
		if t.drop[which][j] {
			continue
		}
		row := table[2*width*int(k>>shift):][:width]
		for i, w := range row {
			sums[i] += w
		}
	}
	var things [9]int
	scores := t.chances[:0]
	place := 0
	for i := 0; i <= width; i++ {
		if allowed>>i&1 == 0 {
			continue
		}
		if i == actual {
			place = len(scores)
		}
		things[len(scores)] = i
		s := float32(0)
		if i > 0 {
			s = sums[i-1]
		}
		scores = append(scores, s)
	}
	t.softmax(scores, place)
	if t.rate == 0 {
		return actual
	}
	n := 0
	for i, g := range scores {
		if thing := things[i]; thing > 0 && (g >= smallest || g <= -smallest) {
			things[n], scores[n] = thing-1, g
			n++
		}
	}
	if n == 0 {
		return actual
	}
	for j, k := range at {
		if t.drop[which][j] {
			continue
		}
		row := table[2*width*int(k>>shift):][:2*width]
		for i, g := range scores[:n] {
			thing := things[i]
			t.step(&row[thing], &row[width+thing], g)
		}
	}
	return actual
}
