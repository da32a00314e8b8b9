package tags

import (
	"github.com/chesszip/chesszip/internal/column/tags/dictionary"
	"github.com/chesszip/chesszip/internal/column/tags/ratings"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// rater codes the ratings of the games, one after the other.
type rater struct {
	coding  *coding
	columns *ratingColumns
	model   *contextmix.Model
	ratings *ratings.Ratings
	players dictionary.Numbering
}

func newRater(c *coding, g *ratingColumns) *rater {
	r := &rater{coding: c, columns: g, players: dictionary.Numbering{}}
	r.model = c.table.Room.New(c.coder, ratings.Table(), dictionary.ModelSize(len(g.members[0].Rows)*200), maxCount)
	r.ratings = ratings.New(r.model)
	return r
}

// game codes the ratings of one game.
func (r *rater) game(game int32) {
	t := r.coding.table
	player := func(side int) int { return r.players.Of(r.columns.players[side].value(t, game)) }
	r.ratings.Begin([2]int{player(0), player(1)}, r.columns.speed.id(t, game)+1, r.columns.result.value(t, game))
	for side := range 2 {
		r.value(game, side, side, r.ratings.Rating)
	}
	for side := range 2 {
		r.ratings.End(side)
		r.value(game, 2+side, side, r.ratings.Change)
	}
}

// value codes the value of a game in one of the columns: its number by code, or as
// an exception.
func (r *rater) value(game int32, member, side int, code func(v int64, side int) int64) {
	c, of, form := r.coding, r.columns.members[member], r.columns.forms[member]
	if of.place(c.table, game) < 0 || c.err != nil {
		return
	}
	var text []byte
	v, ok := int64(0), false
	if c.writing() {
		text = of.value(c.table, game)
		v, ok = form.Parse(text)
		ok = ok && ratings.Fits(v)
	}
	if ok = !r.ratings.Exception(member, !ok); ok {
		if v = code(v, side); !c.writing() {
			at := len(c.room)
			c.room = form.Append(c.room, v)
			text = c.built(at)
		}
	}
	c.put(of, text, ok)
	c.good(game)
}
