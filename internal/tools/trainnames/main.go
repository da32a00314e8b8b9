// Command trainnames counts the players of the training files of the corpus and
// writes the table that package internal/model/names embeds.
//
//	go run ./internal/tools/trainnames
//
// Names of usual.txt that are not among them, written by hand, are a group of
// their own. A name counts once for each window of some games in a row that it is in, since
// within an archive it is written once. Takes about ten seconds.
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
	"strconv"

	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/pgn"
)

// kinds are the kinds of games, their files, and how many names each has at
// most.
var kinds = []struct {
	files []string
	most  int
}{
	{[]string{"lichess-old-train.pgn", "lichess-elite-train.pgn", "lichess-clk-train.pgn", "lichess-user-train.pgn", "chesscom-train.pgn"}, 1 << 12},
	{[]string{"master-train.pgn", "master-twic-train.pgn"}, 1 << 14},
	{[]string{"engine-train.pgn", "tcec-train.pgn"}, 1 << 8},
}

const (
	window   = 500    // games
	least    = 2      // windows that a name must be in
	smallest = 1 << 8 // group
)

// usual are names as other databases and servers have them, one a line.
//
//go:embed usual.txt
var usual []byte

type player struct {
	name    string
	windows int
	last    int // window
	days    int // of all games whose day is known
	games   int
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
	var b []byte
	written := map[string]bool{}
	for _, kind := range kinds {
		players := map[string]*player{}
		number := 0 // of the window
		for _, file := range kind.files {
			src, err := corpus.Read("pgn/" + file)
			if err != nil {
				return err
			}
			number = gather(players, src, number) + 1
		}
		var list []*player
		for _, p := range players {
			if p.windows >= least && !written[p.name] {
				list = append(list, p)
			}
		}
		slices.SortFunc(list, func(a, b *player) int {
			return cmp.Or(cmp.Compare(b.windows, a.windows), cmp.Compare(a.name, b.name))
		})
		list = list[:min(len(list), kind.most)]
		for _, p := range list {
			written[p.name] = true
		}
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
		fmt.Printf("%s and the like: %d of %d names\n", kind.files[0], len(list), len(players))
	}
	b = append(b, '\n')
	for name := range bytes.Lines(usual) {
		if !written[string(bytes.TrimSuffix(name, []byte("\n")))] {
			b = append(b, name...)
		}
	}
	fmt.Printf("%d bytes\n", len(b))
	return os.WriteFile(out, b, 0o644)
}

// day is the mean of the days that the player played on.
func (p *player) day() int { return p.days / max(p.games, 1) }

// gather adds the players of src, which begins with the window of the given
// number, and returns the number of the last.
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
	day := 0
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
			if d := parse(value); d > 0 {
				day = d
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
		if day > 0 {
			p.days += day
			p.games++
		}
	}
}

// parse returns about how many days after year 0 a date such as 2024.09.?? is,
// 0 for none.
func parse(date []byte) (days int) {
	year, month, day := 0, 6, 15
	for i, at := range []*int{&year, &month, &day} {
		part, rest, _ := bytes.Cut(date, []byte("."))
		if n, err := strconv.Atoi(string(part)); err == nil {
			*at = n
		} else if i == 0 {
			return 0
		}
		date = rest
	}
	return year*372 + month*31 + day
}
