package comments

import (
	"bytes"
	"math/bits"
	"slices"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// spelled is the template number of a comment that is spelled out.
const spelled = -1

const (
	maxTemplates   = 1 << 16
	maxPredictions = 1 << 16
)

// templates predicts the template of a comment by the last ones in similar places.
type templates struct {
	words    *contextmix.Model
	held     *held
	numberOf map[string]int
	all      [][]byte
	// The prediction for a place is the last template there; places has its index, by
	// the place's key.
	places      map[uint64]int32
	predictions []int32
	first       [2]int // the template of the first comment at each side's last move with one
	last        int    // the template of the last comment
	misses      uint32 // whether the last predictions were wrong, the newest lowest
}

// templatePlace is the place of a comment, for the prediction of templates.
type templatePlace struct {
	side, nth int
	situation uint32 // mark, nth, whether it is last, result
	same      uint32 // 1 + the template of the same side's last comment, or of the one before at this move
	other     uint32 // 1 + the template of the other side's
	keys      [lookups]uint64
	at        [lookups]int32 // the index of each key's prediction, or -1
}

// lookups is the number of situations that are looked up, the most similar first.
const lookups = 3

func (t *templates) init(words *contextmix.Model, h *held) {
	t.words, t.held, t.numberOf, t.places = words, h, map[string]int{}, map[uint64]int32{}
}

func (t *templates) begin() {
	t.first, t.last = [2]int{spelled, spelled}, spelled
}

// find returns the number of a template, spelled if it is new.
func (t *templates) find(template []byte) int {
	if id, ok := t.numberOf[string(template)]; ok {
		return id
	}
	return spelled
}

// enter numbers a template and returns its number; spelled if there is no room.
func (t *templates) enter(template []byte) int {
	id := t.find(template)
	if id != spelled || len(t.all) >= maxTemplates {
		return id
	}
	t.held.take(templateBytes + 2*len(template))
	id = len(t.all)
	template = bytes.Clone(template)
	t.numberOf[string(template)] = id
	t.all = append(t.all, template)
	return id
}

// place returns the place of a comment.
func (t *templates) place(at *At) templatePlace {
	p := templatePlace{side: at.Side, nth: at.Nth}
	same := t.first[at.Side]
	if at.Nth > 0 {
		same = t.last
	}
	p.same, p.other = uint32(same+1), uint32(t.first[1-at.Side]+1)
	p.situation = at.Mark&63 | uint32(min(at.Nth, 3))<<6
	if at.Last {
		p.situation |= 1<<8 | at.Result&7<<9
	}
	k := uint64(p.situation)
	sameKey := k | uint64(p.same)<<situationBits
	p.keys = [lookups]uint64{sameKey | uint64(p.other)<<(situationBits+templateBits) | 2<<62, sameKey | 1<<62, k}
	for i, key := range p.keys {
		var ok bool
		if p.at[i], ok = t.places[key]; !ok {
			p.at[i] = -1
		}
	}
	return p
}

// code codes the template of a comment, spelled for a new one.
func (t *templates) code(p *templatePlace, given int) (id int, err error) {
	var tried [lookups]int
	for i, at := range p.at {
		predicted := spelled
		if at >= 0 {
			predicted = int(t.predictions[at])
		}
		tried[i] = predicted
		if i > 0 && (at < 0 || slices.Contains(tried[:i], predicted)) {
			continue
		}
		if t.words.Use(templatePredicted, uint32(i), t.misses, p.situation, p.same, p.other).Flag(given == predicted) {
			t.misses = t.misses << 1 & 0xff
			return predicted, nil
		}
	}
	t.misses = t.misses<<1&0xff | 1
	// Numbers count from the newest; 0 means a comment that is spelled out.
	n := len(t.all)
	v := int64(0)
	if given != spelled {
		v = int64(n - given)
	}
	if v = t.words.Use(templateNumber, uint32(bits.Len(uint(n))), p.situation, p.same).Number(v); v > int64(n) {
		return spelled, corrupt.Newf("a comment should have one of %d templates, not number %d", n, v)
	}
	if v == 0 {
		return spelled, nil
	}
	return n - int(v), nil
}

// learn records the template of a comment.
func (t *templates) learn(p *templatePlace, id int) {
	for i, key := range p.keys {
		if p.at[i] >= 0 {
			t.predictions[p.at[i]] = int32(id)
		} else if len(t.predictions) < maxPredictions {
			t.held.take(predictionBytes)
			t.places[key] = int32(len(t.predictions))
			t.predictions = append(t.predictions, int32(id))
		}
	}
	if t.last = id; p.nth == 0 {
		t.first[p.side] = id
	}
}
