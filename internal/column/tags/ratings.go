package tags

import (
	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/rangecoder"
)

// Ratings are those of both players and by how much the game changed them,
// game by game:
//
//	| columns: number + 1 uvarint x 4, 0 for none | forms, a byte each |
//	| White, Black, speed, Result: number + 1 uvarint each, 0 for none |
//	| exceptions: length uvarint, column of texts | string of the range coder |
//
// The columns are those of WhiteElo, BlackElo, WhiteRatingDiff and
// BlackRatingDiff. A rating is foretold by what the player had after the last
// game of the same speed, which is what another column has the same value for;
// a difference by the result, both ratings, and how much the player's last
// ones changed.

const ratingColumns = 4

var ratingNames = [ratingColumns]string{"WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff"}

// group is the columns of ratings and what they depend on.
type group struct {
	members       [ratingColumns]*Column
	forms         [ratingColumns]numberForm
	white, black  *Column
	speed, result *Column
	lead          int // number of the first member
}

// leastRatings is the number of games below which ratings have no history.
const leastRatings = 8

// ratingGroup finds the columns of ratings; nil if there are none.
func (t *Table) ratingGroup() *group {
	if !t.grouped {
		t.group, t.grouped = t.findRatings(), true
	}
	return t.group
}

func (t *Table) findRatings() *group {
	g := &group{lead: -1}
	for m, name := range ratingNames {
		k := t.find(name, len(t.Columns))
		if k < 0 {
			continue
		}
		c := t.Columns[k]
		if len(c.Values) < leastRatings || same(c.Values) || !ascending(c.Rows) {
			continue
		}
		bad := [2]int{}
		for _, v := range c.Values {
			for f := range bad {
				if _, ok := numberForm(f).parse(v); !ok {
					bad[f]++
				}
			}
		}
		if bad[1] < bad[0] {
			g.forms[m] = signed
		}
		if min(bad[0], bad[1])*2 > len(c.Values) {
			continue
		}
		g.members[m] = c
		if g.lead < 0 || k < g.lead {
			g.lead = k
		}
	}
	if g.members[0] == nil || g.members[1] == nil {
		return nil
	}
	before := func(name string) *Column {
		if k := t.find(name, g.lead); k >= 0 {
			return t.Columns[k]
		}
		return nil
	}
	g.white, g.black, g.result = before("White"), before("Black"), before("Result")
	if g.white == nil || g.black == nil {
		return nil
	}
	if g.speed = before("Event"); g.speed != nil && len(g.speed.distinct()) > maxSpeeds {
		g.speed = nil
	}
	return g
}

// maxSpeeds bounds the number of events that may be speeds.
const maxSpeeds = 64

func ascending(rows []int32) bool {
	for i := 1; i < len(rows); i++ {
		if rows[i] <= rows[i-1] {
			return false
		}
	}
	return true
}

// rated is what is known of a player at one speed.
type rated struct {
	rating, change int64
	changed        bool // whether change is known
	games          int
	factor         int64 // what a whole point changes, in 1/16
	missed         int64 // by how much the last change was not what was foretold
}

// rater codes the ratings of the games, one after the other.
type rater struct {
	t       *Table
	g       *group
	c       contextmix.Coder
	m       *contextmix.Model
	names   map[string]int
	players map[[2]int]*rated
	any     map[int]int64 // each player's last rating at any speed
	strange [ratingColumns]uint32
	misses  [4]int64 // the last residual by what was known
	// values are what was read.
	values [ratingColumns][][]byte
	room   []byte
	texts  texts
}

func newRater(t *Table, g *group, c contextmix.Coder) *rater {
	r := &rater{t: t, g: g, c: c, names: map[string]int{}, players: map[[2]int]*rated{}, any: map[int]int64{}}
	r.m = t.Room.NewModel(&r.c, modelSize(len(g.members[0].Rows)*200), 200)
	return r
}

