package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// playersList is a run of players without --of.
type playersList struct {
	reading
	of      string
	top     int
	several bool
	games   chesszip.Query
}

func newPlayers(c *console) *cobra.Command {
	p := &playersList{reading: reading{console: c}}
	cmd := &cobra.Command{
		Use:   "players [flags] FILE...",
		Short: "list the players with their spellings, or report on one",
		Long: `List the players of the games that match, or of all games: the number of games,
and the spellings of the name with their numbers. Spellings are of one player if
chesszip dedupe takes them for one name: order of words, initials, accents and
titles make no difference. A spelling that may be one of several players has a line
of its own.

With --of NAME, report on one player: the spellings of the name, the score as White
and as Black, by year with the rating, by opening, and by opponent. NAME is as in
--player: words, carls*, =Carlsen or /REGEXP/.

Up to 100,000 names are counted exactly. Indexes of players and numbers are used if
there are any; otherwise only these tags are decoded.`,
		Example: `  chesszip players games.czip
  chesszip players --several games.czip      names with several spellings
  chesszip players --of "Magnus Carlsen" --date 2013+ games.czip
  chesszip players --of carlsen --json games.czip`,
		Args: p.gamesOf("[flags] FILE..."),
	}
	f := cmd.Flags()
	f.StringVar(&p.of, "of", "", "report on the player `NAME`")
	f.IntVar(&p.top, "top", 0, "list the `N` most frequent; of a report, of each kind (default all, in a report 10)")
	f.BoolVar(&p.several, "several", false, "list only players with several spellings")
	p.jsonFlag(f, "print a line of JSON for each player, or for the report")
	p.fileFlags(f)
	p.shardFlag(f)
	p.manyFlag(f)
	p.selectFlags(f, &p.games)
	return p.verb(cmd, func(args []string) error {
		switch {
		case f.Changed("top") && p.top < 1:
			return misuse("", "--top %d: want 1 or more", p.top)
		case f.Changed("of") && p.several:
			return misuse("", "--several is about the list of players, --of about one")
		case f.Changed("of"):
			return p.report(args)
		}
		return p.list(args)
	})
}

// list writes a line for each player.
func (p *playersList) list(args []string) error {
	const room = 12 << 20
	names := newFrequencies(room)
	return p.each(args, func(a *opened, _ *sink) error {
		if err := p.mustHoldGames(a); err != nil {
			return err
		}
		for g, err := range a.Games().Where(&p.games).Rows(p.ctx, chesszip.FieldTags, "White", "Black") {
			if err := p.broken(a, err); err != nil {
				return err
			}
			for _, tag := range g.Tags {
				if tag.Value != "?" {
					names.add(pgn.UTF8(tag.Value), 1)
				}
			}
		}
		return nil
	}, func(s *sink) error {
		var all []chesszip.NameCount
		atLeast := map[string]bool{}
		for _, c := range names.most(len(names.names)) {
			all = append(all, chesszip.NameCount{Name: c.Name, Games: c.Games})
			atLeast[c.Name] = c.AtLeast
		}
		n := 0
		for _, spellings := range chesszip.SameNames(all) {
			if p.several && len(spellings) == 1 || p.top > 0 && n == p.top {
				continue
			}
			n++
			if err := p.line(s, spellings, atLeast); err != nil {
				return err
			}
		}
		if names.off > 0 {
			p.say("chesszip: warning: there are too many names to count all: counts with >= may be short of %s", plural(names.off, "game"))
		}
		p.found(int64(n))
		return nil
	})
}

// line writes a player.
func (p *playersList) line(w io.Writer, spellings []chesszip.NameCount, atLeast map[string]bool) error {
	out := struct {
		counted
		Spellings []counted `json:"spellings"`
	}{}
	var texts []string
	for _, n := range spellings {
		c := counted{n.Name, n.Games, atLeast[n.Name]}
		out.Games += c.Games
		out.AtLeast = out.AtLeast || c.AtLeast
		out.Spellings = append(out.Spellings, c)
		texts = append(texts, shown(c.Name)+" "+countOf(c))
	}
	out.Name = spellings[0].Name
	if p.json {
		return writeJSON(w, out)
	}
	if len(texts) == 1 {
		texts = []string{shown(out.Name)}
	}
	_, err := fmt.Fprintf(w, "%10s  %s\n", countOf(out.counted), strings.Join(texts, "; "))
	return err
}

func countOf(c counted) string { return atLeast(c) + countText(c.Games) }

// report writes the report of a player.
func (p *playersList) report(args []string) error {
	r, err := chesszip.NewPlayerReporter(p.of)
	if err != nil {
		return p.explain("", err)
	}
	p.asks(new(chesszip.Query).Add("player", p.of))
	return p.each(args, func(a *opened, _ *sink) error {
		if err := p.mustHoldGames(a); err != nil {
			return err
		}
		return p.broken(a, r.Add(p.ctx, a.Games().Where(&p.games)))
	}, func(s *sink) error {
		top := p.top
		if top == 0 {
			top = 10
		}
		report := r.Report(top)
		p.found(report.Games)
		switch {
		case report.Games == 0:
			return nil
		case p.json:
			return writeJSON(s, report)
		}
		return p.print(s, report)
	})
}

func (l *playersList) print(w io.Writer, p *chesszip.PlayerReport) error {
	var names []string
	for _, n := range p.Names {
		names = append(names, shown(n.Name)+" "+countText(n.Games))
	}
	fmt.Fprintln(w, strings.Join(names, "; "))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "games\t%s\n", countText(p.Games))
	if p.First != "" {
		fmt.Fprintf(t, "dates\t%s to %s\n", shown(p.First), shown(p.Last))
	}
	for _, r := range []struct {
		what string
		span *chesszip.RatingSpan
	}{{"rating", p.Rating}, {"opponents", p.Opposition}} {
		if r.span != nil {
			fmt.Fprintf(t, "%s\t%d to %d, mean %d\n", r.what, r.span.Min, r.span.Max, r.span.Mean)
		}
	}
	table := func(what, last string) { fmt.Fprintf(t, "\n%s\tgames\t%%\twon\tdrawn\tlost\tother%s\n", what, last) }
	line := func(what string, s chesszip.Score, last string) {
		fmt.Fprintf(t, "%s\t%s\t%.0f\t%s\t%s\t%s\t%s%s\n", what, countText(s.Games()), s.Percent(),
			countText(s.Wins), countText(s.Draws), countText(s.Losses), countText(s.Other), last)
	}
	sum := func(a, b chesszip.Score) chesszip.Score { a.Add(b); return a }
	table("colour", "")
	line("White", p.White, "")
	line("Black", p.Black, "")
	if len(p.Years) > 0 {
		table("year", "\trating")
	}
	for _, y := range p.Years {
		rating := ""
		if y.Rating != nil {
			rating = fmt.Sprintf("\t%d", y.Rating.Mean)
		}
		line(fmt.Sprint(y.Year), sum(y.White, y.Black), rating)
	}
	for _, side := range []struct {
		what string
		list []chesszip.PlayerOpening
	}{{"as White", p.Openings.White}, {"as Black", p.Openings.Black}} {
		if len(side.list) > 0 {
			table(side.what, "")
		}
		for _, o := range side.list {
			const beside = 40 // at most so many columns beside the name
			line(l.opening(chesszip.Opening{ECO: o.ECO, Name: o.Name}, beside), o.Score, "")
		}
	}
	if len(p.Opponents) > 0 {
		table("opponent", "")
	}
	for _, o := range p.Opponents {
		line(shown(o.Name), sum(o.White, o.Black), "")
	}
	return t.Flush()
}
