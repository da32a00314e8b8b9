package main

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/chesszip/chesszip"
)

func newList(c *console) *cobra.Command {
	r := &reading{console: c}
	games, streams, files, sums := false, false, false, false
	q := new(chesszip.Query)
	cmd := &cobra.Command{
		Use:   "list [flags] FILE...",
		Short: "list frames, games, or where the bytes go",
		Long: `List the frames of archives: their games, their bytes before and after
compression, the bytes of a game, and in how many frames columns are open.
With --games, or a flag that selects, sorts or counts games, list the games that
match, file by file or with --sort all together; with --streams, list the bytes of
tags, moves, comments and so on. With --files, list the files, a line each, and their totals; --sha256 adds
the checksum of what each decompresses to, for which all of it is decoded.

Frames, streams and files cannot be listed from pipes and packed files.`,
		Example: `  chesszip list games.czip
  chesszip list --player carlsen --sort -elo --limit 10 games.czip
  chesszip list --streams games.czip
  chesszip list --files -r collection        a line for each archive, and totals
  chesszip list --sha256 --json -r collection > catalogue.jsonl
  chesszip list --games --json games.czip    a line of JSON each`,
		Args: r.gamesOf("[flags] FILE..."),
	}
	f := cmd.Flags()
	r.fileFlags(f)
	f.BoolVarP(&games, "games", "g", false, "list games")
	f.BoolVarP(&streams, "streams", "s", false, "list the bytes of tags, moves, comments, ...")
	f.BoolVar(&files, "files", false, "list files, with totals")
	f.BoolVar(&sums, "sha256", false, "list files with the SHA-256 of their decompressed bytes")
	r.jsonFlag(f, "print lines of JSON")
	r.shardFlag(f)
	r.manyFlag(f)
	r.orderFlags(f)
	r.selectFlags(f, q)
	return r.verb(cmd, func(args []string) error {
		games = games || len(q.Terms) > 0 || r.order.count || r.order.asked || r.order.by != ""
		if games && streams {
			return misuse("", "--streams does not go with --games and the flags of games")
		}
		files = files || sums
		if files && (games || streams) {
			return misuse("", "--files and --sha256 do not go with --streams and the flags of games")
		}
		if files && r.part.count > 0 {
			return misuse("", "--shard is about frames and games, not about files")
		}
		r.anyKind = !games
		if !games {
			args = r.passPacked(args)
		}
		switch {
		case files:
			r.many.seeks = "a list of files"
			return (&fileList{reading: r, sums: sums}).list(args)
		case games:
			return r.listAll(args, q)
		case streams:
			r.many.seeks = "--streams"
		default:
			r.many.seeks = "a list of frames"
		}
		return r.each(args, func(a *opened, s *sink) error {
			if err := r.headFile(a, s, len(args) > 1); err != nil {
				return err
			}
			if streams {
				return r.listStreams(a, s)
			}
			return r.listFrames(a, s)
		})
	})
}

// passPacked leaves out packed files that -r has found, if there are others: what is listed
// of files needs random access.
func (r *reading) passPacked(files []string) []string {
	packed := func(name string) bool { return !isURL(name) && packingOfFile(name) != plain }
	kept := slices.DeleteFunc(slices.Clone(files), packed)
	left := len(files) - len(kept)
	if !r.many.recursive || left == 0 || len(kept) == 0 {
		return files
	}
	r.say("chesszip: warning: %s left out: only archives and files that are not packed are listed", plural(int64(left), "packed file"))
	return kept
}

// headFile begins the list of a file, of several.
func (r *reading) headFile(a *opened, s *sink, several bool) error {
	if err := r.sayNoGames(a); err != nil {
		return err
	}
	if several && !r.json && a.begins() {
		fmt.Fprintf(s, "%s:\n", shown(a.name))
	}
	return nil
}

// shownTags are the tags that a list of games shows.
var shownTags = []string{"White", "Black", "Event"}

