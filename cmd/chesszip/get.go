package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

func newGet(c *console) *cobra.Command {
	r := &reading{console: c}
	cmd := &cobra.Command{
		Use:   "get [FILE] (NUMBER... | -)",
		Short: "print games by number",
		Long: `Print games by number, exactly as they were compressed. Games are numbered from
1; 5-9 are five games, 5+ is the fifth and all that follow it. 1-3,7 are four.

With - in place of numbers they are read from standard input, separated by white
space or commas, at most 1,048,576.

Only the index and the frames of these games are read, in any order, and each
frame is decoded once. Pipes, SCID databases and packed files are read from front
to back, up to the last game: name their games in ascending order.`,
		Example: `  chesszip get games.czip 17
  chesszip get games.czip 1-10,99 > some.pgn
  chesszip get games.czip - < numbers.txt
  chesszip get https://HOST/games.czip 17
  chesszip get --json games.czip 17      {"number":17,"tags":{...},"text":"..."}`,
		Args: func(cmd *cobra.Command, args []string) error {
			if r.numbersAlone(args) {
				return nil
			}
			return arguments(cobra.MinimumNArgs(2), "FILE (NUMBER... | -)")(cmd, args)
		},
	}
	f := cmd.Flags()
	r.fileFlags(f)
	r.jsonFlag(f, "print a line of JSON for each game")
	r.selectionFlags(f)
	return r.verb(cmd, func(args []string) error {
		if r.numbersAlone(args) {
			args = append([]string{stdio}, args...)
		}
		if args[0] == stdio && slices.Contains(args[1:], stdio) {
			return misuse("name the file of the games", "the games and their numbers cannot both come from standard input")
		}
		if last := args[len(args)-1]; missing(args[0]) && !isURL(args[0]) && args[0] != stdio && !missing(last) {
			return failed("the file comes first: chesszip get "+last+" "+args[0], "%s: no such file", args[0])
		}
		numbers, err := r.listed(args[1:])
		r.found(0)
		switch {
		case err != nil:
			return err
		case len(numbers) == 0:
			return r.status(nil)
		}
		return r.get(args[0], numbers)
	})
}

// numbersAlone reports whether arguments are numbers of games of standard input.
func (r *reading) numbersAlone(args []string) bool {
	for _, a := range args {
		for n := range strings.SplitSeq(a, ",") {
			if _, _, err := gameRange(n, math.MaxInt64); err != nil || !missing(a) {
				return false
			}
		}
	}
	return len(args) > 0 && piped(r.in)
}

func (r *reading) get(name string, numbers []string) error {
	if err := r.inOrder(name, numbers); err != nil {
		return err
	}
	var asked *passing
	return r.each([]string{name}, func(a *opened, s *sink) error {
		if err := r.mustHoldGames(a); err != nil {
			return err
		}
		if a.stream != nil {
			if asked == nil {
				asked = &passing{r: r, numbers: numbers}
			}
			return asked.part(a, s)
		}
		var ranges [][2]int64
		for _, n := range numbers {
			from, to, err := gameRange(n, a.NumGames())
			if err != nil {
				return err
			}
			ranges = append(ranges, [2]int64{from, to})
		}
		return r.copyRanges(a, s, ranges)
	})
}

