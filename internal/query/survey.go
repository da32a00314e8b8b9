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
// distributed over the files, then at the lists of names of archives that have them, and
// last, for words that none of these have, at segments that may have a player of that
// name according to their statistics.
func survey(ctx context.Context, files []walk.Part, phrases []*phrase) error {
	l := lists{phrases: phrases, games: map[*int]int{}}
	for _, p := range phrases {
		l.asked = append(l.asked, inquiriesOf(p)...)
	}
	var first []walk.Part
	games := int64(0)
	for i, part := range files {
		part = spread(part.WithGames(), i, len(files))
		games += gamesOf(part)
		first = append(first, part)
	}
	step := int(games/mostGames) + 1
	for i, part := range first {
		all, some := gamesOf(files[i]), gamesOf(part)/int64(step)
		if err := look(ctx, part, l.asked, step, int(all/max(1, some))); err != nil {
			return err
		}
	}
	rest := slices.Clone(files)
	for i, part := range files {
		var err error
		if rest[i], err = l.file(ctx, part); err != nil {
			return err
		}
	}
	for n, games := range l.games {
		*n = max(*n, games)
	}
	alone := map[string]int{}
	for _, p := range phrases {
		if len(p.words) == 1 {
			alone[p.text] = p.games[asPlayer]
		}
	}
	for _, p := range phrases {
		if len(p.words) == 2 { // Hübner and Short, or somebody called H. Short
			p.pair = max(p.pair, min(alone[p.words[0]], alone[p.words[1]])/rarely)
		}
	}
	for _, word := range phrases {
		if !word.isUnknown() {
			continue
		}
		may, err := Compile([]terms.Term{{Field: guesses[asPlayer], Value: word.text}})
		if err != nil {
			continue
		}
		var left []*inquiry
		for _, q := range l.asked {
			if q.as == asPlayer && slices.Contains(q.of.words, word.text) {
				left = append(left, q)
			}
		}
		for i, part := range rest {
			part = new(Selection).Where(may).Within(part)
			if step == 1 {
				part = part.Without(func(s view.Segment) bool { return slices.Contains(first[i].Segments, s) })
			}
			if err := look(ctx, spread(part, i, len(files)), left, 1, 1); err != nil {
				return err
			}
		}
	}
	return nil
}

func gamesOf(p walk.Part) (n int64) {
	for _, s := range p.Segments {
		n += p.Frames.Entry(s.Frame).Games
	}
	return n
}

// spread returns segments of file i of n, evenly distributed.
func spread(p walk.Part, i, n int) walk.Part {
	most, all := mostSegments/n, len(p.Segments)
	if i < mostSegments%n {
		most++
	}
	if all <= mostSmall && gamesOf(p)*int64(n) <= mostGames {
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

func (q *inquiry) isPair() bool { return q.count == &q.of.pair }

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

// look counts in one of step games of p, each for some games. It passes over damage.
func look(ctx context.Context, p walk.Part, asked []*inquiry, step, each int) (failed error) {
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
			*asked[i].count += n * each
		}
		if err != nil && !view.IsDamage(err) {
			failed = err
		}
		return failed == nil
	})
	return ctxio.Instead(ctx, failed)
}
