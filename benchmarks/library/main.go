// Command library measures what a program that uses the library gets: rules and
// PGN beside github.com/corentings/chess, which most Go programs use; what blobs
// notice; how soon calls stop; what games by number, appending and linking cost.
//
//	cd benchmarks/library && go run . [-games 1250] [-rounds 5] [-only rules,blobs,...] [FILE.pgn]
//
// Without a file it takes the games that come with the project. Times are of the
// processor where the system tells them; those of two libraries are taken by turns,
// and the median ratio is shown.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/pgn"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "library: error: %v\n", err)
		os.Exit(1)
	}
}

// bench is what the sections work on.
type bench struct {
	out    io.Writer
	rounds int
	text   []byte
	games  []gamestate.Game
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("library", flag.ContinueOnError)
	most := flags.Int("games", 1250, "games taken from the file at most")
	rounds := flags.Int("rounds", 5, "how often each thing is measured")
	only := flags.String("only", "", "sections to run, by commas; none means all")
	if err := flags.Parse(args); err != nil {
		return err
	}
	b := &bench{out: out, rounds: max(*rounds, 1)}
	file, err := b.read(flags.Arg(0), *most)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d games, %.2f MB of PGN; %s %s/%s, %d processors\n", filepath.Base(file), len(b.games), float64(len(b.text))/1e6,
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0))
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "github.com/corentings/chess/v2" {
				fmt.Fprintf(out, "%s %s\n", m.Path, m.Version)
			}
		}
	}
	for _, s := range sections {
		if *only == "" || strings.Contains(","+*only+",", ","+s.name+",") {
			fmt.Fprintf(out, "\n## %s\n\n", s.title)
			if err := s.run(b); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
	}
	return nil
}

// sections are the parts of the report.
var sections = []struct {
	name, title string
	run         func(b *bench) error
}{
	{"rules", "Rules and PGN", (*bench).rules},
	{"sizes", "What games and positions take", (*bench).sizes},
	{"blobs", "What altered games give", (*bench).blobs},
	{"memory", "Memory of one game", (*bench).memory},
	{"light", "Sizes of programs", (*bench).light},
}

// read reads at most the given number of games, and returns the file's name.
func (b *bench) read(file string, most int) (string, error) {
	if file == "" {
		file = filepath.Join("..", "..", "testdata", "lichess.pgn.zst")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return file, err
	}
	if strings.HasSuffix(file, ".zst") {
		d, err := zstd.NewReader(bytes.NewReader(text))
		if err != nil {
			return file, err
		}
		defer d.Close()
		if text, err = io.ReadAll(d); err != nil {
			return file, err
		}
	}
	for g, err := range pgn.NewReader(bytes.NewReader(text), nil).Games() {
		if err != nil {
			return file, err
		}
		if game, ok := g.MainLine(); ok {
			b.games = append(b.games, game)
		}
		b.text = text[:int(g.Offset)+len(g.Text)]
		if len(b.games) == most {
			break
		}
	}
	if len(b.games) == 0 {
		return file, fmt.Errorf("%s: no games", file)
	}
	return file, nil
}

// row prints a row of a Markdown table.
func (b *bench) row(cells ...any) {
	for _, c := range cells {
		if f, ok := c.(float64); ok {
			c = number(f)
		}
		fmt.Fprintf(b.out, "| %v ", c)
	}
	fmt.Fprintln(b.out, "|")
}

// number is a figure with three digits that count.
func number(f float64) string {
	if f >= 100 {
		text := fmt.Sprintf("%.0f", f)
		for i := len(text) - 3; i > 0; i -= 3 {
			text = text[:i] + "," + text[i:]
		}
		return text
	}
	return fmt.Sprintf("%.3g", f)
}
