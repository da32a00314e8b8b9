package main

import (
	"fmt"
	"io"
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
	selectFlags(f, q)
	r.query = q
	return r.verb(cmd, func(args []string) error {
		if top < 0 {
			return misuse("", "--top %d: want 0 or more", top)
		}
		t := newTally()
		return r.each(args, func(a *opened, s *sink) error {
			if err := r.sayNoGames(a); err != nil {
				return err
			}
			for o, err := range a.Overviews(r.ctx, q, "Opening", "TimeControl", "Termination") {
				if err != nil {
					if err := r.broken(a, err); err != nil {
						return err
					}
					continue
				}
				t.add(&o)
			}
			return nil
		}, func(s *sink) error {
			if r.json {
				return writeJSON(s, t.json(top))
			}
			return t.print(s, top)
		})
	})
}

// mean returns the mean of some numbers, 0 if there are none.
func mean(e chesszip.Extent) float64 { return float64(e.Sum) / float64(max(e.N, 1)) }

// tally counts games.
type tally struct {
	games          int64
	plies, ratings chesszip.Extent
	first, last    string // dates
	counts         map[string]*frequencies
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
	"Result": "result", "White": "player", "Black": "player", "Opening": "opening", "ECO": "ECO",
	"Event": "event", "TimeControl": "time control", "Termination": "termination",
}

// otherResult counts games with another result, or none.
const otherResult = "other"

func newTally() *tally {
	t := &tally{counts: map[string]*frequencies{}}
	for _, k := range tallied {
		t.counts[k.kind] = newFrequencies(k.room)
	}
	return t
}

// add counts the games of an overview.
func (t *tally) add(o *chesszip.Overview) {
	t.games += o.Games
	t.plies.Add(o.Plies)
	t.ratings.Add(o.Ratings)
	if o.First != "" {
		if t.first == "" || o.First < t.first {
			t.first = o.First
		}
		t.last = max(t.last, o.Last)
	}
	other := o.Games
	tag, table := "", (*frequencies)(nil) // of the previous value
	for _, c := range o.Values {
		if c.Tag == "Result" {
			other -= c.Games
		}
		if c.Tag != tag {
			tag, table = c.Tag, t.counts[kindOf[c.Tag]]
		}
		if table != nil && c.Value != "?" {
			table.add(c.Value, c.Games)
		}
	}
	if other > 0 {
		t.counts["result"].add(otherResult, other)
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
		"games": t.games, "plies": t.plies.Sum,
		"shortest": t.plies.Min, "longest": t.plies.Max, "mean_plies": mean(t.plies),
	}
	if t.ratings.N > 0 {
		v["lowest_rating"], v["highest_rating"], v["mean_rating"] = t.ratings.Min, t.ratings.Max, mean(t.ratings)
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

func (t *tally) print(w io.Writer, top int) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "games\t%s\n", countText(t.games))
	fmt.Fprintf(tw, "half-moves\t%s\t%d to %d a game, mean %.1f\n", countText(t.plies.Sum), t.plies.Min, t.plies.Max, mean(t.plies))
	if t.ratings.N > 0 {
		fmt.Fprintf(tw, "ratings\t%d to %d\tmean %.0f\n", t.ratings.Min, t.ratings.Max, mean(t.ratings))
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
			fmt.Fprintf(tw, "%s\t%s%s\t%.1f\n", shown(c.Name), atLeast(c), countText(c.Games), 100*float64(c.Games)/float64(t.games))
		}
		if table.off > 0 {
			fmt.Fprintf(tw, "there are too many to count all: counts with >= may be short of %s\n", plural(table.off, "game"))
		}
	}
	return tw.Flush()
}
