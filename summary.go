package chesszip

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/rows"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// RatingStep is the width of a class of ratings in a Summary: 2400 is 2400 to 2499.
const RatingStep = index.RatingStep

// Summary is the numbers of games by year, class of rating, result and ECO code. A rating
// is the mean of both, or the one that is known. 0 and "" are games that do not say.
type Summary struct {
	Games   int64            `json:"games"`
	Years   map[int]int64    `json:"years"`
	Ratings map[int]int64    `json:"ratings"`
	Results map[string]int64 `json:"results"`
	ECOs    map[string]int64 `json:"ecos"`
}

// NewSummary returns a Summary of no games.
func NewSummary() *Summary {
	return &Summary{Years: map[int]int64{}, Ratings: map[int]int64{}, Results: map[string]int64{}, ECOs: map[string]int64{}}
}

// Add counts a game by its FieldNumbers.
func (s *Summary) Add(g *Game) {
	s.Games++
	s.Years[g.Year]++
	s.Results[g.Result]++
	s.ECOs[g.ECO]++
	rating := g.WhiteElo + g.BlackElo
	if g.WhiteElo > 0 && g.BlackElo > 0 {
		rating /= 2
	}
	s.Ratings[rating/RatingStep*RatingStep]++
}

// Merge adds the counts of t.
func (s *Summary) Merge(t *Summary) {
	s.Games += t.Games
	for k, n := range t.Years {
		s.Years[k] += n
	}
	for k, n := range t.Ratings {
		s.Ratings[k] += n
	}
	for k, n := range t.Results {
		s.Results[k] += n
	}
	for k, n := range t.ECOs {
		s.ECOs[k] += n
	}
}

// add adds the counts of the summary of an archive.
func (s *Summary) add(t *index.Summary) {
	s.Games += t.Games
	for k, n := range t.Years {
		s.Years[k] += n
	}
	for k, n := range t.Ratings {
		s.Ratings[k*RatingStep] += n
	}
	for r, n := range t.Results {
		if n > 0 {
			s.Results[tagvalue.Result(r).String()] += n
		}
	}
	for k, n := range t.ECOs {
		code := ""
		if k > 0 {
			code = string(tagvalue.AppendECO(nil, k-1))
		}
		s.ECOs[code] += n
	}
}

// Summary returns the numbers of all games. Of archives whose names and numbers are open
// it reads no frames, except those that were appended since the summary was made. The
// error is damage, or that of the reader.
func (a *Archive) Summary(ctx context.Context) (*Summary, error) {
	s, p := NewSummary(), a.all
	if !p.Cut {
		counted := map[int]int{} // for each member the number of frames that its summary covers
		for i := range p.Frames.Members() {
			note := p.Frames.Directory(i).Note()
			stored, err := index.ParseSummary(note.Summary, p.Frames.Member(i).Games())
			if note.Covers > 0 && err == nil {
				s.add(&stored)
				counted[i] = p.Frames.Starts(i) + note.Covers
			}
		}
		p = p.Without(func(at view.Segment) bool {
			return at.Frame < counted[p.Frames.MemberOf(at.Frame)] && index.Counts(p.Frames.Open(at.Frame))
		})
	}
	var err error
	g := &Games{a: a, from: math.MinInt64, to: math.MaxInt64}
	each(ctx, g, p.WithGames(), g.finder(false), func(v *view.View, found rows.Found) ([]rows.Row, error) {
		return rows.Read(v, found, rows.Numbers, nil)
	}, func(r rows.Row, e error) bool {
		if err = e; err == nil {
			game := gameOf(&r)
			s.Add(&game)
		}
		return err == nil
	})
	return s, err
}

// Names is a list of the names in an archive with their numbers of games: of players, or
// of events. Games that were appended since it was made are not in it.
type Names struct {
	Games    int64       `json:"games"`    // number after that of the last game in it
	Total    int         `json:"total"`    // different names
	Cut      bool        `json:"cut"`      // there are more names, of which the least frequent are left out
	Frequent []NameCount `json:"frequent"` // the 100 most frequent, most first

	list *walk.NameList
	of   index.Listing
}

// Players returns the list of players, nil if the archive has none: if names and numbers
// are not open, or if it is several archives. The error is damage, or that of the reader.
func (a *Archive) Players(ctx context.Context) (*Names, error) { return a.names(ctx, index.Players) }

// Events returns the list of events, as Players does.
func (a *Archive) Events(ctx context.Context) (*Names, error) { return a.names(ctx, index.Events) }

func (a *Archive) names(ctx context.Context, of index.Listing) (*Names, error) {
	if a.all.Cut || a.all.Frames.Members() != 1 {
		return nil, nil
	}
	l, err := walk.Names(ctx, a.all.Frames, 0, of)
	if l == nil {
		return nil, err
	}
	n := &Names{Games: l.Games, Total: l.Names, Cut: l.Cut, list: l, of: of}
	for _, f := range l.Frequent {
		n.Frequent = append(n.Frequent, NameCount(f))
	}
	return n, nil
}

// Find returns at most so many names in which every word of a text begins a word, those
// with the most games first. If there are enough among the most frequent ones it reads
// nothing; otherwise the names that begin with the first word and, if these are too few,
// all others.
func (n *Names) Find(ctx context.Context, text string, most int) ([]NameCount, error) {
	words := strings.Fields(playername.Fold(text))
	if len(words) == 0 {
		return n.Frequent[:min(most, len(n.Frequent))], nil
	}
	var found []NameCount
	for _, f := range n.Frequent {
		if len(found) < most && beginsWords(index.KeyOf(n.of, f.Name), words) {
			found = append(found, f)
		}
	}
	if len(found) == most {
		return found, nil
	}
	found = nil
	from, to := n.list.Blocks(words[0])
	read := func(from, to int) error {
		for block := from; block < to; block++ {
			names, err := n.list.Block(ctx, block)
			if err != nil {
				return err
			}
			for _, name := range names {
				if beginsWords(index.KeyOf(n.of, name.Name), words) {
					found = append(found, NameCount(name))
				}
			}
		}
		return nil
	}
	err := read(from, to)
	if err == nil && len(found) < most {
		if err = read(0, from); err == nil {
			err = read(to, n.list.Len())
		}
	}
	slices.SortFunc(found, byGames)
	return found[:min(len(found), most)], err
}

// beginsWords reports whether each of some words begins a word of a key.
func beginsWords(key string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		return !strings.HasPrefix(key, w) && !strings.Contains(key, " "+w)
	})
}