// listAll lists the games that match: file by file, or sorted all together.
func (r *reading) listAll(files []string, q *chesszip.Query) error {
	if r.order.count {
		return r.printCount(files, func(a *opened) (int64, error) { return a.Games().Where(q).Count(r.ctx) })
	}
	list := r.newGameList(r.output == "" || r.output == stdio)
	sorter, err := r.sorter()
	if err != nil {
		return err
	}
	if sorter != nil {
		defer sorter.Close()
	}
	var names []string // of the files of the sorter
	return r.each(files, func(a *opened, s *sink) (err error) {
		if sorter != nil {
			if err := r.sayNoGames(a); err != nil {
				return err
			}
			names = append(names, a.name)
			return r.passDamage(a, sorter.AddGames(r.ctx, a.Games().Where(q)))
		}
		if err := r.headFile(a, s, len(files) > 1); err != nil {
			return err
		}
		if r.json {
			return r.listGames(a, s, q)
		}
		if err := list.begin(a.name, s); err != nil {
			return err
		}
		return r.eachHeader(a, a.Games().Where(q).Headers(r.ctx, shownTags...), list.add)
	}, func(s *sink) error {
		if sorter == nil {
			return nil
		}
		if len(files) == 1 {
			names = nil
		}
		return r.listSorted(sorter, s, list, names)
	})
}

