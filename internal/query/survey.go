package query

import (
	"context"
	"slices"

	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/query/terms"
	"github.com/chesszip/chesszip/internal/read/facts"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// Bounds of a survey, which has two looks.
const (
	mostSegments = 6    // that a look reads, of all files together
	mostSmall    = 32   // that it reads of a file, if they have no more than mostGames
	mostGames    = 6000 // that the first look examines, of all files together
)

// survey counts the games that have phrases. It first looks at games that are evenly
// distributed over the files, and then, for words that none of these have, at segments
// that may have a player of that name according to their statistics.
func survey(ctx context.Context, files []walk.Part, phrases []*phrase) error {
	var asked []*inquiry
	for _, p := range phrases {
		asked = append(asked, inquiriesOf(p)...)
	}
	var first []walk.Part
	games := int64(0)
	for i, part := range files {
		part = spread(part.WithGames(), i, len(files))
		for _, s := range part.Segments {
			games += part.Frames.Entry(s.Frame).Games
		}
		first = append(first, part)
	}
	step := int(games/mostGames) + 1
	for _, part := range first {
		if err := look(ctx, part, asked, step); err != nil {
			return err
		}
	}
	for _, word := range phrases {
		if len(word.words) > 1 || word.opening || word.games != [len(guesses)]int{} {
			continue
		}
		may, err := Compile([]terms.Term{{Field: guesses[asPlayer], Value: word.text}})
		if err != nil {
			continue
		}
		var left []*inquiry
		for _, q := range asked {
			if q.as == asPlayer && slices.Contains(q.of.words, word.text) {
				left = append(left, q)
			}
		}
		for i, part := range files {
			rest := new(Selection).Where(may).Within(part)
			if step == 1 {
				rest = rest.Without(func(s view.Segment) bool { return slices.Contains(first[i].Segments, s) })
			}
			if err := look(ctx, spread(rest, i, len(files)), left, 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// spread returns segments of file i of n, evenly distributed.
func spread(p walk.Part, i, n int) walk.Part {
	most, all := mostSegments/n, len(p.Segments)
	if i < mostSegments%n {
		most++
	}
	games := int64(0)
	for _, s := range p.Segments {
		games += p.Frames.Entry(s.Frame).Games
	}
	if all <= mostSmall && games*int64(n) <= mostGames {
		return p
	}
	var chosen []view.Segment
	for k := range min(most, all) {
		chosen = append(chosen, p.Segments[k*all/min(most, all)])
	}
	p.Segments, p.Gaps, p.Cut = chosen, nil, true
	return p
}

// inquiry is a count of a phrase.
type inquiry struct {
	of         *phrase
	as         int // the field
	count      *int
	conditions []terms.Condition
}

// inquiriesOf returns the counts of a phrase, without those for which it is malformed.
func inquiriesOf(p *phrase) (all []*inquiry) {
	add := func(as int, count *int, words ...terms.Term) {
		if conditions, err := terms.Compile(words); err == nil {
			all = append(all, &inquiry{p, as, count, conditions})
		}
	}
	for as, field := range guesses {
		add(as, &p.games[as], terms.Term{Field: field, Value: p.text})
	}
	if len(p.words) == 2 {
		add(asPlayer, &p.pair, terms.Term{Field: "player", Value: p.words[0]}, terms.Term{Field: "opponent", Value: p.words[1]})
	}
	return all
}

// look counts in one of step games of p. It passes over damage.
func look(ctx context.Context, p walk.Part, asked []*inquiry, step int) (failed error) {
	walk.Each(ctx, p, func(_ context.Context, v *view.View) ([][]int, error) {
		counts := make([]int, len(asked))
		yes := make([]bool, len(asked))
		g := facts.New(v)
		err := g.Each(v.Items(), func(item int) bool { return item%step == 0 }, func(int) facts.Truth {
			known := true
			for i, q := range asked {
				t := terms.All(q.conditions, g, false)
				known, yes[i] = known && t != facts.Maybe, t == facts.Yes
			}
			if !known {
				return facts.Maybe
			}
			for i := range yes {
				if yes[i] {
					counts[i]++
				}
			}
			return facts.Yes
		})
		return [][]int{counts}, err
	}, func(counts []int, err error) bool {
		for i, n := range counts {
			*asked[i].count += n
		}
		if err != nil && !view.IsDamage(err) {
			failed = err
		}
		return failed == nil
	})
	return ctxio.Instead(ctx, failed)
}
