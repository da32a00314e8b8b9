package duplicates

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
)

// field is a tag that is compared, or a group of tags.
type field uint8

const (
	event field = iota
	site
	date // Date or, if that has no year, UTCDate
	round
	white
	black
	result // as in tagvalue.ResultOf
	utcTime
	link
	gameID
	numFields
)

var fieldNames = [numFields]string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "UTCTime", "Link", "GameId"}

// Game is the data of a game that is compared with others.
type Game struct {
	// Source and Number are the caller's identification of the game.
	Source, Number int64
	// Index is its position in the order of all games.
	Index uint64
	// Known marks a game that is always kept, and before all that are not known.
	Known bool

	tags [numFields]string
	// start is the start position without counters, "" for that of standard chess, or
	// the tags of the start if the rules are not known.
	start string
	moves []byte // of the main line, up to the first illegal one: two bytes each
	// rest is a checksum of the words of a main line that is not legal to its end,
	// otherwise 0.
	rest uint64

	valued   uint64 // number of tags with a known value
	comments uint64
	bytes    uint64

	// key is equal for duplicates, names for players with the same names. Append does not
	// store them.
	key   uint64
	names [2]uint64
}

// Plies returns the number of half-moves.
func (g *Game) Plies() int { return len(g.moves) / 2 }

// Append appends the form that Decode reads.
func (g *Game) Append(dst []byte) []byte {
	for _, n := range [...]uint64{uint64(g.Source), uint64(g.Number), g.Index, g.rest, g.valued, g.comments, g.bytes, g.after()} {
		dst = binary.AppendUvarint(dst, n)
	}
	for _, text := range g.tags {
		dst = append(binary.AppendUvarint(dst, uint64(len(text))), text...)
	}
	dst = append(binary.AppendUvarint(dst, uint64(len(g.start))), g.start...)
	return append(dst, g.moves...)
}

// after is 0 for a known game, 1 for others, which come after it.
func (g *Game) after() uint64 {
	if g.Known {
		return 0
	}
	return 1
}

// errRecord reports that a temporary file has changed.
var errRecord = errors.New("duplicates: malformed record")

// Decode reads the form that Append writes.
func Decode(src []byte) (*Game, error) {
	var n [8]uint64
	for i := range n {
		v, size := binary.Uvarint(src)
		if size <= 0 {
			return nil, errRecord
		}
		n[i], src = v, src[size:]
	}
	g := &Game{Source: int64(n[0]), Number: int64(n[1]), Index: n[2], rest: n[3], valued: n[4], comments: n[5], bytes: n[6], Known: n[7] == 0}
	text := func() (string, bool) {
		v, size := binary.Uvarint(src)
		if size <= 0 || v > uint64(len(src)-size) {
			return "", false
		}
		s := string(src[size : size+int(v)])
		src = src[size+int(v):]
		return s, true
	}
	for f := range g.tags {
		var ok bool
		if g.tags[f], ok = text(); !ok {
			return nil, errRecord
		}
	}
	var ok bool
	if g.start, ok = text(); !ok || len(src)%2 != 0 {
		return nil, errRecord
	}
	g.moves = bytes.Clone(src)
	return g, nil
}

// unknown reports whether a value means that it is not known.
func unknown(value string) bool { return strings.Trim(value, "?.-*") == "" }
