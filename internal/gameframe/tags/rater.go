package tags

import (
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/gameframe/tags/dictionary"
	"github.com/chesszip/chesszip/internal/gameframe/tags/valueform"
	"github.com/chesszip/chesszip/internal/tagvalue"
)

// Choices of the ratingsTable.
const (
	choiceRatingException = iota
	choiceRating
	choiceChange
)

// Field known says what the base of a rating is, as ratingBase has it; games is
// how many the player has had at this speed. Fields that end in class are
// classes of numbers, those that end in low their low bits.
var ratingsTable = contextmix.Declare("tags.ratings",
	contextmix.Choice{Name: "whether a value is an exception", Fields: "column:2 exceptions:4", Contexts: "column | column exceptions"},
	contextmix.Choice{
		Name: "the difference of a rating to its base", Fields: "known:3 games:3 speed:7 missclass:11 otherclass:11 baseclass:11 outcome:2 outcomes:4",
		Contexts: "known | known games | known speed | known missclass | known otherclass | known baseclass | known outcomes | known outcome missclass",
	},
	contextmix.Choice{
		Name: "the difference of a change of rating to what is expected", Fields: "state:6 baseclass:11 result:3 gap:12 otherclass:11 baselow:16 factor:11 missedlow:24 otherlow:16 side:1",
		Contexts: "state | state baseclass | result gap | otherclass state | baselow state | factor result | missedlow state | otherlow baseclass side",
	},
)

const (
	// maxRating bounds what is coded as a number.
	maxRating = 1 << 20
	// usualRating is that of a player of whom nothing is known.
	usualRating = 1600
	// usualFactor is by how much a whole point changes a rating of such a
	// player, in 1/16.
	usualFactor = 12 << 4
	// one is a whole point.
	one = 1 << 16
	// noChange is the class of White's change before it is known.
	noChange = 1<<11 - 1
)

// rated is what is known of a player at one speed.
type rated struct {
	rating, change int64
	changed        bool // whether change is known
	games          int
	outcome        uint32 // of the last game, as outcome has it
	factor         int64  // by how much a whole point changes the rating, in 1/16; 0 if not known
	missed         int64  // by how much the last change was not what was expected
}

// lastRating is the last rating of a player, if there is one.
type lastRating struct {
	rating int64
	known  bool
}

// speedOf is a player at one speed.
type speedOf struct{ player, speed int }

// rater codes the ratings of the games, one after the other.
type rater struct {
	coding  *coding
	columns *ratingColumns
	model   *contextmix.Model
	numbers numbering // of the players
	players map[speedOf]*rated
	last    []lastRating       // of each player, at any speed
	misses  [4]int64           // the last difference for each kind of base
	odd     [numRatings]uint32 // whether the values before were exceptions, newest lowest
	now     ratedGame
}

// ratedGame is what is known of the game that is being coded.
type ratedGame struct {
	number  int32
	speed   int
	players [2]int
	states  [2]*rated
	ratings [2]int64
	there   [2]bool // whether ratings are
	changes [2]int64
}

func newRater(c *coding, g *ratingColumns) *rater {
	r := &rater{coding: c, columns: g, numbers: numbering{}, players: map[speedOf]*rated{}}
	r.model = c.table.Room.New(c.coder, ratingsTable, dictionary.ModelSize(len(g.members[0].Rows)*200), maxSights)
	return r
}

// game codes the ratings of one game.
func (r *rater) game(game int32) {
	r.begin(game)
	g := &r.now
	for side := range 2 {
		g.ratings[side], g.there[side] = r.value(side, side, (*rater).rating)
	}
	for side, p := range g.states {
		last := &r.last[g.players[side]]
		if g.there[side] {
			p.rating, p.changed = g.ratings[side], false
			p.games++
			*last = lastRating{p.rating, true}
		}
		p.outcome = r.outcome(side)
		if v, ok := r.value(2+side, side, (*rater).change); ok {
			g.changes[side] = v
			p.change, p.changed = v, true
			*last = lastRating{last.rating + v, true}
		}
	}
}

// begin begins a game.
func (r *rater) begin(game int32) {
	t := r.coding.table
	r.now = ratedGame{number: game, speed: r.columns.speed.id(t, game) + 1}
	for side, c := range r.columns.players {
		id := r.numbers.of(c.value(t, game))
		if id == len(r.last) {
			r.last = append(r.last, lastRating{})
		}
		key := speedOf{id, r.now.speed}
		state := r.players[key]
		if state == nil {
			state = new(rated)
			r.players[key] = state
		}
		r.now.players[side], r.now.states[side] = id, state
	}
}

