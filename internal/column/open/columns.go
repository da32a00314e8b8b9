package open

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/text"
)

// Column is one of the columns of numbers. 0 means that a game does not have it.
type Column uint8

const (
	WhiteElo Column = iota // 1 + the rating
	BlackElo
	Day    // first possible day of the game
	Days   // number of possible days
	Result // 1 + tagvalue.Result
	ECO    // 1 + the number of the ECO code
	Plies  // 1 + half-moves
	NumColumns
)

// columnNames are the names of the columns' streams.
var columnNames = [NumColumns]string{"WhiteElo", "BlackElo", "days", "numbers of days", "results", "ECO", "half-moves"}

// AllColumns returns all columns.
func AllColumns() (all []Column) {
	for c := range NumColumns {
		all = append(all, c)
	}
	return all
}

// Values are the numbers of a game in all columns.
type Values [NumColumns]uint64

// ValuesOf returns the numbers of a game with some tags and facts.
func ValuesOf(tags []tagvalue.Tag, facts tagvalue.Facts) (v Values) {
	for side, name := range [...]string{"WhiteElo", "BlackElo"} {
		if n, ok := tagvalue.ParseRating(tagvalue.First(tags, name)); ok {
			v[int(WhiteElo)+side] = uint64(n) + 1
		}
	}
	if d := DaysOf(tags); d.Known() {
		v[Day], v[Days] = d.First, d.Last-d.First+1
	}
	v[Result] = uint64(facts.Result) + 1
	v[ECO] = uint64(tagvalue.ParseECO(tagvalue.First(tags, "ECO")) + 1)
	v[Plies] = uint64(facts.Plies) + 1
	return v
}

// DaysOf returns the possible days of a game: those of its Date or, if that has no year,
// of UTCDate.
func DaysOf(tags []tagvalue.Tag) tagvalue.Days {
	if d := tagvalue.ParseDate(tagvalue.First(tags, "Date")); d.Known() {
		return d
	}
	return tagvalue.ParseDate(tagvalue.First(tags, "UTCDate"))
}

// RatingOf returns the rating for a number of a column, 0 if there is none.
func RatingOf(n uint64) int { return int(min(max(n, 1)-1, tagvalue.MaxNumber)) }

// numberTag is a tag whose values follow from columns of numbers: usual appends the usual
// spelling of a value, nothing for a game that usually has no such tag.
type numberTag struct {
	name    string
	columns []Column // the exceptions stand in the first
	usual   func(dst []byte, v *Values) []byte
}

var numberTags = [...]numberTag{
	{"WhiteElo", []Column{WhiteElo}, func(dst []byte, v *Values) []byte { return appendRating(dst, v[WhiteElo]) }},
	{"BlackElo", []Column{BlackElo}, func(dst []byte, v *Values) []byte { return appendRating(dst, v[BlackElo]) }},
	{"Date", []Column{Day, Days}, func(dst []byte, v *Values) []byte {
		if v[Days] == 0 {
			return dst
		}
		return tagvalue.Days{First: v[Day], Last: v[Day] + v[Days] - 1}.AppendText(dst)
	}},
	{"Result", []Column{Result}, func(dst []byte, v *Values) []byte {
		if n := v[Result]; n > 0 && n <= uint64(tagvalue.OtherResult) {
			dst = append(dst, tagvalue.Result(n-1).String()...)
		}
		return dst
	}},
	{"ECO", []Column{ECO}, func(dst []byte, v *Values) []byte {
		if n := v[ECO]; n > 0 && n <= tagvalue.ECOCodes {
			dst = tagvalue.AppendECO(dst, int(n-1))
		}
		return dst
	}},
}

func appendRating(dst []byte, n uint64) []byte {
	if n == 0 {
		return dst
	}
	return strconv.AppendUint(dst, n-1, 10)
}

// NumberTags returns the tags whose values columns of numbers may give.
func NumberTags() (names []string) {
	for k := range numberTags {
		names = append(names, numberTags[k].name)
	}
	return names
}

