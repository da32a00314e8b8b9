package chesszip

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/frameview"
	"github.com/chesszip/chesszip/internal/playername"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// sortKey is one of the keys of SortOptions.By.
type sortKey struct {
	*sortField
	descending bool
}

// sortField appends what is compared of a game.
type sortField struct {
	names  []string
	plies  bool // it needs their number
	append func(k *keyWriter, g *sortedGame)
}

// sortedGame is what keys are made of.
type sortedGame struct {
	tags  []tagvalue.Tag
	plies int
}

func (g *sortedGame) tag(names ...string) []byte { return tagvalue.First(g.tags, names...) }

// sortFields are the keys by their names.
var sortFields = [...]sortField{
	{[]string{"date"}, false, (*keyWriter).date},
	{[]string{"elo", "rating"}, false, func(k *keyWriter, g *sortedGame) {
		white, black := tagvalue.ParseNumber(g.tag("WhiteElo")), tagvalue.ParseNumber(g.tag("BlackElo"))
		if white == 0 || black == 0 {
			white, black = max(white, black), max(white, black)
		}
		k.number(white+black, white > 0)
	}},
	{[]string{"white-elo"}, false, func(k *keyWriter, g *sortedGame) { k.rating(g.tag("WhiteElo")) }},
	{[]string{"black-elo"}, false, func(k *keyWriter, g *sortedGame) { k.rating(g.tag("BlackElo")) }},
	{[]string{"eco"}, false, func(k *keyWriter, g *sortedGame) {
		code := tagvalue.ParseECO(bytes.ToUpper(g.tag("ECO")))
		k.number(code, code >= 0)
	}},
	{[]string{"player"}, false, func(k *keyWriter, g *sortedGame) {
		k.name(g.tag("White"))
		k.name(g.tag("Black"))
	}},
	{[]string{"white"}, false, func(k *keyWriter, g *sortedGame) { k.name(g.tag("White")) }},
	{[]string{"black"}, false, func(k *keyWriter, g *sortedGame) { k.name(g.tag("Black")) }},
	{[]string{"ply", "length"}, true, func(k *keyWriter, g *sortedGame) { k.number(g.plies, true) }},
	{[]string{"event"}, false, func(k *keyWriter, g *sortedGame) { k.text(playername.Fold(value(g.tag("Event")))) }},
	{[]string{"site"}, false, func(k *keyWriter, g *sortedGame) { k.text(playername.Fold(value(g.tag("Site")))) }},
	{[]string{"round"}, false, func(k *keyWriter, g *sortedGame) { k.round(g.tag("Round")) }},
	{[]string{"result"}, false, func(k *keyWriter, g *sortedGame) {
		r := tagvalue.ParseAnyResult(g.tag("Result"))
		order := map[tagvalue.Result]int{tagvalue.WhiteWins: 1, tagvalue.Draw: 2, tagvalue.BlackWins: 3}
		k.number(order[r], order[r] > 0)
	}},
}

// value returns the value of a tag without escapes.
func value(v []byte) string { return strings.TrimSpace(string(pgn.Unescape(nil, v))) }

// parseSortKeys reads SortOptions.By.
func parseSortKeys(by string) ([]sortKey, error) {
	if strings.TrimSpace(by) == "" {
		by = sortFields[0].names[0]
	}
	var keys []sortKey
	for part := range strings.SplitSeq(by, ",") {
		name, minus := strings.CutPrefix(strings.TrimSpace(part), "-")
		i := slices.IndexFunc(sortFields[:], func(f sortField) bool { return slices.Contains(f.names, strings.ToLower(name)) })
		if i < 0 {
			var names []string
			for _, f := range sortFields {
				names = append(names, f.names[0])
			}
			return nil, &QueryError{Field: "by", Text: by, Want: strings.Join(names, ", ") + ", or several by commas, with a minus for the other order"}
		}
		keys = append(keys, sortKey{&sortFields[i], minus})
	}
	return keys, nil
}

// keyReader reads the keys of games.
type keyReader struct {
	keys  []sortKey
	plies bool
	line  pgn.Line
	tags  []tagvalue.Tag
	step  func() bool
}

