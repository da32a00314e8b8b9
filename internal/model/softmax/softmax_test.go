package softmax

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestFrequencies(t *testing.T) {
	const unit = 32
	factor := uint64(17879197424118840458)
	table := NewTable(unit, factor)
	rapid.Check(t, func(t *rapid.T) {
		score := rapid.SliceOfN(rapid.Int32Range(-20*unit, 20*unit), 1, 300).Draw(t, "scores")
		freq := make([]uint32, len(score))
		table.Frequencies(freq, score)
		total, z := uint32(0), 0.0
		for _, s := range score {
			z += math.Exp(float64(s) / unit)
		}
		best := 0
		for i, s := range score {
			if s > score[best] {
				best = i
			}
		}
		for i, f := range freq {
			total += f
			want := 1 + float64(One-len(score))*math.Exp(float64(score[i])/unit)/z
			slack := 2.0
			if i == best {
				slack += float64(len(score)) // what rounding leaves
			}
			if math.Abs(float64(f)-want) > slack+want/1000 {
				t.Fatalf("frequency %d of %v is %d, want %.1f", i, score, f, want)
			}
		}
		if total != One {
			t.Fatalf("the frequencies of %v add up to %d", score, total)
		}
	})
}
