package tags

import (
	"slices"

	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/gameframe/tags/valueform"
)

// Ratings are those of both players and by how much the game changed them,
// game by game:
//
//	| columns: number + 1 uvarint x 4, 0 for none | forms, a byte each |
//	| White, Black, speed, Result: number + 1 uvarint each, 0 for none |
//	| exceptions: length uvarint, column of texts | string of the range coder |
//
// The columns are those of WhiteElo, BlackElo, WhiteRatingDiff and
// BlackRatingDiff. Speeds are what another column, such as Event, has different
// values for. What the numbers depend on is said where they are coded.

const (
	// leastRatings is the number of games below which ratings have no history.
	leastRatings = 8
	// maxSpeeds bounds the number of events that may be speeds.
	maxSpeeds = 64
)

// ratingColumns returns the columns of ratings, nil if there are none.
func (t *Table) ratingColumns() *ratingColumns {
	if !t.askedRatings {
		t.ratings, t.askedRatings = t.findRatings(), true
	}
	return t.ratings
}

// isRating reports whether c is one of the columns of ratings.
func (t *Table) isRating(c *Column) bool {
	g := t.ratingColumns()
	return g != nil && slices.Contains(g.members[:], c)
}

func (t *Table) findRatings() *ratingColumns {
	g := &ratingColumns{lead: -1}
	for m, name := range ratingNames {
		k := t.find(name, len(t.Columns))
		if k < 0 {
			continue
		}
		form, ok := ratingForm(t.Columns[k])
		if !ok {
			continue
		}
		g.members[m], g.forms[m] = t.Columns[k], form
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
	if g.speed = before("Event"); g.speed != nil && len(g.speed.distinctValues()) > maxSpeeds {
		g.speed = nil
	}
	return g
}

// ratingForm returns the form of the numbers of c; false if they are no
// ratings.
func ratingForm(c *Column) (form valueform.NumberForm, ok bool) {
	if len(c.Values) < leastRatings || c.uniform() || !c.ascending() {
		return 0, false
	}
	var bad [2]int // of each form
	for _, v := range c.Values {
		for f := range bad {
			if _, ok := valueform.NumberForm(f).Parse(v); !ok {
				bad[f]++
			}
		}
	}
	if bad[valueform.Signed] < bad[valueform.Plain] {
		form = valueform.Signed
	}
	return form, bad[form]*2 <= len(c.Values)
}

// encodeRatings stores all columns of ratings in the first.
func encodeRatings(e *encoder) ([]byte, bool) {
	t := e.table
	g := t.ratingColumns()
	if g == nil || e.at != g.lead {
		return nil, false
	}
	out := e.appendReferences(nil, g.members[:]...)
	for _, f := range g.forms {
		out = append(out, byte(f))
	}
	out = e.appendReferences(out, g.white, g.black, g.speed, g.result)
	coder := encode(nil)
	r := newRater(t, g, coder)
	for game := range int32(t.Games) {
		_ = r.game(game) // writing does not fail
	}
	t.Room.Free(r.model)
	return append(appendExceptions(out, r.exceptions.left), coder.Enc.Finish()...), true
}

// decodeRatings reads what encodeRatings stores.
func decodeRatings(d *decoder) error {
	t := d.table
	g, err := d.ratingColumns()
	if err != nil {
		return err
	}
	rows := 0
	for _, c := range g.members {
		if c != nil {
			rows += len(c.Rows)
		}
	}
	exceptions, err := d.exceptions(rows)
	if err != nil {
		return err
	}
	coder := d.coder()
	r := newRater(t, g, coder)
	r.exceptions, r.charge = exceptions, d.charge
	for game := range int32(t.games()) {
		err := r.game(game)
		if coder.Dec.Err() != nil {
			err = errEnds()
		}
		if err != nil {
			return corrupt.AtGame(int(game), err)
		}
	}
	t.Room.Free(r.model)
	if err := d.end(coder, r.exceptions); err != nil {
		return err
	}
	for m, c := range g.members {
		if c != nil {
			c.Values, c.decoded = r.values[m], true
		}
	}
	return nil
}

// ratingColumns reads which columns have the ratings and what they depend on.
func (d *decoder) ratingColumns() (*ratingColumns, error) {
	t := d.table
	g := &ratingColumns{lead: d.at}
	for m := range g.members {
		k, err := d.number()
		if err != nil {
			return nil, err
		}
		if k == 0 {
			continue
		}
		if k--; k < d.at || k >= len(t.Columns) {
			return nil, corrupt.Newf("a column of ratings is column %d, expected from %d to %d", k, d.at, len(t.Columns)-1)
		}
		if c := t.Columns[k]; c.decoded || !c.ascending() || slices.Contains(g.members[:], c) {
			return nil, corrupt.Newf("ratings of column %s are there already, or two of a game", c.name())
		}
		g.members[m] = t.Columns[k]
	}
	if g.members[0] == nil || g.members[1] == nil {
		return nil, corrupt.New("the ratings of a side have no column")
	}
	for m := range g.forms {
		f, err := d.byte()
		if err != nil {
			return nil, err
		}
		if valueform.NumberForm(f) > valueform.Signed {
			return nil, corrupt.Newf("ratings have form %d, the last is %d", f, valueform.Signed)
		}
		g.forms[m] = valueform.NumberForm(f)
	}
	for _, at := range []**Column{&g.white, &g.black, &g.speed, &g.result} {
		var err error
		if *at, err = d.reference(); err != nil {
			return nil, err
		}
	}
	if g.white == nil || g.black == nil {
		return nil, corrupt.New("ratings name no columns of players")
	}
	return g, nil
}
