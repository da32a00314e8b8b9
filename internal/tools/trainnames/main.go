// Command trainnames counts the players in the training files of games of masters and of
// programs, and writes the table that package internal/model/names embeds.
//
//	go run ./internal/tools/trainnames
//
// It reads no file of an online server, since its players' names must not be published.
// Names of usual.txt that are not among those counted form a separate group. A name
// counts once for each window of consecutive games that has it, since an archive spells
// it once. It takes about ten seconds.
package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/pgn"
)

// kinds are the kinds of games, their files, and the greatest number of names of each.
var kinds = []struct {
	files []string
	most  int
}{
	{[]string{"master-train.pgn", "master-twic-train.pgn"}, 1 << 14},
	{[]string{"engine-train.pgn", "tcec-train.pgn"}, 1 << 8},
}

const (
	window   = 500    // number of games
	least    = 2      // number of windows that a name must be in
	smallest = 1 << 8 // size of a group
)

// usual are names of masters and programs as other databases write them, one a
// line, chosen by hand.
//
//go:embed usual.txt
var usual []byte

type player struct {
	name    string
	windows int
	last    int    // window
	days    uint64 // sum over all games with a known day
	games   uint64 // number of these games
}

func main() {
	out := flag.String("o", filepath.Join("internal", "model", "names", "names.txt"), "file to write")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "trainnames:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	b, err := table()
	if err != nil {
		return err
	}
	fmt.Printf("%d bytes\n", len(b))
	return os.WriteFile(out, b, 0o644)
}

// table returns the contents of names.txt.
func table() ([]byte, error) {
	var b []byte
	written := map[string]bool{}
	for _, kind := range kinds {
		players := map[string]*player{}
		number := 0 // of the window
		for _, file := range kind.files {
			src, err := corpus.Read("pgn/" + file)
			if err != nil {
				return nil, err
			}
			number = gather(players, src, number) + 1
		}
		list := commonest(players, written, kind.most)
		for _, p := range list {
			written[p.name] = true
		}
		b = appendGroups(b, list)
	}
	b = append(b, '\n')
	for name := range bytes.Lines(usual) {
		if !written[string(bytes.TrimSuffix(name, []byte("\n")))] {
			b = append(b, name...)
		}
	}
	return b, nil
}

// commonest returns the players that are in the most windows, the commonest first,
// without those already written.
func commonest(players map[string]*player, written map[string]bool, most int) (list []*player) {
	for _, p := range players {
		if p.windows >= least && !written[p.name] {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b *player) int {
		return cmp.Or(cmp.Compare(b.windows, a.windows), cmp.Compare(a.name, b.name))
	})
	return list[:min(len(list), most)]
}

// appendGroups appends the names of a list in groups, each as large as all groups before
// it and sorted by the time of play.
func appendGroups(b []byte, list []*player) []byte {
	size := smallest
	for done := 0; done < len(list); size = max(size, done) {
		group := list[done:min(done+size, len(list))]
		done += len(group)
		slices.SortFunc(group, func(a, b *player) int { return cmp.Or(cmp.Compare(a.day(), b.day()), cmp.Compare(a.name, b.name)) })
		if len(b) > 0 {
			b = append(b, '\n')
		}
		for _, p := range group {
			b = append(append(b, p.name...), '\n')
		}
	}
	return b
}

// day is the mean of the player's days.
func (p *player) day() uint64 { return p.days / max(p.games, 1) }

// gather adds the players of src, which begins with the window number, and returns the
// number of the last window.
func gather(players map[string]*player, src []byte, number int) int {
	var split pgn.Splitter
	for game := 1; len(src) > 0; game++ {
		n, ok := split.Next(src, true)
		if !ok {
			break
		}
		add(players, src[:n], number)
		if game%window == 0 {
			number++
		}
		src = src[n:]
	}
	return number
}

func add(players map[string]*player, game []byte, number int) {
	var sides []string
	var days tagvalue.Days
	in := pgn.NewScanner(game)
	for {
		t, ok := in.Next()
		if !ok || t.Kind == pgn.Move {
			break
		}
		if t.Kind != pgn.TagPair {
			continue
		}
		switch name, value := t.Tag(); string(name) {
		case "White", "Black":
			if len(value) > 1 && !bytes.ContainsAny(value, "\r\n") {
				sides = append(sides, string(value))
			}
		case "Date", "UTCDate":
			if d := tagvalue.ParseDate(value); d.Known() {
				days = d
			}
		}
	}
	for _, name := range sides {
		p := players[name]
		if p == nil {
			p = &player{name: name, last: -1}
			players[name] = p
		}
		if p.last != number {
			p.last = number
			p.windows++
		}
		if days.Known() {
			p.days += (days.First + days.Last) / 2
			p.games++
		}
	}
}
