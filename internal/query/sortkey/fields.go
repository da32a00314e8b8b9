package sortkey

import (
	"bytes"
	"encoding/binary"
	"strings"

	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// field is a sort key.
type field struct {
	names  []string
	tags   []string // that it needs
	plies  bool     // it needs the number of half-moves
	append func(w *writer, g *game)
}

// game is the data that keys are made of.
type game struct {
	tags   []tagvalue.Tag
	plies  int
	result tagvalue.Result
}

func (g *game) tag(name string) []byte { return tagvalue.First(g.tags, name) }

// value returns the value of a tag without escapes.
func (g *game) value(name string) string {
	return strings.TrimSpace(string(pgn.Unescape(nil, g.tag(name))))
}

// fields are all sort keys. The first is the default.
var fields = [...]field{
	{[]string{"date"}, []string{"Date", "UTCDate", "UTCTime", "Round"}, false, appendDate},
	{[]string{"elo", "rating"}, []string{"WhiteElo", "BlackElo"}, false, func(w *writer, g *game) {
		white, black := tagvalue.ParseNumber(g.tag("WhiteElo")), tagvalue.ParseNumber(g.tag("BlackElo"))
		if white == 0 || black == 0 {
			white, black = max(white, black), max(white, black)
		}
		w.number(white+black, white > 0)
	}},
	{[]string{"white-elo"}, []string{"WhiteElo"}, false, func(w *writer, g *game) { appendRating(w, g.tag("WhiteElo")) }},
	{[]string{"black-elo"}, []string{"BlackElo"}, false, func(w *writer, g *game) { appendRating(w, g.tag("BlackElo")) }},
	{[]string{"eco"}, []string{"ECO"}, false, func(w *writer, g *game) {
		code := tagvalue.ParseECO(bytes.ToUpper(g.tag("ECO")))
		w.number(code, code >= 0)
	}},
	{[]string{"player"}, []string{"White", "Black"}, false, func(w *writer, g *game) {
		appendName(w, g.value("White"))
		appendName(w, g.value("Black"))
	}},
	{[]string{"white"}, []string{"White"}, false, func(w *writer, g *game) { appendName(w, g.value("White")) }},
	{[]string{"black"}, []string{"Black"}, false, func(w *writer, g *game) { appendName(w, g.value("Black")) }},
	{[]string{"ply", "length"}, nil, true, func(w *writer, g *game) { w.number(g.plies, true) }},
	{[]string{"event"}, []string{"Event"}, false, func(w *writer, g *game) { w.text(playername.Fold(g.value("Event"))) }},
	{[]string{"site"}, []string{"Site"}, false, func(w *writer, g *game) { w.text(playername.Fold(g.value("Site"))) }},
	{[]string{"round"}, []string{"Round"}, false, func(w *writer, g *game) { appendRound(w, g.tag("Round")) }},
	{[]string{"result"}, []string{"Result"}, false, func(w *writer, g *game) {
		order := map[tagvalue.Result]int{tagvalue.WhiteWins: 1, tagvalue.Draw: 2, tagvalue.BlackWins: 3}
		w.number(order[g.result], order[g.result] > 0)
	}},
}

func appendRating(w *writer, v []byte) {
	n := tagvalue.ParseNumber(v)
	w.number(n, n > 0)
}

func appendName(w *writer, v string) {
	n := playername.Parse(v)
	w.text(string(n.AppendSorting(nil)))
}

// appendDate appends year, month and day, the time of day and the round, each if it is
// known.
func appendDate(w *writer, g *game) {
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
	appendRound(w, g.tag("Round"))
}

// timeDigits is the number of digits of a time such as 17:04:59.
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

// maxRounds is how many numbers of a round are compared.
const maxRounds = 4

// appendRound appends the numbers of a round: 3 sorts before 3.1.
func appendRound(w *writer, v []byte) {
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
