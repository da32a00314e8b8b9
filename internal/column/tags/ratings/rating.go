// Package ratings codes the ratings of the games of a frame and their changes,
// predicted from the players' last ones.
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

// Field known is the kind of a rating's base, see ratingBase; games is the number of
// the player's games at this speed. Fields that end in class are classes of numbers,
// those that end in low their low bits.
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

// Scores, and what a point of them changes a rating by, have a fixed number of binary places.
const (
	pointBits  = 16
	point      = 1 << pointBits // the winner's score
	factorBits = 4
)

const (
	// maxRating is the greatest magnitude that is coded as a number.
	maxRating = 1 << 20
	// usualRating is the expected rating of an unknown player.
	usualRating = 1600
	// usualFactor is what a point changes the rating of a player by: 12, near the median
	// of today's games of Lichess (11.8 in lichess-clk-test, 11.6 in lichess-user-test).
	usualFactor = 12 << factorBits
	// leastFactor and mostFactor bound what is learned.
	leastFactor = 1 << factorBits
	mostFactor  = 1024 << factorBits
	// leastSurprise is by how much, some 0.09 points, a result must differ from what is
	// expected for a change to tell the factor: of less, rounding leaves too little.
	leastSurprise = 6000
)

// Field state of a change is the number of games of the player, at most mostGames, and
// flags.
const (
	mostGames     = 12
	factorUnknown = 1 << 4
	undecided     = 1 << 5
)

// noChange is the class of an unknown change of White's rating.
const noChange = 1<<11 - 1

// rated is the state of a player at one speed.
type rated struct {
	rating, change int64
	changed        bool // whether change is known
	games          int
	outcome        uint32 // result of outcome for the last game
	factor         int64  // what a point changes the rating by, in 1/16; 0 if not known
	missed         int64  // last change minus the expected one
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

// ratedGame is the state of the game being coded.
type ratedGame struct {
	speed   int
	result  []byte
	players [2]int
	states  [2]*rated
	ratings [2]int64
	there   [2]bool // whether ratings are set
	changes [2]int64
}

// Table returns the table of the model.
func Table() *contextmix.Table { return table }

// New returns Ratings with a model for Table.
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

// Exception codes whether a value is not a number: 0 and 1 are for the ratings of
// White and Black, 2 and 3 for their changes.
func (r *Ratings) Exception(kind int, is bool) bool {
	return r.model.Use(choiceRatingException, uint32(kind)).Flag(is)
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

// ratingBase returns the expected rating, and how it is known: 3 from the last rating
// at this speed and its change, 2 without a change, 1 from another speed, 0 from the
// other side or not at all.
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

// expectedRating returns the rating expected from earlier games.
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
		points = point - points
	}
	return uint32(points>>(pointBits-1)) + 1
}

// Change codes by how much the game changed the rating of a side, once End was called
// for it.
func (r *Ratings) Change(v int64, side int) int64 {
	g := &r.now
	p := g.states[side]
	score, decided := score(g.result)
	surprise := score - expectedScore(g.ratings[0]-g.ratings[1])
	state := uint32(min(p.games, mostGames))
	white := uint32(noChange)
	if side == 1 {
		surprise, white = -surprise, values.Class(g.changes[0])
	}
	factor := p.factor
	if factor == 0 {
		factor = usualFactor
		state |= factorUnknown
	}
	if !decided {
		state |= undecided
	}
	expected := int64(0)
	if decided && g.there[0] && g.there[1] {
		const bits = factorBits + pointBits
		expected = (factor*surprise + 1<<(bits-1)) >> bits // rounded
	}
	r.model.Use(choiceChange, state, values.Class(expected), uint32(score>>(pointBits-2)), white, uint32(expected)&(1<<16-1),
		uint32(factor>>(factorBits-1)), uint32(p.missed)&(1<<24-1), uint32(g.changes[0])&(1<<16-1), uint32(side))
	p.missed = r.model.Signed(v - expected)
	v = bound(expected + p.missed)
	if decided && max(surprise, -surprise) > leastSurprise {
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
		return point, true
	case tagvalue.BlackWins:
		return 0, true
	case tagvalue.Draw:
		return point / 2, true
	}
	return 0, false
}

// expectedScore returns White's expected score, if his rating is higher by gap. 400
// points are ten to one: ln(10)/400 in 1/256.
func expectedScore(gap int64) int64 {
	return int64(contextmix.Squash(int32(min(max(gap, -2000), 2000) * 1474 / 1000)))
}

// learn learns what a point changes the rating by.
func (p *rated) learn(change, surprise int64) {
	f := min(max(change<<(factorBits+pointBits)/surprise, leastFactor), mostFactor)
	if p.factor != 0 {
		f = (p.factor + f) / 2
	}
	p.factor = f
}