// numberOf returns the number of a tag among numberTags, or -1.
func numberOf(tag string) int {
	return slices.IndexFunc(numberTags[:], func(t numberTag) bool { return t.name == tag })
}

// tagOf returns the number of the tag among numberTags whose exceptions stand in a column,
// or -1.
func tagOf(c Column) int {
	return slices.IndexFunc(numberTags[:], func(t numberTag) bool { return t.columns[0] == c })
}

// Gives reports whether an open column may give the values of a tag.
func Gives(tag string) bool {
	return tag == players[0] || tag == players[1] || numberOf(tag) >= 0 || ListKind(tag) != 0
}

// odd are the exceptions of a block: values that are not written as usual.
type odd struct {
	games []int // in the block, ascending
	texts [][]byte
}

// append appends the exceptions of a block, nothing if it has none.
func (o *odd) append(dst []byte) []byte {
	if len(o.games) == 0 {
		return dst
	}
	dst = binfmt.AppendUvarint(dst, uint64(len(o.games)))
	before := -1
	for _, g := range o.games {
		dst = binfmt.AppendUvarint(dst, uint64(g-before-1))
		before = g
	}
	return text.Append(dst, o.texts, text.Quick, nil)
}

// parseOdd reads the exceptions of a block of so many games, which are all of src.
func (s *Source) parseOdd(src []byte, games int) (o odd, err error) {
	if len(src) == 0 {
		return o, nil
	}
	n, rest, err := binfmt.Uvarint(src)
	if err != nil || n == 0 || n > uint64(games) {
		return o, corrupt.New("exceptions of a block are more than its games")
	}
	before := -1
	for range n {
		var gap uint64
		if gap, rest, err = binfmt.Uvarint(rest); err != nil || gap >= uint64(games-before-1) {
			return o, corrupt.New("an exception is of a game that the block does not have")
		}
		before += 1 + int(gap)
		o.games = append(o.games, before)
	}
	o.texts, err = text.DecodeUpTo(rest, int(n), int(s.Frame.Input), 0, s.Budget)
	return o, err
}

// AppendColumns appends the streams of all columns of numbers, by kind. Stored reports
// for each tag whether its values are given by them; of others the first value of each
// game is told but not given back: value returns it, nil for none.
func AppendColumns(dst []archive.Stream, values []Values, gives func(tag string) bool, value func(game int, tag string) []byte) []archive.Stream {
	games := len(values)
	blocks := make([][NumColumns][]byte, gameBlocks(games))
	var numbers []uint64
	var room []byte
	for i := range blocks {
		from, to := i*BlockGames, min((i+1)*BlockGames, games)
		for c := range NumColumns {
			numbers = numbers[:0]
			for g := from; g < to; g++ {
				numbers = append(numbers, values[g][c])
			}
			blocks[i][c] = appendNumbers(nil, numbers)
		}
		for k := range numberTags {
			t := &numberTags[k]
			if !gives(t.name) {
				continue
			}
			var o odd
			for g := from; g < to; g++ {
				v := value(g, t.name)
				if v == nil {
					continue
				}
				if room = t.usual(room[:0], &values[g]); len(room) == 0 || !bytes.Equal(v, room) {
					o.games, o.texts = append(o.games, g-from), append(o.texts, v)
				}
			}
			at := &blocks[i][t.columns[0]]
			*at = o.append(*at)
		}
	}
	list := make([][]byte, len(blocks))
	for c := range NumColumns {
		for i := range blocks {
			list[i] = blocks[i][c]
		}
		kind := KindNumbers + uint16(c)
		head := []byte{0}
		if k := tagOf(c); k >= 0 && gives(numberTags[k].name) {
			head[0] = 1
		}
		dst = append(dst, archive.Stream{Kind: kind, Data: archive.AppendBlocks(nil, kind, int64(games), head, list)})
	}
	return dst
}

// Columns are columns of numbers of a frame's games.
type Columns struct {
	src     Source
	columns [NumColumns]*numberColumn // nil before the first use
}

