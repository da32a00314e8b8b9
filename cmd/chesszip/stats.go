package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

func newStats(c *console) *cobra.Command {
	r := &reading{console: c}
	q := new(chesszip.Query)
	top := 10
	cmd := &cobra.Command{
		Use:   "stats [flags] FILE...",
		Short: "summarize games: results, dates, ratings, players, openings",
		Long: `Summarize the games that match, or all games: their results, dates, ratings and
lengths, and the most frequent players, openings, events and time controls.

Only these tags are decoded, and none that are in the indexes players and
numbers. Up to 100,000 players, 20,000 openings and 20,000 events are counted
exactly. Beyond that, counts that may be too small have the mark >=.`,
		Example: `  chesszip stats games.czip
  chesszip stats --player carlsen --top 3 games.czip
  chesszip stats --json --date 2013 games.czip`,
		Args: r.gamesOf("[flags] FILE..."),
	}
	f := cmd.Flags()
	f.IntVar(&top, "top", 10, "list the `N` most frequent of each kind")
	r.jsonFlag(f, "print a line of JSON for all files together")
	r.fileFlags(f)
	r.shardFlag(f)
	r.manyFlag(f)
	r.selectFlags(f, q)
	return r.verb(cmd, func(args []string) error {
		if top < 0 {
			return misuse("", "--top %d: want 0 or more", top)
		}
		t := newTally()
		return r.each(args, func(a *opened, s *sink) error {
			if err := r.sayNoGames(a); err != nil {
				return err
			}
			for g, err := range a.Games().Where(q).Headers(r.ctx, slices.Collect(maps.Keys(kindOf))...) {
				if err != nil {
					if err := r.broken(a, err); err != nil {
						return err
					}
					continue
				}
				t.add(&g)
			}
			return nil
		}, func(s *sink) error {
			if r.json {
				return writeJSON(s, t.json(top))
			}
			return t.print(s, top, r.opening)
		})
	})
}

// spread is the number, the sum, the least and the most of some numbers.
type spread struct {
	n, sum      int64
	least, most int
}

func (s *spread) add(n int) {
	if s.n == 0 {
		s.least = n
	}
	s.n, s.sum = s.n+1, s.sum+int64(n)
	s.least, s.most = min(s.least, n), max(s.most, n)
}

// mean returns the mean, 0 if there are no numbers.
func (s *spread) mean() float64 { return float64(s.sum) / float64(max(s.n, 1)) }

// tally counts games.
type tally struct {
	games          int64
	plies, ratings spread
	day            [3]int // the last that was compared
	first, last    string // dates
	counts         map[string]*frequencies
	tagged         map[string]*frequencies // by tags
}

// tallied are the kinds of counted things, with the memory for their names in bytes.
var tallied = []struct {
	kind string
	room int
}{
	{"result", 1 << 20},
	{"player", 12 << 20},
	{"opening", 3 << 20},
	{"ECO", 1 << 20},
	{"event", 3 << 20},
	{"time control", 1 << 20},
	{"termination", 1 << 20},
}

// kindOf maps tags to these kinds.
var kindOf = map[string]string{
	"White": "player", "Black": "player", "Opening": "opening", "Event": "event", "TimeControl": "time control", "Termination": "termination",
}

// otherResult counts games with another result, or none.
const otherResult = "other"

func newTally() *tally {
	t := &tally{counts: map[string]*frequencies{}, tagged: map[string]*frequencies{}}
	for _, k := range tallied {
		t.counts[k.kind] = newFrequencies(k.room)
	}
	for tag, kind := range kindOf {
		t.tagged[tag] = t.counts[kind]
	}
	return t
}

// add counts a game.
func (t *tally) add(g *chesszip.Game) {
	t.games++
	t.plies.add(g.Plies)
	for _, n := range [...]int{g.WhiteElo, g.BlackElo} {
		if n > 0 {
			t.ratings.add(n)
		}
	}
	if day := [3]int{g.Year, g.Month, g.Day}; g.Year > 0 && day != t.day {
		t.day = day
		date := g.Date()
		if t.first == "" || date < t.first {
			t.first = date
		}
		t.last = max(t.last, date)
	}
	t.counts["result"].add(cmp.Or(g.Result, otherResult), 1)
	if g.ECO != "" {
		t.counts["ECO"].add(g.ECO, 1)
	}
	for _, tag := range g.Tags {
		if tag.Value != "?" {
			t.tagged[tag.Name].add(tag.Value, 1)
		}
	}
}

// atLeast marks a count that may be too small.
func atLeast(c counted) string {
	if c.AtLeast {
		return ">="
	}
	return ""
}

func (t *tally) json(top int) any {
	v := map[string]any{
		"games": t.games, "plies": t.plies.sum,
		"shortest": t.plies.least, "longest": t.plies.most, "mean_plies": t.plies.mean(),
	}
	if t.ratings.n > 0 {
		v["lowest_rating"], v["highest_rating"], v["mean_rating"] = t.ratings.least, t.ratings.most, t.ratings.mean()
	}
	if t.first != "" {
		v["first_date"], v["last_date"] = pgn.UTF8(t.first), pgn.UTF8(t.last)
	}
	missing := map[string]int64{} // by kind: greatest error of a count
	for _, k := range tallied {
		list := t.counts[k.kind].most(top)
		for i := range list {
			list[i].Name = pgn.UTF8(list[i].Name)
		}
		v[k.kind+"s"] = list
		if off := t.counts[k.kind].off; off > 0 {
			missing[k.kind+"s"] = off
		}
	}
	if len(missing) > 0 {
		v["missing_at_most"] = missing
	}
	return v
}

func (t *tally) print(w io.Writer, top int, opening func(o chesszip.Opening, beside int) string) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "games\t%s\n", countText(t.games))
	fmt.Fprintf(tw, "half-moves\t%s\t%d to %d a game, mean %.1f\n", countText(t.plies.sum), t.plies.least, t.plies.most, t.plies.mean())
	if t.ratings.n > 0 {
		fmt.Fprintf(tw, "ratings\t%d to %d\tmean %.0f\n", t.ratings.least, t.ratings.most, t.ratings.mean())
	}
	if t.first != "" {
		fmt.Fprintf(tw, "dates\t%s to %s\n", shown(t.first), shown(t.last))
	}
	for _, k := range tallied {
		table := t.counts[k.kind]
		list := table.most(top)
		if len(list) == 0 {
			continue
		}
		of := "of "
		if table.off > 0 {
			of = "of more than "
		}
		fmt.Fprintf(tw, "\n%s\tgames\t%%\t%s%s\n", k.kind, of, countText(len(table.names)))
		for _, c := range list {
			const beside = 24 // at most so many columns beside the name
			name := shown(c.Name)
			switch k.kind {
			case "opening":
				name = opening(chesszip.Opening{Name: c.Name}, beside)
			case "ECO":
				name = opening(chesszip.OpeningOfECO(c.Name), beside)
			}
			fmt.Fprintf(tw, "%s\t%s%s\t%.1f\n", name, atLeast(c), countText(c.Games), 100*float64(c.Games)/float64(t.games))
		}
		if table.off > 0 {
			fmt.Fprintf(tw, "there are too many to count all: counts with >= may be short of %s\n", plural(table.off, "game"))
		}
	}
	return tw.Flush()
}
