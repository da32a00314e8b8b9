package train

import (
	"strings"

	"github.com/chesszip/chesszip/internal/model/moves"
)

// Weights from coarse on lose their last bit when a model is shrunk.
const coarse = 5

// shrinkLine begins what a model says of having been shrunk.
const shrinkLine = "shrunk: "

// Shrink returns the model with its larger weights rounded towards zero to even
// numbers: packed, it loses a tenth, and games not learned from cost no more,
// since large weights are those that know their games too well. The report on
// the games that Run held out is added to the model's text.
func Shrink(sources []Source, m *moves.Model, o Options) ([]byte, error) {
	weights := make([]int8, len(m.Weights()))
	for i, w := range m.Weights() {
		if w >= coarse || w <= -coarse {
			w = w / 2 * 2
		}
		weights[i] = w
	}
	small, err := moves.NewModel(weights, m.Deep(), nil)
	if err != nil {
		return nil, err
	}
	before, _, _ := strings.Cut(m.About(), shrinkLine)
	about := NewReport(before, o.Say)
	about.Add(shrinkLine+"weights from %d on are even; the games held out, bits a ply before and after:", coarse)
	for _, s := range sources {
		var held []*Game
		for n := holdOut - 1; n < len(s.Games); n += holdOut {
			held = append(held, &s.Games[n])
		}
		var old, now tally
		old.measure(nil, m, held)
		now.measure(nil, small, held)
		now.compare(&old)
		about.Add("  %-28s %s", s.Name, now.sum)
	}
	return moves.AppendModel(nil, weights, m.Deep(), nil, about.String(), o.Plain)
}