// newKeyReader returns a keyReader; step counts the work on a half-move.
func newKeyReader(keys []sortKey, step func() bool) *keyReader {
	r := &keyReader{keys: keys, line: pgn.Line{Anyway: true}, step: step}
	for _, k := range keys {
		r.plies = r.plies || k.plies
	}
	return r
}

// read returns the key of the game of a text: keys compare as games do.
func (r *keyReader) read(text []byte) []byte {
	r.tags = frameview.AppendTags(r.tags[:0], text)
	g := &sortedGame{tags: r.tags}
	if r.plies {
		plies := -1 // for the start position
		r.line.Each(text, func(*board.Position, board.Move) bool {
			plies++
			return r.step()
		})
		g.plies = max(plies, 0)
	}
	var w keyWriter
	for _, k := range r.keys {
		w.descending = k.descending
		k.append(&w, g)
	}
	return w.key
}

// keyWriter writes parts of a key that compare as bytes. A part begins with 0, or is a 1
// where it is not known, in both orders; what follows a 0 is inverted where the order is
// the other one, and ends by itself.
type keyWriter struct {
	key        []byte
	descending bool
}

// part writes a part; one that is not known ends there.
func (w *keyWriter) part(known bool, bytes ...byte) {
	if !known {
		w.key = append(w.key, 1)
		return
	}
	w.key = append(w.key, 0)
	for _, b := range bytes {
		if w.descending {
			b = ^b
		}
		w.key = append(w.key, b)
	}
}

func (w *keyWriter) number(n int, known bool) {
	w.part(known, binary.BigEndian.AppendUint32(nil, uint32(n))...)
}

func (w *keyWriter) rating(v []byte) {
	n := tagvalue.ParseNumber(v)
	w.number(n, n > 0)
}

// maxKeyText is how many bytes of a text count.
const maxKeyText = 256

// text writes a text, which ends with a zero.
func (w *keyWriter) text(text string) {
	text = strings.ReplaceAll(text[:min(len(text), maxKeyText)], "\x00", "\x01")
	w.part(text != "", append([]byte(text), 0)...)
}

func (w *keyWriter) name(v []byte) {
	n := playername.Parse(value(v))
	w.text(string(n.AppendSorting(nil)))
}

// date writes year, month and day, the time of the day and the round, each as far as it is
// known.
func (w *keyWriter) date(g *sortedGame) {
	var d tagvalue.Days
	for _, name := range []string{"Date", "UTCDate"} {
		if d = tagvalue.ParseDate(g.tag(name)); d.Known() {
			break
		}
	}
	span := d.Last - d.First
	w.part(d.Known(), binary.BigEndian.AppendUint32(nil, uint32(d.First/tagvalue.Day(1, 1, 1)))...)
	w.part(d.Known() && span < tagvalue.Day(1, 1, 1)-1, binary.BigEndian.AppendUint64(nil, d.First/tagvalue.Day(0, 2, 1))...)
	w.part(d.Known() && span == 0, binary.BigEndian.AppendUint64(nil, d.First)...)
	time := digits(g.tag("UTCTime"))
	w.part(len(time) == timeDigits, time...)
	w.round(g.tag("Round"))
}

// timeDigits is how many a time such as 17:04:59 has.
const timeDigits = 6

// digits returns the digits of a value of colons and digits.
func digits(v []byte) (all []byte) {
	for _, c := range v {
		switch {
		case c >= '0' && c <= '9':
			all = append(all, c)
		case c != ':':
			return nil
		}
	}
	return all
}

// maxRounds is how many numbers of a round count.
const maxRounds = 4

// round writes the numbers of a round: 3 stands before 3.1.
func (w *keyWriter) round(v []byte) {
	numbers := tagvalue.RoundNumbers(v)
	numbers = numbers[:min(len(numbers), maxRounds)]
	known := len(numbers) > 0
	var b []byte
	for i := range maxRounds {
		n := uint32(0)
		if i < len(numbers) {
			n = uint32(numbers[i]) + 1
		}
		b = binary.BigEndian.AppendUint32(b, n)
	}
	w.part(known, b...)
}
