package gamelist

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/base/playername"
)

// Players are the names of the players of an archive, and the players of each game.
type Players struct {
	names []name
	sides [2][]uint32 // for each game, the index in names of White and of Black
}

// name is a spelling of a player's name.
type name struct {
	text  string
	words string // folded, the surname first, each word after a blank
	games int
}

// ReadPlayers reads the names of all games of an archive.
func ReadPlayers(ctx context.Context, a *chesszip.Archive) (*Players, error) {
	if a.NumGames() > MostGames {
		return nil, fmt.Errorf("more than %d games are too many to know all players", MostGames)
	}
	p, places := &Players{}, map[string]uint32{}
	place := func(text string) uint32 {
		n, ok := places[text]
		if !ok {
			n = uint32(len(p.names))
			text = strings.Clone(text)
			places[text] = n
			parsed := playername.Parse(text)
			p.names = append(p.names, name{text: text, words: string(parsed.AppendSorting([]byte{' '}))})
		}
		p.names[n].games++
		return n
	}
	for h, err := range a.Games().Rows(ctx, chesszip.FieldTags, "White", "Black") {
		if err != nil {
			return nil, err
		}
		for int64(len(p.sides[0])) < h.Number { // for unreadable games
			p.sides[0], p.sides[1] = append(p.sides[0], place("")), append(p.sides[1], place(""))
		}
		p.sides[0], p.sides[1] = append(p.sides[0], place(h.Tag("White"))), append(p.sides[1], place(h.Tag("Black")))
	}
	return p, ctx.Err()
}

// Size is the approximate size in memory.
func (p *Players) Size() int {
	size := 100 + 8*len(p.sides[0])
	for i := range p.names {
		size += 40 + len(p.names[i].text) + len(p.names[i].words)
	}
	return size
}

// Rank returns for each archive the ranks of its names among those of all, from 1; 0 is
// for a name without words.
func Rank(all []*Players) [][]uint32 {
	var words []string
	for _, p := range all {
		for i := range p.names {
			words = append(words, p.names[i].words)
		}
	}
	slices.Sort(words)
	words = slices.Compact(words)
	ranks := make([][]uint32, len(all))
	for k, p := range all {
		ranks[k] = make([]uint32, len(p.names))
		for i := range p.names {
			if w := p.names[i].words; w != " " {
				n, _ := slices.BinarySearch(words, w)
				ranks[k][i] = uint32(n) + 1
			}
		}
	}
	return ranks
}

// Find returns at most so many names in which every word of a text begins a word, those
// with the most games first.
func (p *Players) Find(text string, most int) (found []chesszip.NameCount) {
	wanted := strings.Fields(playername.Fold(text))
	for i := range p.names {
		if n := &p.names[i]; n.words != " " && beginsWords(n.words, wanted) {
			found = append(found, chesszip.NameCount{Name: n.text, Games: int64(n.games)})
		}
	}
	slices.SortFunc(found, func(a, b chesszip.NameCount) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Name, b.Name))
	})
	return found[:min(len(found), most)]
}
