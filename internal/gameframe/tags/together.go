package tags

import (
	"slices"

	"github.com/chesszip/chesszip/internal/gameframe/tags/valueform"
)

const (
	// leastNames is the number of games below which names are no players.
	leastNames = 8
	// leastRatings is the number of games below which ratings have no history.
	leastRatings = 8
	// maxSpeeds bounds the number of events that may be speeds.
	maxSpeeds = 64
)

// has reports whether c is one of the columns of ratings; no ratings have none.
func (g *ratingColumns) has(c *Column) bool { return g != nil && slices.Contains(g.members[:], c) }

// together returns the columns of ratings and of players, nil for none.
func (t *Table) together() (*ratingColumns, *playerColumns) {
	if !t.asked {
		t.asked, t.ratings, t.players = true, t.findRatings(), t.findPlayers()
	}
	return t.ratings, t.players
}

func (t *Table) findRatings() *ratingColumns {
	g := &ratingColumns{lead: len(t.Columns)}
	for m, name := range ratingNames {
		c := t.find(name, len(t.Columns))
		if c == nil {
			continue
		}
		if form, ok := ratingForm(c); ok {
			g.members[m], g.forms[m], g.lead = c, form, min(g.lead, t.number(c))
		}
	}
	g.players = [2]*Column{t.find("White", g.lead), t.find("Black", g.lead)}
	if g.members[0] == nil || g.members[1] == nil || g.players[0] == nil || g.players[1] == nil {
		return nil
	}
	g.result, g.speed = t.find("Result", g.lead), t.find("Event", g.lead)
	if g.speed != nil && g.speed.distinctValues() > maxSpeeds {
		g.speed = nil
	}
	return g
}

// ratingForm returns the form of the numbers of c; false if they are no
// ratings.
func ratingForm(c *Column) (form valueform.NumberForm, ok bool) {
	if len(c.Values) < leastRatings || c.uniform() || c.twice() {
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

// findPlayers returns the columns of the players, nil if they cannot be coded
// together.
func (t *Table) findPlayers() *playerColumns {
	p := new(playerColumns)
	for side, name := range playerNames {
		c := t.find(name, len(t.Columns))
		if c == nil || len(c.Values) < leastNames || c.uniform() || c.twice() {
			return nil
		}
		p.columns[side] = c
	}
	if p.lead, p.other = t.number(p.columns[0]), t.number(p.columns[1]); p.lead > p.other {
		return nil
	}
	return p
}