// game codes the ratings of one game; false where the texts are too few.
func (r *rater) game(game int32) bool {
	speed := r.g.speed.id(r.t, game) + 1
	var who [2]int
	var state [2]*rated
	var rating [2]int64
	var there [2]bool
	for side, c := range [2]*Column{r.g.white, r.g.black} {
		name := string(c.value(r.t, game))
		id, ok := r.names[name]
		if !ok {
			id = len(r.names)
			r.names[name] = id
		}
		who[side] = id
		key := [2]int{id, speed}
		if state[side] = r.players[key]; state[side] == nil {
			state[side] = new(rated)
			r.players[key] = state[side]
		}
	}
	for side := range 2 {
		if r.g.members[side].place(r.t, game) < 0 {
			continue
		}
		v, ok, fine := r.value(side, game, func(v int64) int64 { return r.rating(v, side, who, state, speed, rating, there) })
		if !fine {
			return false
		}
		rating[side], there[side] = v, ok
	}
	var changes [2]int64
	for side := range 2 {
		c := r.g.members[2+side]
		p := state[side]
		if there[side] {
			p.rating, p.changed = rating[side], false
			p.games++
			r.any[who[side]] = rating[side]
		}
		if c == nil || c.place(r.t, game) < 0 {
			continue
		}
		v, ok, fine := r.value(2+side, game, func(v int64) int64 { return r.change(v, side, game, p, rating, there, changes) })
		if !fine {
			return false
		}
		if ok {
			changes[side] = v
			p.change, p.changed = v, true
			r.any[who[side]] += v
		}
	}
	return true
}

// value codes the value of a game in one of the columns by code, or as an
// exception.
func (r *rater) value(member int, game int32, code func(int64) int64) (v int64, ok, fine bool) {
	form := r.g.forms[member]
	c := r.g.members[member]
	if r.c.Writing() {
		text := c.Values[c.place(r.t, game)]
		if v, ok = form.parse(text); v < -maxRating || v > maxRating {
			ok = false
		}
		if !ok {
			r.texts.left = append(r.texts.left, text)
		}
	}
	r.m.Begin(contextmix.Hash(90, uint32(member)), contextmix.Hash(uint32(member), r.strange[member]&15))
	strange := r.m.Flag(!ok)
	r.strange[member] <<= 1
	if strange {
		r.strange[member] |= 1
		if !r.c.Writing() {
			text, ok := r.texts.take()
			if !ok {
				return 0, false, false
			}
			r.values[member] = append(r.values[member], text)
		}
		return 0, false, true
	}
	v = code(v)
	if !r.c.Writing() {
		at := len(r.room)
		r.room = form.append(r.room, v)
		r.values[member] = append(r.values[member], r.room[at:len(r.room):len(r.room)])
	}
	return v, true, true
}

// maxRating bounds what is coded as a number.
const maxRating = 1 << 20

// usual is the rating of a player of whom nothing is known.
const usual = 1600

// rating codes a rating.
func (r *rater) rating(v int64, side int, who [2]int, state [2]*rated, speed int, rating [2]int64, there [2]bool) int64 {
	p := state[side]
	known, base := 0, int64(usual)
	switch last, ok := r.any[who[side]]; {
	case p.changed:
		known, base = 3, p.rating+p.change
	case p.games > 0:
		known, base = 2, p.rating
	case ok:
		known, base = 1, last
	case side == 1 && there[0]:
		base = rating[0]
	}
	key := uint32(known<<1 | side)
	if known > 0 {
		key = uint32(known << 1)
	}
	h := func(a, b uint32) uint32 { return contextmix.Hash(key<<8|a, b) }
	other := uint32(0)
	if side == 1 && there[0] {
		other = class(rating[0]-usual) + 1
	}
	r.m.Begin(h(1, 0), h(2, uint32(min(p.games, 6))), h(3, uint32(speed)), h(4, class(r.misses[known])), h(5, other), h(6, class(base-usual)))
	miss := r.m.Signed(v - base)
	r.misses[known] = miss
	return bound(base + miss)
}

func bound(v int64) int64 { return min(max(v, -maxRating), maxRating) }