// listed returns numbers, with - replaced by those on standard input.
func (r *reading) listed(numbers []string) (all []string, err error) {
	for _, n := range numbers {
		if n != stdio {
			all = append(all, strings.Split(n, ",")...)
			continue
		}
		if err := eachNumber(r.in, func(n string) error {
			if len(all) == maxSelected {
				return misuse("ask for them in several runs", "more than %s numbers", countText(maxSelected))
			}
			all = append(all, n)
			_, _, err := gameRange(n, math.MaxInt64)
			return err
		}); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// eachNumber calls each with the words of a list of numbers. Errors name the line.
func eachNumber(list io.Reader, each func(number string) error) error {
	lines := bufio.NewScanner(list)
	lines.Buffer(nil, maxListLine)
	line := 0
	for lines.Scan() {
		line++
		for word := range strings.FieldsFuncSeq(lines.Text(), func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
			var p *problem
			if err := each(word); errors.As(err, &p) {
				return &problem{p.status, fmt.Errorf("%s, line %d: %w", stdinName, line, p.err), p.hint}
			}
		}
	}
	if err := lines.Err(); err != nil {
		return failed("put a number on each line", "read %s, line %d: %w", stdinName, line+1, err)
	}
	return nil
}

// maxListLine is the greatest length of a line of numbers in bytes.
const maxListLine = 16 << 20

// maxSelected is how many games are selected at once: their numbers are held in memory.
const maxSelected = 1 << 20

// copyRanges prints ranges of games, counted from 0, in their order. Each frame is
// decoded once, unless there are very many games.
func (r *reading) copyRanges(a *opened, s *sink, ranges [][2]int64) error {
	for _, x := range ranges {
		r.found(x[1] - x[0])
	}
	if len(ranges) == 1 {
		return r.copyGames(a, s, ranges[0][0], ranges[0][1])
	}
	var numbers []int64
	for _, x := range ranges {
		if x[1]-x[0] > maxSelected-int64(len(numbers)) {
			if err := r.copySelected(a, s, numbers); err != nil {
				return err
			}
			if err := r.copyGames(a, s, x[0], x[1]); err != nil {
				return err
			}
			numbers = numbers[:0]
			continue
		}
		for n := x[0]; n < x[1]; n++ {
			numbers = append(numbers, n)
		}
	}
	return r.copySelected(a, s, numbers)
}

// copySelected prints the games of some numbers in their order.
func (r *reading) copySelected(a *opened, s *sink, numbers []int64) error {
	for g, err := range a.Games().Numbers(numbers...).Texts(r.ctx) {
		switch {
		case errors.Is(err, chesszip.ErrLimit) && !r.json:
			err = r.copyLarge(a, s, g.Number)
		case err != nil:
			err = r.broken(a, err)
		case r.json:
			err = writeGameJSON(s, &g)
		default:
			err = s.game(&g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// gameRange parses numbers of games as people count them, and returns the library's.
func gameRange(text string, games int64) (from, to int64, err error) {
	low, isRange := strings.CutSuffix(text, "+")
	high := ""
	if !isRange {
		low, high, isRange = strings.Cut(text, "-")
	}
	from, err1 := strconv.ParseInt(low, 10, 64)
	to = from
	var err2 error
	switch {
	case isRange && high == "":
		to = max(from, games)
	case isRange:
		to, err2 = strconv.ParseInt(high, 10, 64)
	}
	if err1 != nil || err2 != nil || from < 1 || to < from {
		return 0, 0, misuse("games are numbered from 1", "%q is neither the number of a game nor a range such as 5-9 or 5+", text)
	}
	if to > games {
		return 0, 0, failed("", "there is no game %s: the file has %s", text, plural(games, "game"))
	}
	return from - 1, to, nil
}

// copyGames prints a range of games, counted from 0.
func (r *reading) copyGames(a *opened, s *sink, from, to int64) error {
	if !r.json && s.form == nil {
		w, err := s.games()
		if err == nil {
			_, err = a.Games().Range(from, to).WriteTo(r.ctx, w)
		}
		return r.broken(a, err)
	}
	for g, err := range a.Games().Range(from, to).Texts(r.ctx) {
		switch {
		case s.form != nil && errors.Is(err, pgn.ErrTooLong):
			err = r.copyLarge(a, s, g.Number)
		case err != nil:
			err = r.broken(a, err)
		case s.form != nil:
			err = s.game(&g)
		default:
			err = writeGameJSON(s, &g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// copyLarge prints a game that is larger than a frame. In another form it is left out.
func (r *reading) copyLarge(a *opened, s *sink, number int64) error {
	if s.form != nil {
		s.form.odd.leave(number + 1)
		return nil
	}
	return r.copyGames(a, s, number, number+1)
}
