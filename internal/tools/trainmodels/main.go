// Command trainmodels trains the models that movelist/learned embeds, on the training
// files of the corpus. The text inside a model describes its training data and its
// figures.
//
//	go run ./internal/tools/trainmodels -masters 2 default
//	go run ./internal/tools/trainmodels -masters 2 mix default
//	go run ./internal/tools/trainmodels -masters 2 max
//	go run ./internal/tools/trainmodels -masters 2 mix max
//	go run ./internal/tools/trainmodels -every 50 ablation
//
// These take about 15, 8, 20, 15 and 10 minutes on two cores. Default and max train the
// weights of features, and write a file of choices beside the model, about three
// gigabytes. Mix, to be run after them and with the same games, trains the network on
// it. Mix computes eight numbers at once if it is built with GOEXPERIMENT=simd on amd64,
// as the shipped networks were; otherwise it takes three times as long, and rounds
// differently. Ablation removes the default model's features, one after the other, and
// prints the value of each.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/model/network"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/train"
)

// mix is the training data. Rare kinds of games are used twice or more.
var mix = []struct {
	name          string
	every, copies int
}{
	{"lichess-old-train.pgn", 1, 1},
	{"lichess-elite-train.pgn", 1, 2},
	{"lichess-clk-train.pgn", 1, 2},
	{"lichess-user-train.pgn", 1, 2},
	{"chesscom-train.pgn", 1, 2},
	{"master-train.pgn", 1, 1},
	{"master-twic-train.pgn", 1, 2},
	{"engine-train.pgn", 1, 3},
	{"tcec-train.pgn", 1, 4},
}

func main() {
	every := flag.Int("every", 1, "take only every n-th game, for a quick look")
	masters := flag.Int("masters", 1, "take only every n-th game of master-train")
	epochs := flag.Int("epochs", 1, "how often to learn from each game")
	rate := flag.Float64("rate", 0, "Adagrad's rate; 0 is the default")
	damping := flag.Float64("damping", 0, "Adagrad's damping; 0 is the default")
	lines := flag.Uint("lines", 0, "number of the table's lines of 64 weights; 0 is the model's own")
	out := flag.String("out", filepath.Join("movelist", "learned"), "folder to write to")
	threads := flag.Int("threads", runtime.GOMAXPROCS(0), "how many threads list features")
	drop := flag.String("drop", "", "features to do without, separated by commas")
	flag.Parse()
	o := train.Options{Threads: *threads, Epochs: *epochs, Rate: *rate, Damping: *damping, Lines: uint32(*lines), Plain: true, Say: say}
	if *drop != "" {
		o.Drop = strings.Split(*drop, ",")
	}
	if err := run(flag.Arg(0), flag.Arg(1), *every, *masters, *out, o); err != nil {
		fmt.Fprintln(os.Stderr, "trainmodels:", err)
		os.Exit(1)
	}
}

var start = time.Now()

func say(line string) { fmt.Printf("%6.0fs  %s\n", time.Since(start).Seconds(), line) }

func run(what, of string, every, masters int, out string, o train.Options) error {
	var sources []train.Source
	for _, s := range mix {
		src, err := corpus.Read("pgn/" + s.name)
		if err != nil {
			return err
		}
		if s.name == "master-train.pgn" {
			s.every = masters
		}
		games, err := train.Games(bytes.NewReader(src), s.every*every)
		if err != nil {
			return err
		}
		sources = append(sources, train.Source{Name: s.name, Games: games, Copies: s.copies})
	}
	switch what {
	case "default":
		o.Lines = cmp.Or(o.Lines, moves.UsualLines)
	case "max":
		o.Deep = true
		o.Lines = cmp.Or(o.Lines, moves.LargeLines)
	case "mix":
		return mixed(sources, of, out, o)
	case "ablation":
		return ablation(sources, o)
	default:
		return fmt.Errorf("no model %q, want default, max, mix or ablation", what)
	}
	model, err := learn(sources, o, filepath.Join(out, what+".choices"))
	if err != nil {
		return err
	}
	say(fmt.Sprintf("%d bytes", len(model)))
	return os.WriteFile(filepath.Join(out, what+".czm"), model, 0o644)
}

// hidden are the numbers of hidden units of the models' networks.
var hidden = map[string]int{"default": 2 * network.Block, "max": 6 * network.Block}

// learn trains weights and writes a file of choices for mix.
func learn(sources []train.Source, o train.Options, choices string) (model []byte, err error) {
	f, err := os.Create(choices)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<20)
	o.Choices = func(c train.Choice) error {
		_, err := w.Write(c)
		return err
	}
	if model, err = train.Run(context.Background(), sources, o); err != nil {
		return nil, err
	}
	return model, w.Flush()
}

// perPly matches plies and bits a ply in the report's lines about sources.
var perPly = regexp.MustCompile(`(\d+) plies +(\d+\.\d+)`)

// ablation prints the cost of a ply in held-out games without each feature.
func ablation(sources []train.Source, o train.Options) error {
	o.Say = nil
	f := moves.Features{Deep: o.Deep}
	all := 0.0
	for i := -1; i < f.Count(); i++ {
		name := "all features"
		o.Drop = nil
		if i >= 0 {
			name = moves.Names[i]
			o.Drop = []string{name}
		}
		data, err := train.Run(context.Background(), sources, o)
		if err != nil {
			return err
		}
		m, err := moves.ParseModel(data)
		if err != nil {
			return err
		}
		bits, plies := 0.0, 0.0
		for _, found := range perPly.FindAllStringSubmatch(m.About(), len(sources)) {
			n, err := strconv.ParseFloat(found[1], 64)
			if err != nil {
				return err
			}
			each, err := strconv.ParseFloat(found[2], 64)
			if err != nil {
				return err
			}
			bits, plies = bits+n*each, plies+n
		}
		sum := bits / plies
		if i < 0 {
			all = sum
		}
		if _, err := io.WriteString(os.Stdout, fmt.Sprintf("| %s | %.4f | %+.4f |\n", name, sum, sum-all)); err != nil {
			return err
		}
	}
	return nil
}

// mixed trains the network of a model on the choices beside it.
func mixed(sources []train.Source, name, out string, o train.Options) error {
	file := filepath.Join(out, name+".czm")
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	m, err := moves.ParseModel(data)
	if err != nil {
		return err
	}
	left, err := os.ReadFile(filepath.Join(out, name+".choices"))
	if err != nil {
		return err
	}
	choices, err := train.CutChoices(left, m.Deep())
	if err != nil {
		return fmt.Errorf("%s.choices: %w", name, err)
	}
	if data, err = train.Mix(sources, choices, m, hidden[name], o); err != nil {
		return err
	}
	say(fmt.Sprintf("%d bytes", len(data)))
	return os.WriteFile(file, data, 0o644)
}
