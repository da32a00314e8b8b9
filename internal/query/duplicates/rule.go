package duplicates

import (
	"bytes"
	"encoding/binary"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
)

// MinPlies is the least number of half-moves that identify a game: shorter games must
// also agree in the seven tags of the roster.
const MinPlies = 20

// compared is a game with its names parsed.
type compared struct {
	*Game
	white, black playername.Name
	days         tagvalue.Days
	rounds       []int
}

func (g *Game) compared() *compared {
	return &compared{
		g, playername.Parse(g.tags[white]), playername.Parse(g.tags[black]),
		tagvalue.ParseDate([]byte(g.tags[date])), tagvalue.RoundNumbers([]byte(g.tags[round])),
	}
}

// same reports whether two games are duplicates, see the package.
func (g *compared) same(o *compared) bool {
	return g.start == o.start && g.sameMoves(o) &&
		sameResult(g.tags[result], o.tags[result]) && g.sameDays(o) &&
		g.white.Same(&o.white) && g.black.Same(&o.black) &&
		!g.apart(o) &&
		(min(g.Plies(), o.Plies()) >= MinPlies || g.sameRoster(o))
}

// sameMoves reports whether moves are equal, or the shorter ones are long enough and
// begin the others.
func (g *compared) sameMoves(o *compared) bool {
	a, b := g.moves, o.moves
	if len(a) == len(b) {
		return g.rest == o.rest && bytes.Equal(a, b)
	}
	n := min(len(a), len(b))
	return n >= 2*MinPlies && g.rest == 0 && o.rest == 0 && bytes.Equal(a[:n], b[:n])
}

// sameResult reports whether results are equal, or one is not known.
func sameResult(a, b string) bool {
	x, y := resultOf(a), resultOf(b)
	return x == y || x == tagvalue.Unfinished || y == tagvalue.Unfinished
}

// resultOf parses a result; other values are not known.
func resultOf(value string) tagvalue.Result {
	r := tagvalue.ParseAnyResult([]byte(value))
	if r == tagvalue.OtherResult {
		return tagvalue.Unfinished
	}
	return r
}

// sameDays reports whether there is a day on which both games may have been played.
func (g *compared) sameDays(o *compared) bool {
	a, b := g.days, o.days
	return !a.Known() || !b.Known() || a.First <= b.Last && b.First <= a.Last
}

// apart reports whether tags distinguish two games of the same players: rounds, times or
// addresses that both have and that differ.
func (g *compared) apart(o *compared) bool {
	for i := range min(len(g.rounds), len(o.rounds)) {
		if g.rounds[i] != o.rounds[i] {
			return true
		}
	}
	for _, f := range []field{utcTime, gameID} {
		if a, b := g.tags[f], o.tags[f]; a != b && !unknown(a) && !unknown(b) {
			return true
		}
	}
	return otherAddress(g.tags[site], o.tags[site]) || otherAddress(g.tags[link], o.tags[link])
}

// otherAddress reports whether two values are addresses of two pages of one host.
func otherAddress(a, b string) bool {
	if a == b || !strings.Contains(a, "://") || !strings.Contains(b, "://") {
		return false
	}
	host, page := hostAndPage(a)
	host2, page2 := hostAndPage(b)
	return host == host2 && page != page2 && page != "" && page2 != ""
}

// hostAndPage returns the host of an address, and the path of a game's page without the
// player's side.
func hostAndPage(address string) (host, page string) {
	_, address, _ = strings.Cut(address, "://")
	address, _, _ = strings.Cut(address, "#")
	address, _, _ = strings.Cut(address, "?")
	host, page, _ = strings.Cut(address, "/")
	page = strings.Trim(page, "/")
	return strings.TrimPrefix(strings.ToLower(host), "www."), strings.TrimSuffix(strings.TrimSuffix(page, "/white"), "/black")
}

// sameRoster reports whether the seven tags agree: names and results by their meaning,
// the others without letter case. An unknown value agrees only with an unknown one.
func (g *compared) sameRoster(o *compared) bool {
	if g.days != o.days || resultOf(g.tags[result]) != resultOf(o.tags[result]) {
		return false
	}
	for _, f := range []field{event, site, round} {
		if rosterText(g.tags[f]) != rosterText(o.tags[f]) {
			return false
		}
	}
	return true
}

func rosterText(value string) string {
	if unknown(value) {
		return ""
	}
	return strings.ToLower(value)
}

// key returns a number that is equal for duplicates.
func (g *compared) key() uint64 {
	b := append([]byte(g.start), 0)
	n := min(len(g.moves), 2*MinPlies)
	b = append(b, g.moves[:n]...)
	b = append(g.white.AppendKey(b), 0)
	b = append(g.black.AppendKey(b), 0)
	if n < 2*MinPlies {
		b = binary.BigEndian.AppendUint64(b, g.rest)
		b = append(binary.BigEndian.AppendUint64(b, g.days.First), byte(resultOf(g.tags[result])))
		for _, f := range []field{event, site, round} {
			b = append(append(b, rosterText(g.tags[f])...), 0)
		}
	}
	return xxhash.Sum64(b)
}