type numberColumn struct {
	column
	gives bool
	odd   [][]byte // of each block, to be parsed
	fails blocks
}

// NewColumns returns the columns of a frame that has some.
func NewColumns(s Source) *Columns { return &Columns{src: s} }

// HasColumns reports whether a frame has columns of numbers.
func HasColumns(f *archive.Frame) bool {
	_, ok := f.Stream(KindNumbers)
	return ok
}

// Load reads columns, which Append then gives. The error is damage.
func (c *Columns) Load(columns ...Column) error {
	for _, k := range columns {
		if c.columns[k] != nil {
			continue
		}
		n, err := c.src.readColumn(k)
		if err != nil {
			return err
		}
		c.columns[k] = n
	}
	return nil
}

func (s *Source) readColumn(k Column) (*numberColumn, error) {
	b, ok, err := s.blocksOf(KindNumbers + uint16(k))
	if err != nil {
		return nil, err
	}
	games := int(s.Frame.Games)
	if !ok || b.Len() != gameBlocks(games) || len(b.Head) != 1 || b.Head[0] > 1 || b.Head[0] == 1 && tagOf(k) < 0 {
		return nil, corrupt.In(Name(KindNumbers+uint16(k)), corrupt.New("a column of numbers is missing, or is not of the frame's games"))
	}
	n := &numberColumn{gives: b.Head[0] == 1, fails: b}
	n.blocks = make([]numbers, b.Len())
	n.odd = make([][]byte, b.Len())
	for i := range n.blocks {
		from, to := b.games(i)
		data, err := b.Block(i)
		if err == nil {
			n.blocks[i], n.odd[i], err = parseNumbers(data, to-from)
		}
		if err == nil && !n.gives && len(n.odd[i]) > 0 {
			err = corrupt.New("a block of numbers has bytes left over")
		}
		if err != nil {
			n.blocks[i], n.odd[i] = numbers{count: to - from}, nil
			if err = b.fail(i, err); err != nil {
				return nil, err
			}
		}
	}
	return n, nil
}

// Append appends the numbers of a loaded column, one for each game, to dst.
func (c *Columns) Append(dst []uint64, k Column) []uint64 {
	return c.AppendSome(dst, k, 0, int(c.src.Frame.Games))
}

// AppendSome is Append for the games with numbers from <= number < to, which must exist.
func (c *Columns) AppendSome(dst []uint64, k Column, from, to int) []uint64 {
	return c.columns[k].append(dst, from, to)
}

// Of returns the frame of the columns.
func (c *Columns) Of() *archive.Frame { return c.src.Frame }

// Games returns the number of games.
func (c *Columns) Games() int { return int(c.src.Frame.Games) }

// Texts returns for each game the first value of a tag as it is written, nil for a game
// whose column does not tell: whether it has the tag is for the caller to know. It
// returns nil if the columns do not give the tag's values.
func (c *Columns) Texts(tag string) ([][]byte, error) {
	k := numberOf(tag)
	if k < 0 {
		return nil, nil
	}
	t := &numberTags[k]
	if err := c.Load(t.columns...); err != nil {
		return nil, err
	}
	first := c.columns[t.columns[0]]
	if !first.gives {
		return nil, nil
	}
	var lists [NumColumns][]uint64
	for _, k := range t.columns {
		lists[k] = c.Append(nil, k)
	}
	all := make([][]byte, c.src.Frame.Games)
	var v, last Values
	var usual []byte // spelling of the previous numbers
	for g := range all {
		for _, k := range t.columns {
			v[k] = lists[k][g]
		}
		if v != last {
			usual, last = t.usual(nil, &v), v
		}
		if len(usual) > 0 {
			all[g] = usual
		}
	}
	for i, src := range first.odd {
		from, to := first.fails.games(i)
		o, err := c.src.parseOdd(src, to-from)
		if err != nil {
			if err = first.fails.fail(i, err); err != nil {
				return nil, err
			}
			continue
		}
		for n, g := range o.games {
			all[from+g] = o.texts[n]
		}
	}
	return all, nil
}
