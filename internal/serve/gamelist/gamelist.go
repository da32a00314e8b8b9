// Package gamelist holds lists of games of archives and their order, and finds players
// and openings by the beginnings of their names.
//
// A Set has a bit for each game of an archive, in 16 bytes for every 64 neighbours of
// which it has one. An Order has four bytes for each game: its place among the games of
// all archives, one archive after the other. Equal games keep that order, and unknown
// values come last, ascending or descending. A Block has the outlines of the games of a
// frame.
package gamelist

import (
	"fmt"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// MostGames is the greatest number of games that are sorted: they take 32 MiB during the
// sort, and half of that afterwards.
const MostGames = 4 << 20

// ErrMany reports that more than MostGames games were to be sorted, or that several
// archives have too many games.
var ErrMany = fmt.Errorf("sort: more than %d games; ask for fewer, or for one file", MostGames)

// Key is a sort key. The zero Key is the order of the archives.
type Key struct {
	field      field
	descending bool
}

// field is the compared value of a game.
type field uint8

const (
	none field = iota
	date
	elo
	whiteElo
	blackElo
	eco
	ply
	result
	white
	black
	fields
)

func (f field) String() string {
	return [fields]string{"number", "date", "elo", "white-elo", "black-elo", "eco", "ply", "result", "white", "black"}[f]
}

// ParseKey parses a key such as date or, descending, -elo; "" is the zero Key.
func ParseKey(text string) (Key, error) {
	if text == "" {
		return Key{}, nil
	}
	name, minus := strings.CutPrefix(text, "-")
	for f := date; f < fields; f++ {
		if f.String() == name {
			return Key{f, minus}, nil
		}
	}
	return Key{}, fmt.Errorf("sort: %q is none of %s, with a minus for the other order", text, strings.Join(Keys(true, true), ", "))
}

// Keys returns the names of the keys for numbers and of those for names.
func Keys(numbers, names bool) []string {
	keys := []string{}
	for f := date; f < fields; f++ {
		if (Key{field: f}).OfNames() && names || !(Key{field: f}).OfNames() && numbers {
			keys = append(keys, f.String())
		}
	}
	return keys
}

// OfNames reports whether a key compares the names of players, not numbers.
func (k Key) OfNames() bool { return k.field >= white }

// Name returns the key without its direction.
func (k Key) Name() string { return k.field.String() }

// String returns the text that ParseKey parses.
func (k Key) String() string {
	switch {
	case k.field == none:
		return ""
	case k.descending:
		return "-" + k.field.String()
	}
	return k.field.String()
}

// unknown sorts after every other value.
const unknown = 1<<32 - 1

// key returns the number to compare for a value; 0 is an unknown one.
func (k Key) key(value int) uint32 {
	switch v := uint32(min(uint64(max(value, 0)), unknown-1)); {
	case v == 0:
		return unknown
	case k.descending:
		return unknown - v
	default:
		return v
	}
}

// number returns the value of a game, 0 if not known.
func (k Key) number(g *chesszip.Game) int {
	switch k.field {
	case date:
		if g.Year == 0 {
			return 0
		}
		return 1 + dayOf(g, k.descending)
	case elo:
		if g.WhiteElo == 0 || g.BlackElo == 0 {
			return 2 * (g.WhiteElo + g.BlackElo)
		}
		return g.WhiteElo + g.BlackElo
	case whiteElo:
		return g.WhiteElo
	case blackElo:
		return g.BlackElo
	case eco:
		return 1 + tagvalue.ParseECO([]byte(g.ECO))
	case ply:
		return 1 + g.Plies
	case result:
		return map[string]int{"1-0": 1, "1/2-1/2": 2, "0-1": 3}[g.Result]
	}
	return 0
}

// dayOf returns the date of a game as a number; a date with only a year sorts after the
// others of that year.
func dayOf(g *chesszip.Game, descending bool) int {
	const months, days = 13, 32
	month, day := g.Month, g.Day
	if !descending {
		if month == 0 {
			month = months
		}
		if day == 0 {
			day = days
		}
	}
	return (g.Year*(months+1)+month)*(days+1) + day
}
