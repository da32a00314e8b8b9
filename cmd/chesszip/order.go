package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

// order is how many of the selected games a command prints, and in which order.
type order struct {
	by    string // --sort
	limit int64  // --limit
	count bool   // --count
	asked bool   // --limit was given
	left  int64  // games still to print
	flags bool   // the command has the flags
}

// orderFlags are the flags of commands that print or list the games that match.
func (r *reading) orderFlags(f *pflag.FlagSet) {
	f.StringVar(&r.order.by, "sort", "", "print in the order of `KEYS`: date, -elo, eco,-date, ... (see chesszip sort)")
	r.limitFlag(f)
	f.BoolVarP(&r.order.count, "count", "n", false, "print only the number of games")
}

func (r *reading) limitFlag(f *pflag.FlagSet) {
	r.order.flags = true
	f.Int64Var(&r.order.limit, "limit", 0, "print only the first `N` games")
}

// check refuses values that cannot be meant, and begins to count the games of the limit.
func (o *order) check(f *pflag.FlagSet) error {
	o.asked = o.flags && f.Changed("limit")
	switch {
	case !o.flags:
	case o.asked && o.limit < 1:
		return misuse("", "--limit %d: want a number from 1", o.limit)
	case o.count && (o.by != "" || o.asked):
		return misuse("leave it out", "--count prints the number of all games: it does not go with --sort and --limit")
	case f.Changed("sort") && strings.TrimSpace(o.by) == "":
		return misuse("chesszip sort --help lists the keys", "--sort needs a key, such as date or -elo")
	}
	o.left = math.MaxInt64
	if o.asked {
		o.left = o.limit
	}
	return nil
}

// printed counts a printed game, and returns errEnough after the last.
func (o *order) printed() error {
	if o.left--; o.left == 0 {
		return errEnough
	}
	return nil
}

// sorter returns a sorter for --sort, nil without it.
func (r *reading) sorter() (*chesszip.Sorter, error) {
	if r.order.by == "" {
		return nil, nil
	}
	return r.newSorter(&chesszip.SortOptions{By: r.order.by}, &spoolFlags{memory: defaultSpool})
}

// newSorter returns a sorter with the limit, and the memory and the folder of flags.
func (r *reading) newSorter(o *chesszip.SortOptions, spool *spoolFlags) (s *chesszip.Sorter, err error) {
	o.Limit = r.order.limit
	if o.Memory, o.Dir, err = spool.settings(r); err != nil {
		return nil, err
	}
	if s, err = chesszip.NewSorter(o); err != nil {
		return nil, r.explain("", err)
	}
	return s, nil
}

// one returns a game as an archive, which answers for it as its file does.
func (r *reading) one(g *chesszip.Game) (*chesszip.Archive, error) {
	return chesszip.OpenPGN(r.ctx, bytes.NewReader(g.Text), int64(len(g.Text)), nil)
}

// printGames prints the games that match, as the flags say.
func (r *reading) printGames(files []string, q *chesszip.Query) error {
	if r.order.count {
		return r.printCount(files, func(a *opened) (int64, error) { return a.Games().Where(q).Count(r.ctx) })
	}
	r.asks(q)
	sorter, err := r.sorter()
	if err != nil {
		return err
	}
	if sorter == nil {
		return r.each(files, func(a *opened, s *sink) error {
			if err := r.mustHoldGames(a); err != nil {
				return err
			}
			return r.printMatches(a, s, q)
		})
	}
	defer sorter.Close()
	return r.each(files, func(a *opened, _ *sink) error {
		if err := r.mustHoldGames(a); err != nil {
			return err
		}
		return r.passDamage(a, sorter.AddGames(r.ctx, a.Games().Where(q)))
	}, func(s *sink) error { return r.printSorted(sorter, s, r.headerOf) })
}

// printMatches prints the matching games of a file in its order.
func (r *reading) printMatches(a *opened, s *sink, q *chesszip.Query) error {
	switch {
	case r.json:
		return r.listGames(a, s, q)
	case r.order.asked || s.form != nil:
		for g, err := range a.Games().Where(q).Texts(r.ctx) {
			switch {
			case errors.Is(err, pgn.ErrTooLong):
				err = r.copyLarge(a, s, g.Number)
			case err != nil:
				if err = r.broken(a, err); err == nil {
					continue
				}
			default:
				err = s.game(&g)
			}
			if err != nil {
				return err
			}
			r.found(1)
			if err := r.order.printed(); err != nil {
				return err
			}
		}
		return nil
	}
	to, err := s.games()
	if err == nil {
		var n int64
		n, err = a.Games().Where(q).WriteTo(r.ctx, to)
		r.found(n)
	}
	return r.broken(a, err)
}

// printSorted prints the games of a sorter, or with --json what line returns for each.
func (r *reading) printSorted(sorter *chesszip.Sorter, s *sink, line func(g *chesszip.Game) (any, error)) error {
	if !r.json && s.form == nil {
		to, err := s.games()
		if err == nil {
			var n int64
			n, err = sorter.Copy(r.ctx, to)
			r.selection.n += n
		}
		return spoolError(err)
	}
	for g, err := range sorter.Games(r.ctx) {
		switch {
		case errors.Is(err, chesszip.ErrLimit) && s.form != nil:
			s.form.odd.leave(g.Number + 1)
			continue
		case err != nil:
			return spoolError(err)
		case s.form != nil:
			err = s.game(&g)
		default:
			var of any
			if of, err = line(&g); err == nil {
				err = writeJSON(s, of)
			}
		}
		if err != nil {
			return err
		}
		r.selection.n++
	}
	return nil
}

// headerOf returns a game as a line of JSON without its text.
func (r *reading) headerOf(g *chesszip.Game) (any, error) {
	a, err := r.one(g)
	if err != nil {
		return nil, err
	}
	h, err := a.Game(r.ctx, 0, chesszip.FieldTags|chesszip.FieldNumbers)
	return &gameJSON{Number: g.Number + 1, Plies: &h.Plies, Tags: h.Tags}, err
}

// printCount prints how many games of all files match.
func (r *reading) printCount(files []string, count func(a *opened) (int64, error)) error {
	r.arch.never = "--count"
	n := int64(0)
	return r.each(files, func(a *opened, _ *sink) error {
		if err := r.mustHoldGames(a); err != nil {
			return err
		}
		found, err := count(a)
		n += found
		return r.broken(a, err)
	}, func(s *sink) (err error) {
		if r.json {
			return writeJSON(s, map[string]int64{"games": n})
		}
		_, err = fmt.Fprintln(s, n)
		return err
	})
}