// listSorted lists the games of a sorter, with the names of their files if these are given.
func (r *reading) listSorted(sorter *chesszip.Sorter, s *sink, list *gameList, names []string) error {
	if list.files = names; !r.json {
		if err := list.begin("", s); err != nil {
			return err
		}
	}
	for g, err := range sorter.Games(r.ctx) {
		if err != nil {
			return spoolError(err)
		}
		r.selection.n++
		a, err := r.one(&g)
		if err != nil {
			return err
		}
		tags := shownTags
		if r.json {
			tags = nil
		}
		h, err := a.Game(r.ctx, 0, chesszip.FieldTags|chesszip.FieldNumbers, tags...)
		if err != nil {
			return err
		}
		h.Number, h.File = g.Number, g.File
		if !r.json {
			err = list.add(&h)
		} else {
			line := &gameJSON{Number: g.Number + 1, Plies: &h.Plies, Tags: h.Tags}
			if names != nil {
				line.File = names[g.File]
			}
			err = writeJSON(s, line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *reading) listFrames(a *opened, w io.Writer) error {
	if a.Sorted() && !r.json {
		fmt.Fprintln(w, "lines are sorted: their order was not kept")
	}
	frames := a.Frames()
	if r.json {
		for _, f := range frames {
			if err := writeJSON(w, &frameJSON{f.Number + 1, f.First + 1, f.Games, f.Input, f.Stored, f.Offset, f.Statistics, columnNames(f.Open), a.Sorted()}); err != nil {
				return err
			}
		}
		return nil
	}
	err := writeColumns(w, func(row func(cells ...string)) {
		line := func(what, games string, n, input, stored int64) {
			each := "-"
			if n > 0 {
				each = fmt.Sprintf("%.2f", float64(stored)/float64(n))
			}
			row(what, games, countText(input), countText(stored), each)
		}
		row("frame", "games", "bytes", "stored", "a game")
		var n, input int64
		for _, f := range frames {
			n += f.Games
			input += f.Input
			line(fmt.Sprint(f.Number+1), gamesText(f.First, f.Games), f.Games, f.Input, f.Stored)
		}
		if r.part.count == 0 {
			line("all", countText(n), n, input, a.Size())
		}
	})
	if err != nil {
		return err
	}
	return listOpen(w, frames)
}

// listOpen writes in how many of the frames columns are open: a line for those that are
// open in as many frames.
func listOpen(w io.Writer, frames []chesszip.FrameInfo) error {
	count := map[string]int{}
	for _, f := range frames {
		for _, name := range columnNames(f.Open) {
			count[name]++
		}
	}
	names := slices.Sorted(maps.Keys(count))
	slices.SortStableFunc(names, func(a, b string) int { return count[b] - count[a] })
	for len(names) > 0 {
		n := count[names[0]]
		same := slices.IndexFunc(names, func(name string) bool { return count[name] != n })
		if same < 0 {
			same = len(names)
		}
		if _, err := fmt.Fprintf(w, "open in %d of %s: %s\n", n, plural(int64(len(frames)), "frame"), strings.Join(names[:same], ", ")); err != nil {
			return err
		}
		names = names[same:]
	}
	return nil
}

// writeColumns writes rows in columns that are aligned at the right. It calls rows
// twice, so that it stores none: to measure the columns, and to write.
func writeColumns(w io.Writer, rows func(row func(cells ...string))) (err error) {
	var widths []int
	rows(func(cells ...string) {
		for i, c := range cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(c)+2)
		}
	})
	var line []byte
	rows(func(cells ...string) {
		line = line[:0]
		for i, c := range cells {
			line = fmt.Appendf(line, "%*s", widths[i], c)
		}
		if err == nil {
			_, err = w.Write(append(line, '\n'))
		}
	})
	return err
}

// gamesText formats the games of a frame as people count them.
func gamesText(first, n int64) string {
	if n == 0 {
		return "-"
	}
	if n == 1 {
		return fmt.Sprint(first + 1)
	}
	return fmt.Sprintf("%d-%d", first+1, first+n)
}

type frameJSON struct {
	Frame  int      `json:"frame"`
	First  int64    `json:"first"`
	Games  int64    `json:"games"`
	Input  int64    `json:"bytes"`
	Stored int64    `json:"stored"`
	Offset int64    `json:"offset"`
	Meta   int64    `json:"meta"`
	Open   []string `json:"open,omitempty"`
	Sorted bool     `json:"sorted,omitempty"` // lines were reordered
}

// columnNames are the kinds of --index of a set of columns.
func columnNames(c chesszip.Columns) (names []string) {
	for name, kind := range indexes {
		if c&kind != 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (r *reading) listStreams(a *opened, w io.Writer) error {
	all, err := a.Streams(r.ctx)
	if err != nil {
		return err
	}
	from, to := a.Span()
	n := max(1, to-from)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	rest := a.Size()
	line := func(bytes int64, name string) error {
		if r.json {
			return writeJSON(w, map[string]any{"stream": name, "bytes": bytes, "bytes_per_game": float64(bytes) / float64(n)})
		}
		_, err := fmt.Fprintf(t, "%s\t%.2f\t  %s\n", countText(bytes), float64(bytes)/float64(n), name)
		return err
	}
	if !r.json {
		fmt.Fprintln(t, "bytes\ta game\t  stream")
	}
	for _, s := range all {
		rest -= s.Bytes
		if err := line(s.Bytes, s.Name); err != nil {
			return err
		}
	}
	if r.part.count == 0 {
		if err := line(rest, "frames, index and checksums"); err != nil {
			return err
		}
	}
	return t.Flush()
}

// listGames writes a line of JSON for each game.
func (r *reading) listGames(a *opened, w io.Writer, q *chesszip.Query) error {
	return r.eachHeader(a, a.Games().Where(q).Headers(r.ctx), func(h *chesszip.Game) error {
		return writeJSON(w, &gameJSON{Number: h.Number + 1, Plies: &h.Plies, Tags: h.Tags})
	})
}

// eachHeader calls write for each of the games.
func (r *reading) eachHeader(a *opened, games iter.Seq2[chesszip.Game, error], write func(h *chesszip.Game) error) error {
	for h, err := range games {
		if err != nil {
			if err := r.broken(a, err); err != nil {
				return err
			}
			continue
		}
		r.selection.n++
		if err := write(&h); err != nil {
			return err
		}
		if err := r.order.printed(); err != nil {
			return err
		}
	}
	return nil
}
