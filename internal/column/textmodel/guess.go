package textmodel

import "github.com/chesszip/chesszip/internal/entropy/contextmix"

// guess predicts whether the whole byte that the match expects is right. If that is
// nearly certain, one choice replaces the eight of its bits: most bytes of a column
// are guessed, and then take a tenth of the time.
type guess struct {
	lengths   [32]contextmix.Estimate
	histories [3][1 << 16]byte
	maps      [3][256]contextmix.Estimate
	weights   [32][4]int32 // 1 is 1<<16

	class int
	at    [3]uint32
	in    [4]int32
	p     int32
}

// sure is the probability in 1/65536 from which a guess is worth a choice.
const sure = 62000

func (g *guess) init() {
	for i := range g.lengths {
		g.lengths[i] = contextmix.NewEstimate(7<<13, 4)
		g.weights[i] = [4]int32{1 << 14, 3 << 13, 3 << 13, 3 << 13}
	}
	for i := range g.maps {
		for h := range g.maps[i] {
			g.maps[i][h] = expect(h)
		}
	}
}

// predict returns the probability in 1/65536 that a match of the given class
// of lengths is right, in three contexts.
func (g *guess) predict(class int, contexts [3]uint32) uint32 {
	g.class = class
	g.in[0] = contextmix.Stretch(g.lengths[class].P())
	for i, h := range contexts {
		g.at[i] = h >> 16
		g.in[i+1] = contextmix.Stretch(g.maps[i][g.histories[i][g.at[i]]].P())
	}
	w := &g.weights[class]
	g.p = contextmix.Squash((g.in[0]*(w[0]>>4) + g.in[1]*(w[1]>>4) + g.in[2]*(w[2]>>4) + g.in[3]*(w[3]>>4)) >> 12)
	return uint32(min(max(g.p, 16), 65520))
}

func (g *guess) learn(right int) {
	err := (int32(right)<<16 - g.p) >> 2
	w := &g.weights[g.class]
	for i, v := range g.in {
		w[i] = min(max(w[i]+(v*(err>>3)+1<<11)>>12, 0), 1<<18)
	}
	g.lengths[g.class].Learn(right)
	for i, at := range g.at {
		h := &g.histories[i][at]
		g.maps[i][*h].Learn(right)
		*h = next(*h, right)
	}
}
