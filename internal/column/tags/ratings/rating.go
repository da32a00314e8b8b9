// Package ratings codes the ratings of the games of a frame, and by how much games
// changed them, by what their players had. It knows nothing of columns.
package ratings

import (
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/tags/values"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// Choices of the table.
const (
	choiceRatingException = iota
	choiceRating
	choiceChange
)

// Field known says what the base of a rating is, as ratingBase has it; games is
// how many the player has had at this speed. Fields that end in class are
// classes of numbers, those that end in low their low bits.
var table = contextmix.Declare("tags.ratings",
	contextmix.Choice{Name: "whether a value is an exception", Fields: "column:2", Contexts: "column"},
	contextmix.Choice{
		Name: "the difference of a rating to its base", Fields: "known:3 games:3 speed:7 otherclass:11 baseclass:11 outcomes:4",
		Contexts: "known games | known speed | known otherclass | known baseclass | known outcomes",
	},
	contextmix.Choice{
		Name: "the difference of a change of rating to what is expected", Fields: "state:6 baseclass:11 result:3 otherclass:11 baselow:16 factor:11 missedlow:24 otherlow:16 side:1",
		Contexts: "state baseclass | otherclass state | baselow state | factor result | missedlow state | otherlow baseclass side",
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

// Ratings codes the ratings of games, one after the other.
type Ratings struct {
	model   *contextmix.Model
	players map[speedOf]*rated
	last    []lastRating // of each player, at any speed
	now     ratedGame
}

// ratedGame is what is known of the game that is being coded.
type ratedGame struct {
	speed   int
	result  []byte
	players [2]int
	states  [2]*rated
	ratings [2]int64
	there   [2]bool // whether ratings are
	changes [2]int64
}

// Table is what ratings depend on.
func Table() *contextmix.Table { return table }

// New returns Ratings by a model for Table.
func New(m *contextmix.Model) *Ratings {
	return &Ratings{model: m, players: map[speedOf]*rated{}}
}

// Begin begins a game between two players, who are numbered by first appearance.
func (r *Ratings) Begin(players [2]int, speed int, result []byte) {
	r.now = ratedGame{speed: speed, result: result, players: players}
	for side, id := range players {
		for id >= len(r.last) {
			r.last = append(r.last, lastRating{})
		}
		key := speedOf{id, speed}
		if r.players[key] == nil {
			r.players[key] = new(rated)
		}
		r.now.states[side] = r.players[key]
	}
}

// Exception codes whether a value is no number: 0 and 1 are for the ratings of
// White and Black, 2 and 3 for their changes.
func (r *Ratings) Exception(kind int, is bool) bool {
	r.model.Use(choiceRatingException, uint32(kind))
	return r.model.Flag(is)
}

// Fits reports whether a number can be a rating.
func Fits(v int64) bool { return v == bound(v) }

func bound(v int64) int64 { return min(max(v, -maxRating), maxRating) }

// Rating codes the rating of a side.
func (r *Ratings) Rating(v int64, side int) int64 {
	g := &r.now
	p := g.states[side]
	known, base := r.ratingBase(side)
	key := uint32(known << 1)
	other := uint32(0)
	if known == 0 {
		key |= uint32(side)
	}
	if side == 1 && g.there[0] {
		other = values.Class(g.ratings[0]-usualRating) + 1
	}
	r.model.Use(choiceRating, key, uint32(min(p.games, 6)), uint32(g.speed)&0x7f, other, values.Class(base-usualRating),
		r.outcome(side)<<2|p.outcome)
	v = bound(base + r.model.Signed(v-base))
	g.ratings[side], g.there[side] = v, true
	return v
}

// End ends the rating of a side, once both are coded.
func (r *Ratings) End(side int) {
	g := &r.now
	p := g.states[side]
	if g.there[side] {
		p.rating, p.changed = g.ratings[side], false
		p.games++
		r.last[g.players[side]] = lastRating{p.rating, true}
	}
	p.outcome = r.outcome(side)
}

// ratingBase returns what a rating is expected to be, and how it is known: 3
// from the last rating at this speed and its change, 2 without a change, 1 from
// another speed, 0 from the other side or not at all.
func (r *Ratings) ratingBase(side int) (known int, base int64) {
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
func (r *Ratings) expectedRating(side int) (known int, base int64) {
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
func (r *Ratings) outcome(side int) uint32 {
	points, decided := score(r.now.result)
	if !decided {
		return 0
	}
	if side == 1 {
		points = one - points
	}
	return uint32(points>>15) + 1
}

// Change codes by how much the rating of a side changed, whose rating has ended.
func (r *Ratings) Change(v int64, side int) int64 {
	g := &r.now
	p := g.states[side]
	score, decided := score(g.result)
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
		other = values.Class(g.changes[0])
	}
	r.model.Use(choiceChange, state, values.Class(base), uint32(score>>14), other, uint32(base)&0xffff,
		uint32(factor>>3), uint32(p.missed)&0xffffff, uint32(g.changes[0])&0xffff, uint32(side))
	p.missed = r.model.Signed(v - base)
	v = bound(base + p.missed)
	if decided && (surprise > 6000 || surprise < -6000) {
		p.learn(v, surprise)
	}
	g.changes[side] = v
	p.change, p.changed = v, true
	last := &r.last[g.players[side]]
	*last = lastRating{last.rating + v, true}
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