// value codes the value of this game in one of the columns: its number by code,
// or as an exception. Not ok is an exception, or a game without a value.
func (r *rater) value(member, side int, code func(r *rater, v int64, side int) int64) (v int64, ok bool) {
	c, of, form := r.coding, r.columns.members[member], r.columns.forms[member]
	if of.place(c.table, r.now.number) < 0 || c.err != nil {
		return 0, false
	}
	var text []byte
	if c.writing() {
		text = of.value(c.table, r.now.number)
		v, ok = form.Parse(text)
		ok = ok && v == bound(v)
	}
	r.model.Use(choiceRatingException, uint32(member), r.odd[member]&15)
	ok = !r.model.Flag(!ok)
	r.odd[member] <<= 1
	if !ok {
		r.odd[member] |= 1
		v = 0
	} else if v = code(r, v, side); !c.writing() {
		at := len(c.room)
		c.room = form.Append(c.room, v)
		text = c.built(at)
	}
	c.put(of, text, ok)
	return v, c.good(r.now.number) && ok
}

func bound(v int64) int64 { return min(max(v, -maxRating), maxRating) }

// rating codes the rating of a side.
func (r *rater) rating(v int64, side int) int64 {
	g := &r.now
	p := g.states[side]
	known, base := r.ratingBase(side)
	key := uint32(known << 1)
	other := uint32(0)
	if known == 0 {
		key |= uint32(side)
	}
	if side == 1 && g.there[0] {
		other = valueform.Class(g.ratings[0]-usualRating) + 1
	}
	outcome := r.outcome(side)
	r.model.Use(choiceRating, key, uint32(min(p.games, 6)), uint32(g.speed)&0x7f, valueform.Class(r.misses[known]), other, valueform.Class(base-usualRating),
		outcome, outcome<<2|p.outcome)
	r.misses[known] = r.model.Signed(v - base)
	return bound(base + r.misses[known])
}

// ratingBase returns what a rating is expected to be, and how it is known: 3
// from the last rating at this speed and its change, 2 without a change, 1 from
// another speed, 0 from the other side or not at all.
func (r *rater) ratingBase(side int) (known int, base int64) {
	g := &r.now
	if known, base = r.expectedRating(side); known > 0 {
		return known, base
	}
	if side == 1 && g.there[0] {
		return 0, g.ratings[0]
	}
	if known, base = r.expectedRating(1 - side); known > 0 {
		return 0, base
	}
	return 0, usualRating
}

// expectedRating returns what the games before say that a rating is.
func (r *rater) expectedRating(side int) (known int, base int64) {
	g := &r.now
	p := g.states[side]
	switch last := r.last[g.players[side]]; {
	case p.changed:
		return 3, p.rating + p.change
	case p.games > 0:
		return 2, p.rating
	case last.known:
		return 1, last.rating
	}
	return 0, 0
}

// outcome returns 1 if a side lost the game, 2 for a draw, 3 if it won, 0 if
// there is no result.
func (r *rater) outcome(side int) uint32 {
	points, decided := score(r.columns.result.value(r.coding.table, r.now.number))
	if !decided {
		return 0
	}
	if side == 1 {
		points = one - points
	}
	return uint32(points>>15) + 1
}

// change codes by how much the rating of a side changed.
func (r *rater) change(v int64, side int) int64 {
	g := &r.now
	p := g.states[side]
	score, decided := score(r.columns.result.value(r.coding.table, g.number))
	gap := g.ratings[0] - g.ratings[1]
	surprise := score - expectedScore(gap)
	if side == 1 {
		surprise = -surprise
	}
	factor := p.factor
	if factor == 0 {
		factor = usualFactor
	}
	base := int64(0)
	if decided && g.there[0] && g.there[1] {
		base = (factor*surprise + 1<<19) >> 20
	}
	state := uint32(min(p.games, 12))
	if p.factor == 0 {
		state |= 16
	}
	if !decided {
		state |= 32
	}
	other := uint32(noChange)
	if side == 1 {
		other = valueform.Class(g.changes[0])
	}
	r.model.Use(choiceChange, state, valueform.Class(base), uint32(score>>14), uint32(gap/24)&0xfff, other, uint32(base)&0xffff,
		uint32(factor>>3), uint32(p.missed)&0xffffff, uint32(g.changes[0])&0xffff, uint32(side))
	p.missed = r.model.Signed(v - base)
	v = bound(base + p.missed)
	if decided && (surprise > 6000 || surprise < -6000) {
		p.learn(v, surprise)
	}
	return v
}

// score returns White's score, and whether there is a result.
func score(result []byte) (points int64, decided bool) {
	switch tagvalue.ParseResult(result) {
	case tagvalue.WhiteWins:
		return one, true
	case tagvalue.BlackWins:
		return 0, true
	case tagvalue.Draw:
		return one / 2, true
	}
	return 0, false
}

// expectedScore returns what White is expected to score whose rating is so much
// higher. 400 points are ten to one: ln(10)/400 in 1/256.
func expectedScore(gap int64) int64 {
	return int64(contextmix.Squash(int32(min(max(gap, -2000), 2000) * 1474 / 1000)))
}

// learn learns how much a point changes the rating.
func (p *rated) learn(change, surprise int64) {
	f := min(max(change<<20/surprise, 16), 1<<14)
	if p.factor != 0 {
		f = (p.factor + f) / 2
	}
	p.factor = f
}