// change codes by how much a rating changed.
func (r *rater) change(v int64, side int, game int32, p *rated, rating [2]int64, there [2]bool, changes [2]int64) int64 {
	score, decided := int64(0), true
	switch string(r.g.result.value(r.t, game)) {
	case "1-0":
		score = 1 << 16
	case "0-1":
	case "1/2-1/2":
		score = 1 << 15
	default:
		decided = false
	}
	d := rating[0] - rating[1]
	// 400 points are ten to one: ln(10)/400 in 1/256.
	surprise := score - int64(contextmix.Squash(int32(min(max(d, -2000), 2000)*1474/1000)))
	if side == 1 {
		surprise = -surprise
	}
	factor := p.factor
	if factor == 0 {
		factor = 12 << 4
	}
	base := int64(0)
	if decided && there[0] && there[1] {
		base = (factor*surprise + 1<<19) >> 20
	}
	state := uint32(min(p.games, 12))
	if p.factor == 0 {
		state |= 16
	}
	if !decided {
		state |= 32
	}
	result := uint32(score >> 14)
	h := func(a, b uint32) uint32 { return contextmix.Hash(100+a, b) }
	other := class(changes[0])
	if side == 0 {
		other = 1 << 12
	}
	r.m.Begin(h(1, state), h(2, state<<16|class(base)), h(3, result<<16^uint32(d/24)&0xfff), h(4, other<<8|state), h(5, uint32(base)<<8|state),
		h(6, uint32(factor>>3)<<3|result), h(7, uint32(p.missed)<<8^state), h(8, uint32(changes[0])<<16^class(base)<<2|uint32(side)))
	p.missed = r.m.Signed(v - base)
	v = bound(base + p.missed)
	if decided && (surprise > 6000 || surprise < -6000) {
		f := min(max(v<<20/surprise, 16), 1<<14)
		if p.factor == 0 {
			p.factor = f
		} else {
			p.factor = (p.factor + f) / 2
		}
	}
	return v
}

// appendRatings codes the i-th column if it is one of ratings; nil otherwise.
func (t *Table) appendRatings(i int) []byte {
	g := t.ratingGroup()
	if g == nil {
		return nil
	}
	is := false
	for _, c := range g.members {
		is = is || c == t.Columns[i]
	}
	if !is {
		return nil
	}
	if i != g.lead {
		return binfmt.AppendUvarint([]byte{methodElsewhere}, uint64(g.lead))
	}
	out := []byte{methodRatings}
	put := func(c *Column) {
		n := 0
		if c != nil {
			n = t.number(c) + 1
		}
		out = binfmt.AppendUvarint(out, uint64(n))
	}
	for _, c := range g.members {
		put(c)
	}
	for _, f := range g.forms {
		out = append(out, byte(f))
	}
	put(g.white)
	put(g.black)
	put(g.speed)
	put(g.result)
	r := newRater(t, g, contextmix.Coder{Enc: rangecoder.NewEncoder(nil)})
	for game := range t.Games {
		r.game(int32(game))
	}
	out = appendTexts(out, r.texts.left)
	t.Room.Free(r.m)
	return append(out, r.c.Enc.Finish()...)
}

// ratings reads the ratings, of which the i-th column is the first.
func (r *reader) ratings(i int) error {
	g := &group{lead: i}
	t := r.t
	for m := range g.members {
		k, err := r.number()
		if err != nil {
			return err
		}
		if k == 0 {
			continue
		}
		if k--; k < i || k >= len(t.Columns) || t.Columns[k].known || !ascending(t.Columns[k].Rows) {
			return corrupt("ratings are malformed")
		}
		for _, c := range g.members {
			if c == t.Columns[k] {
				return corrupt("ratings are malformed")
			}
		}
		g.members[m] = t.Columns[k]
	}
	if g.members[0] == nil || g.members[1] == nil || len(r.src) < ratingColumns {
		return corrupt("ratings are malformed")
	}
	for m := range g.forms {
		if r.src[m] > byte(signed) {
			return corrupt("ratings are malformed")
		}
		g.forms[m] = numberForm(r.src[m])
	}
	r.src = r.src[ratingColumns:]
	for _, at := range []**Column{&g.white, &g.black, &g.speed, &g.result} {
		c, err := r.column()
		if err != nil {
			return err
		}
		*at = c
	}
	if g.white == nil || g.black == nil {
		return corrupt("ratings are malformed")
	}
	rows := 0
	for _, c := range g.members {
		if c != nil {
			rows += len(c.Rows)
		}
	}
	b, err := r.bytes()
	if err != nil {
		return err
	}
	rater := newRater(t, g, contextmix.Coder{Dec: rangecoder.NewDecoder(nil)})
	if len(b) > 0 {
		if rater.texts, err = decodeTexts(b, rows, r.limit); err != nil {
			return err
		}
	}
	rater.c.Dec = rangecoder.NewDecoder(r.src)
	for game := range t.games() {
		if !rater.game(int32(game)) {
			return corrupt("ratings have too few texts")
		}
		if rater.c.Dec.Err() != nil || len(rater.room) > r.limit {
			return corrupt("ratings end too early")
		}
	}
	t.Room.Free(rater.m)
	if err := r.done(len(rater.texts.left) > 0 || !rater.c.Dec.AtEnd()); err != nil {
		return err
	}
	for m, c := range g.members {
		if c != nil {
			c.Values, c.known = rater.values[m], true
		}
	}
	return nil
}
