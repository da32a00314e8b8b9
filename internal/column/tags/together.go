package tags

import (
	"slices"
	"strings"

	"github.com/chesszip/chesszip/internal/column/tags/values"
)

const (
	// leastTogether is the least number of games for which it is worth coding columns
	// together.
	leastTogether = 8
	// maxSpeeds bounds the number of events that may be speeds.
	maxSpeeds = 64
)

// group returns the group of a column, or nil.
func (t *Table) group(c *Column) *group { return t.together().of[c] }

// together returns the groups of the table.
func (t *Table) together() *groups {
	if t.groups == nil {
		t.groups = &groups{of: map[*Column]*group{}}
		if !t.Plain {
			t.findGroups(t.groups)
		}
	}
	return t.groups
}

func (t *Table) findGroups(g *groups) {
	add := func(method byte, columns ...*Column) {
		of := &group{method: method, columns: columns, lead: len(t.Columns)}
		for _, c := range columns {
			if c != nil {
				g.of[c], of.lead = of, min(of.lead, t.number(c))
			}
		}
	}
	if g.ratings = t.findRatings(); g.ratings != nil {
		add(methodRatings, g.ratings.members[:]...)
	}
	if p := t.findSides(""); p != nil {
		g.players = p
		add(methodPlayers, p.columns[:]...)
		for _, c := range t.Columns {
			if name, ok := strings.CutPrefix(c.Name, "White"); ok && name != "" && g.of[c] == nil {
				if s := t.findSides(name); s != nil && g.of[s.columns[1]] == nil && t.recurs(p, s) {
					s.players = p.columns
					add(methodPlayers, s.columns[:]...)
				}
			}
		}
	}
	for _, names := range [...][2]string{{"UTCTime", "EndTime"}, {"StartTime", "EndTime"}, {"GameStartTime", "GameEndTime"}} {
		start, end := t.find(names[0], len(t.Columns)), t.find(names[1], len(t.Columns))
		if start.mayJoin() && end.mayJoin() && g.of[end] == nil && start.findNumbers() && end.findNumbers() && start.form == end.form && start.form.Time() {
			add(methodNumbers, start, end)
		}
	}
}

// mayJoin reports whether a column can be coded with others.
func (c *Column) mayJoin() bool {
	return c != nil && !c.Open && len(c.Values) >= leastTogether && !c.uniform() && !c.Twice()
}

func (t *Table) findRatings() *ratingColumns {
	g := &ratingColumns{lead: len(t.Columns)}
	for m, name := range ratingNames {
		c := t.find(name, len(t.Columns))
		if !c.mayJoin() {
			continue
		}
		if form, ok := values.FindIntegers(c.Values); ok {
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

// has reports whether c is one of the columns of ratings; g may be nil.
func (g *ratingColumns) has(c *Column) bool { return g != nil && slices.Contains(g.members[:], c) }

// findSides returns the columns whose names are White and Black followed by name, or
// nil if they cannot be coded together.
func (t *Table) findSides(name string) *playerColumns {
	p := new(playerColumns)
	for side, of := range playerNames {
		if p.columns[side] = t.find(of+name, len(t.Columns)); !p.columns[side].mayJoin() {
			return nil
		}
	}
	if t.number(p.columns[0]) > t.number(p.columns[1]) {
		return nil
	}
	return p
}

// recurs reports whether most values of two columns are their players' last ones, if
// any.
func (t *Table) recurs(players, of *playerColumns) bool {
	last := map[string][]byte{}
	hits, seen := 0, 0
	for game := range int32(t.Games) {
		for side, c := range of.columns {
			v := c.value(t, game)
			if v == nil {
				continue
			}
			name := string(players.columns[side].value(t, game))
			if before, ok := last[name]; ok {
				if seen++; slices.Equal(before, v) {
					hits++
				}
			}
			last[name] = v
		}
	}
	return hits*4 > seen*3
}
