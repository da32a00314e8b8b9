package main

// part is a part of the format that can be switched off by a replacement in the source,
// for encoder and decoder at once.
type part struct{ name, file, old, new string }

const (
	tagsRoom     = "internal/column/tags/"
	commentsRoom = "internal/column/comments/"
)

// parts are those of moves, of columns of tags, of comments and of the layout.
var parts = []part{
	{"moves: groups of 8 games, not 32", "internal/entropy/choices/choices.go", "const GroupGames = 8", "const GroupGames = 32"},
	{"openings: shares that learn", "internal/frame/game/openings/coder.go", "\t\ts.learn(beneath, weight)\n", ""},
	{"openings: a player's own pieces", "internal/frame/game/openings/coder.go", "c.fromCounts(nodes[layer], layer)", "if layer == byPieces {\n\t\t\tnodes[layer] = noNode\n\t\t}\n\t\tc.fromCounts(nodes[layer], layer)"},
	{"tags: copies", tagsRoom + "method.go", "{methodCopies, \"copies\", codeCopies},\n", "\n"},
	{"tags: identifiers", tagsRoom + "method.go", "{methodIdentifiers, \"identifiers\", codeIdentifiers},\n", "\n"},
	{"tags: numbers and times", tagsRoom + "table.go", "c.form, c.around, c.numeric = values.FindNumbers(c.Values)", "c.form, c.around, _ = values.FindNumbers(c.Values)"},
	{"tags: columns coded together, starts and ends", tagsRoom + "together.go", "start.mayJoin() && end.mayJoin()", "false"},
	{"tags: what players have", tagsRoom + "together.go", "return hits*4 > seen*3", "return false"},
	{"tags: ratings", tagsRoom + "together.go", "g.ratings = t.findRatings()", "g.ratings = nil"},
	{"tags: names of players in values", tagsRoom + "dictionary.go", "n*10 < len(out)", "true"},
	{"numbers: base plies", tagsRoom + "series/series.go", "there[baseZero], there[baseBefore], there[basePlies] = true, true, true", "there[baseZero], there[baseBefore] = true, true"},
	{"numbers: base next", tagsRoom + "series/series.go", "return next, n.known > 0", "return next, false"},
	{"numbers: base sum", tagsRoom + "series/series.go", "base[baseSum], there[baseSum] = s.form.Sum(base[baseReference], v), true", "_ = v"},
	{"ratings: outcomes", tagsRoom + "ratings/rating.go", "return uint32(points>>(pointBits-1)) + 1", "return 0"},
	{"comments: the difference again", commentsRoom + "numbers.go", "const leastAgain = 96", "const leastAgain = 1 << 60"},
	{"comments: base first of the time control", commentsRoom + "field.go", "else if v, ok := f.first[at.Control]; ok {", "else if v, ok := f.first[at.Control]; ok && false {"},
	{"comments: base mirror", commentsRoom + "field.go", "b.add(baseMirror, -other.last)", ""},
	{"comments: base spent", commentsRoom + "field.go", "b.add(baseSpent, own.last-before[n-1].value)", ""},
	{"comments: products", commentsRoom + "field.go", "if n > 2 {", "if false {"},
	{"comments: twins", commentsRoom + "field.go", "t.right >= twinSure", "false"},
	{"comments: a base stays", commentsRoom + "field.go", "there[f.used] &&", "false &&"},
	{"comments: off by the same", commentsRoom + "field.go", "if d == own.off[i] {", "if false {"},
}
