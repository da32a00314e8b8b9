// Command columns makes the text that primes the model of one game's columns, which
// package internal/column/textmodel embeds, from games of the training files.
//
//	go run ./internal/tools/columns
//
// Names of players and identifiers are replaced, since those of people must not be
// published. It takes some seconds.
package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/pgn"
)

// files are the training files, and how many games of each are read; the kinds most
// often appended one at a time come last.
var files = []struct {
	name  string
	games int
}{
	{"tcec-train.pgn", 3}, {"engine-train.pgn", 4}, {"master-train.pgn", 10}, {"master-twic-train.pgn", 10},
	{"chesscom-train.pgn", 7}, {"lichess-elite-train.pgn", 10}, {"lichess-clk-train.pgn", 10},
	{"lichess-user-train.pgn", 10}, {"lichess-old-train.pgn", 64},
}

const (
	target = "internal/column/textmodel/columns.bin"
	most   = 30_000 // bytes
	window = 64 << 10
)

var (
	players = regexp.MustCompile(`\[(?:White|Black|Annotator|WhiteTeam|BlackTeam) "([^"]*)"`)
	links   = regexp.MustCompile(`(https?://[a-z.]+/(?:[a-z/]+/)?)[A-Za-z0-9]+"`)
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "columns:", err)
		os.Exit(1)
	}
}

func run() error {
	rng := rand.New(rand.NewPCG(1, 2))
	var out []byte
	for _, f := range files {
		src, err := corpus.Read("pgn/" + f.name)
		if err != nil {
			return err
		}
		half := len(src) / 2
		for i := range f.games {
			text, err := gameAt(src[half+(half-window)/f.games*i:])
			if err != nil {
				return fmt.Errorf("%s, game %d: %w", f.name, i+1, err)
			}
			if out, err = appendColumns(out, made(text, rng)); err != nil {
				return err
			}
		}
	}
	if len(out) > most {
		out = out[len(out)-most:]
	}
	fmt.Printf("%s: %d bytes\n", target, len(out))
	return os.WriteFile(target, out, 0o666)
}

// gameAt returns the second game that begins in src, since the first may be cut.
func gameAt(src []byte) ([]byte, error) {
	i := bytes.Index(src, []byte("\n[Event "))
	if i < 0 {
		return nil, fmt.Errorf("no game begins here")
	}
	src = src[i+1:]
	var s pgn.Splitter
	n, ok := s.Next(src, false)
	if !ok {
		return nil, fmt.Errorf("no game ends here")
	}
	return src[:n], nil
}

// made replaces names and identifiers.
func made(text []byte, rng *rand.Rand) []byte {
	for _, m := range players.FindAllSubmatch(text, -1) { // a site may repeat the name
		if name := m[1]; len(name) > 1 {
			text = bytes.ReplaceAll(text, bytes.Clone(name), []byte(handle(rng)))
		}
	}
	return links.ReplaceAllFunc(text, func(b []byte) []byte {
		at := bytes.LastIndexByte(b, '/') + 1
		b = bytes.Clone(b)
		for i := at; i < len(b)-1; i++ {
			b[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"[rng.IntN(62)]
		}
		return b
	})
}

// handle makes up a player's handle.
func handle(rng *rand.Rand) string {
	parts := [...]string{"ma", "ri", "ko", "chess", "the", "an", "der", "el", "lo", "king", "pa", "sto", "vi", "tor", "be", "ne", "ga", "ru", "mi", "sa"}
	s := ""
	for range 2 + rng.IntN(3) {
		s += parts[rng.IntN(len(parts))]
	}
	if rng.IntN(2) == 0 {
		s = string(s[0]-'a'+'A') + s[1:]
	}
	if rng.IntN(3) == 0 {
		s += fmt.Sprint(rng.IntN(2010))
	}
	return s
}

// appendColumns appends the columns of a game from its frame.
func appendColumns(dst, text []byte) ([]byte, error) {
	var e game.Encoder
	f, _ := e.Encode(text, []int{len(text)})
	apart, err := streams.Apart(&f, budget.New(len(text)))
	if err != nil {
		return dst, err
	}
	for _, s := range apart.Streams {
		if streams.MayJoin(s.Kind) {
			dst = binfmt.AppendUvarint(dst, uint64(s.Kind))
			dst = binfmt.AppendBytes(dst, s.Data)
		}
	}
	return dst, nil
}
