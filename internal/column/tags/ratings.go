package tags

import "github.com/chesszip/chesszip/internal/column/tags/values"

// Ratings are the ratings of both players and their changes, game by game:
//
//	| columns: number + 1 uvarint x 4, 0 for none | forms, a byte each |
//	| White, Black, speed, Result: number + 1 uvarint each, 0 for none |
//	| exceptions: length uvarint, column of texts | string of the range coder |
//
// The columns are those of WhiteElo, BlackElo, WhiteRatingDiff and BlackRatingDiff. A
// speed is a value of another column, such as Event.

// codeRatings codes all columns of ratings in the first.
func codeRatings(c *coding) bool {
	t := c.table
	g := &ratingColumns{lead: c.at}
	if c.writing() {
		g = t.together().ratings
	}
	c.ratings(g)
	rows := 0
	for _, of := range g.members {
		if of != nil {
			rows += len(of.Rows)
		}
	}
	if !c.beginWith(rows) {
		return false
	}
	if !c.open(g.members[:]...) {
		return false
	}
	r := newRater(c, g)
	for game := range int32(t.games()) {
		if r.game(game); c.err != nil || c.table.Budget.Stopped() {
			return false
		}
	}
	t.Room.Free(r.model)
	c.end(true)
	for _, of := range g.members {
		if of != nil {
			c.gave(of)
		}
	}
	return true
}

// ratings codes the columns of the ratings and their references.
func (c *coding) ratings(g *ratingColumns) {
	t := c.table
	for m, of := range g.members {
		k := c.number(t.number(of) + 1)
		if c.writing() || k == 0 {
			continue
		}
		if k--; k < c.at || k >= len(t.Columns) {
			c.fail("a column of ratings is column %d, expected from %d to %d", k, c.at, len(t.Columns)-1)
			return
		}
		if of = t.Columns[k]; of.decoded || of.Twice() || g.has(of) {
			c.fail("ratings of column %s are there already, or two of a game", of.name())
		}
		g.members[m] = of
	}
	if g.members[0] == nil || g.members[1] == nil {
		c.fail("the ratings of a side have no column")
	}
	for m, f := range g.forms {
		g.forms[m] = values.NumberForm(c.form(int(f), int(values.Signed), "ratings"))
	}
	c.references(g.players[:])
	g.speed, g.result = c.reference(g.speed), c.reference(g.result)
	if g.players[0] == nil || g.players[1] == nil {
		c.fail("ratings name no columns of players")
	}
}
