package query

import (
	"context"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/query/terms"
	"github.com/chesszip/chesszip/internal/read/facts"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
)

// listings are the tags and the fields of the lists of names.
var listings = [index.NumListings]struct {
	tag string
	as  int
}{index.Players: {"White", asPlayer}, index.Events: {"Event", asEvent}}

// oneFact is a game of which one tag, or the ECO code, is known, and which has no others.
type oneFact struct {
	tag   string
	value []byte
	eco   int // number of the code, or -1
}

func (o *oneFact) Number(k open.Column) facts.Number {
	if k != open.ECO || o.eco < 0 {
		return facts.Number{}
	}
	return facts.Number{In: []facts.Range{{Min: o.eco, Max: o.eco}}, Has: facts.Yes}
}

func (o *oneFact) Days() facts.Days { return facts.Days{} }

func (o *oneFact) Match(tag string, m *facts.Matcher) facts.Truth {
	if tag == o.tag {
		return facts.TruthOf(m.Match(o.value))
	}
	return facts.TruthOf(m.Match(nil))
}

func (o *oneFact) Opening(int, []bool) (of *openings.Opening, known bool) { return nil, false }

// lists counts phrases by the lists of names and the summaries of archives, which are of
// all their games except the latest.
type lists struct {
	phrases []*phrase
	asked   []*inquiry
	games   map[*int]int // by counts of inquiries
}

func (l *lists) count(q *inquiry, o *oneFact, games int64) {
	if terms.All(q.conditions, o, false) == facts.Yes {
		l.games[q.count] += int(games)
	}
}

// file counts in a file. It passes over damage, and returns the segments that no complete
// list covers.
func (l *lists) file(ctx context.Context, p walk.Part) (walk.Part, error) {
	covered := map[int]int{} // number of frames of each member
	for member := range p.Frames.Members() {
		note := p.Frames.Directory(member).Note()
		summary, err := index.ParseSummary(note.Summary, p.Frames.Member(member).Games())
		if err != nil || note.Covers == 0 {
			continue
		}
		for code, games := range summary.ECOs {
			for _, q := range l.asked {
				if q.as == asOpening && code > 0 {
					l.count(q, &oneFact{eco: code - 1}, games)
				}
			}
		}
		covered[member] = p.Frames.Starts(member) + note.Covers
		for of := range index.NumListings {
			list, err := walk.Names(ctx, p.Frames, member, of)
			if err == nil {
				err = l.names(ctx, list, listings[of].tag, listings[of].as)
			}
			switch {
			case err != nil && !view.IsDamage(err):
				return p, err
			case err != nil || list.Cut:
				delete(covered, member)
			}
		}
	}
	return p.Without(func(s view.Segment) bool { return s.Frame < covered[p.Frames.MemberOf(s.Frame)] }), nil
}

// names counts in a list. It reads the names that may begin with one of the words, and all
// others only for words that no game is known to have.
func (l *lists) names(ctx context.Context, list *walk.NameList, tag string, as int) error {
	begin := make([]bool, list.Len())
	var words []*phrase
	for _, word := range l.phrases {
		if key := strings.Fields(playername.Fold(word.text)); len(word.words) == 1 && len(key) > 0 {
			words = append(words, word)
			from, to := list.Blocks(key[0])
			for i := from; i < to; i++ {
				begin[i] = true
			}
		}
	}
	read := func(which bool, want func(of *phrase) bool) error {
		of := slices.DeleteFunc(slices.Clone(l.asked), func(q *inquiry) bool { return q.as != as || q.isPair() || !want(q.of) })
		for i, is := range begin {
			if is != which || len(of) == 0 {
				continue
			}
			names, err := list.Block(ctx, i)
			if err != nil {
				return err
			}
			for _, n := range names {
				for _, q := range of {
					l.count(q, &oneFact{tag, []byte(n.Name), -1}, n.Games)
				}
			}
		}
		return nil
	}
	if err := read(true, func(*phrase) bool { return true }); err != nil {
		return err
	}
	unknown := func(word *phrase) bool { return word.isUnknown() && l.games[&word.games[as]] == 0 }
	words = slices.DeleteFunc(words, func(word *phrase) bool { return !unknown(word) })
	return read(false, func(of *phrase) bool {
		return slices.ContainsFunc(words, func(word *phrase) bool { return slices.Contains(of.words, word.text) })
	})
}
