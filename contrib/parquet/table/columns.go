package table

import "github.com/parquet-go/parquet-go"

// column is a column of a table.
type column struct {
	name   string
	node   parquet.Node
	leaf   int // its first leaf
	leaves int
	bloom  bool // has a Bloom filter
	whole  bool // has no statistics: long texts, which are never compared
	asked  bool // is written only on request
	fit    int  // index of the fit of its tag, or -1
	part   int  // index among the fit's columns
	put    func(*game, *cells)
}

// tagColumn is a column of the value of a tag.
func tagColumn(name string, node parquet.Node, fit, part int) column {
	return column{name: name, node: node, leaves: 1, fit: fit, part: part}
}

// madeColumn is a column that is not a tag.
func madeColumn(name string, node parquet.Node, put func(*game, *cells)) column {
	return column{name: name, node: node, leaves: 1, fit: -1, put: put}
}

// allColumns returns all columns, and the fits of those that hold tags.
func allColumns() ([]column, []fit) {
	var t columnList
	t.lichess()
	t.added()
	return t.columns, t.fits
}

type columnList struct {
	columns []column
	fits    []fit
}

// tag adds the columns of a fit, with their types in order.
func (t *columnList) tag(f fit, nodes ...parquet.Node) *column {
	t.fits = append(t.fits, f)
	for i, node := range nodes {
		t.columns = append(t.columns, tagColumn(f.columns[i], node, len(t.fits)-1, i))
	}
	return &t.columns[len(t.columns)-1]
}

func (t *columnList) add(c column) *column {
	t.columns = append(t.columns, c)
	return &t.columns[len(t.columns)-1]
}

// lichess adds the columns of the files at
// huggingface.co/datasets/Lichess/standard-chess-games, in their order. Times are
// time32[s] there; Parquet has milliseconds, and Arrow writes them as UTC.
func (t *columnList) lichess() {
	t.tag(textFit("Event", "Event"), text(dictionary))
	t.tag(textFit("Site", "Site"), text(dictionary)).bloom = true
	t.tag(textFit("White", "White"), text(dictionary)).bloom = true
	t.tag(textFit("Black", "Black"), text(dictionary)).bloom = true
	t.tag(textFit("Result", "Result"), text(dictionary))
	t.tag(textFit("WhiteTitle", "WhiteTitle"), text(dictionary))
	t.tag(textFit("BlackTitle", "BlackTitle"), text(dictionary))
	t.tag(ratingFit("WhiteElo", "WhiteElo"), number(parquet.Int(16)))
	t.tag(ratingFit("BlackElo", "BlackElo"), number(parquet.Int(16)))
	t.tag(diffFit("WhiteRatingDiff", "WhiteRatingDiff"), number(parquet.Int(16)))
	t.tag(diffFit("BlackRatingDiff", "BlackRatingDiff"), number(parquet.Int(16)))
	t.tag(dateFit("UTCDate", "UTCDate"), number(parquet.Date()))
	t.tag(timeFit("UTCTime", "UTCTime"), number(parquet.Time(parquet.Millisecond)))
	t.tag(textFit("ECO", "ECO"), text(dictionary))
	t.tag(textFit("Opening", "Opening"), text(dictionary))
	t.tag(textFit("Termination", "Termination"), text(dictionary))
	t.tag(textFit("TimeControl", "TimeControl"), text(dictionary))
	t.add(madeColumn(movetextColumn, text(plain), putMovetext)).whole = true
}

// The columns that Read uses.
const (
	movetextColumn = "movetext"
	evalsColumn    = "evals"
	movesColumn    = "moves_uci"
	clocksColumn   = "clocks_ms"
	nagsColumn     = "nags"
	markerColumn   = "marker"
	encodingColumn = "encoding"
	orderColumn    = "tag_order"
	tagsColumn     = "tags"
)

// added adds the columns that Lichess' files lack.
func (t *columnList) added() {
	t.tag(dateFit("Date", "Date"), number(parquet.Date()))
	t.add(madeColumn("Year", number(parquet.Int(16)), putYear))
	t.tag(textFit("Round", "Round"), text(dictionary))
	t.add(madeColumn("Plies", number(parquet.Int(32)), putPlies))
	t.add(madeColumn("OpeningName", text(dictionary), putOpeningName))
	t.add(madeColumn("Base", number(parquet.Int(32)), putControl(false)))
	t.add(madeColumn("Increment", number(parquet.Int(32)), putControl(true)))
	t.add(madeColumn(movesColumn, text(plain), putMoves))
	t.add(madeColumn(clocksColumn, listOf(parquet.Int(32), nil), putClocksMS))
	t.add(madeColumn(evalsColumn, listOf(parquet.Int(16), nil), putEvals))
	pairs := func(name string, pair parquet.Group, put func(*game, *cells)) {
		c := t.add(madeColumn(name, pairsOf(pair), put))
		c.leaves = 2
	}
	pairs(nagsColumn, parquet.Group{"nag": parquet.Uint(8), "ply": parquet.Int(32)}, putNAGs)
	t.add(madeColumn(markerColumn, text(dictionary), putMarker))
	t.add(madeColumn(encodingColumn, text(dictionary), putEncoding))
	t.add(madeColumn(orderColumn, text(dictionary), putOrder))
	pairs(tagsColumn, parquet.Group{"name": dictionary(parquet.String()), "value": dictionary(parquet.String())}, putTags)
	t.add(madeColumn("positions", listOf(parquet.Uint(64), nil), putPositions)).asked = true
}
