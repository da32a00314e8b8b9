// Command trainopenings learns what openings are called and how their games
// begin, from the training files of the corpus, and writes the table that package
// internal/model/openings embeds.
//
//	go run ./internal/tools/trainopenings
//
// A line goes on as long as most of the games that began so far like it agree
// on the next move. Takes about a minute.
package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/corpus"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// sources are the files, and of how many games of each one is taken.
var sources = []struct {
	name  string
	every int
}{
	{"lichess-old-train.pgn", 1},
	{"lichess-elite-train.pgn", 1},
	{"lichess-clk-train.pgn", 1},
	{"lichess-user-train.pgn", 1},
	{"chesscom-train.pgn", 1},
	{"master-train.pgn", 4},
	{"master-twic-train.pgn", 1},
	{"engine-train.pgn", 1},
	{"tcec-train.pgn", 1},
}

const (
	leastGames = 4  // of an opening
	leastURLs  = 1  // of the same value, of which there are few
	agreement  = 60 // percent of the games that must agree on a move
)

type line struct {
	name  uint32
	moves []board.Move
}

func main() {
	out := flag.String("o", filepath.Join("internal", "model", "openings", "openings.bin"), "file to write")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "trainopenings:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	games := map[uint32][][]board.Move{}
	names := [openings.NumTags]map[string]int{}
	for i := range names {
		names[i] = map[string]int{}
	}
	for _, s := range sources {
		src, err := corpus.Read("pgn/" + s.name)
		if err != nil {
			return err
		}
		gather(games, &names, src, s.every)
	}
	var lines []line
	for name, list := range games {
		if len(list) < leastGames {
			continue
		}
		if moves := common(list); len(moves) > 1 {
			lines = append(lines, line{name, moves})
		}
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(slices.Compare(a.moves, b.moves), cmp.Compare(a.name, b.name))
	})
	b := []byte(openings.Magic)
	for i, tag := range openings.Tags {
		least := leastGames
		if tag == "ECOUrl" {
			least = leastURLs
		}
		list := often(names[i], least)
		text := strings.Join(list, "\n")
		b = binary.AppendUvarint(b, uint64(len(text)))
		b = append(b, text...)
		fmt.Printf("%d values of %s, %d bytes\n", len(list), tag, len(text))
	}
	b = binary.AppendUvarint(b, uint64(len(lines)))
	var last []board.Move
	for _, l := range lines {
		shared := 0
		for shared < len(last) && shared < len(l.moves) && last[shared] == l.moves[shared] {
			shared++
		}
		b = binary.LittleEndian.AppendUint32(b, l.name)
		b = append(b, byte(shared), byte(len(l.moves)-shared))
		for _, m := range l.moves[shared:] {
			b = binary.LittleEndian.AppendUint16(b, uint16(m))
		}
		last = l.moves
	}
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderCRC(false))
	if err != nil {
		return err
	}
	packed := e.EncodeAll(b, nil)
	fmt.Printf("%d lines, %d bytes\n", len(lines), len(packed))
	return os.WriteFile(out, packed, 0o644)
}

// often lists the values that several games have, the commonest first.
func often(counts map[string]int, least int) (list []string) {
	for v, n := range counts {
		if n >= least {
			list = append(list, v)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	return list
}

// gather adds the games of src to those of their openings.
func gather(games map[uint32][][]board.Move, names *[openings.NumTags]map[string]int, src []byte, every int) {
	var split pgn.Splitter
	for number := 0; len(src) > 0; number++ {
		n, ok := split.Next(src, true)
		if !ok {
			return
		}
		if number%every == 0 {
			add(games, names, src[:n])
		}
		src = src[n:]
	}
}

func add(games map[uint32][][]board.Move, names *[openings.NumTags]map[string]int, text []byte) {
	in := pgn.NewScanner(text)
	tags := map[string][]byte{}
	p := board.Start()
	var moves []board.Move
	var room [256]board.Move
	for depth := 0; len(moves) < openings.MaxMoves; {
		t, ok := in.Next()
		if !ok {
			break
		}
		switch t.Kind {
		case pgn.TagPair:
			name, value := t.Tag()
			if bytes.Equal(name, []byte("FEN")) {
				return
			}
			tags[string(name)] = bytes.Clone(value)
		case pgn.Open:
			depth++
		case pgn.Close:
			depth--
		case pgn.Move:
			if depth > 0 {
				continue
			}
			legal := movegen.AppendLegal(room[:0], &p)
			m, _, err := notation.Standard.ParseSAN(t.Text, &p, legal)
			if err != nil || m == board.NullMove {
				return
			}
			moves = append(moves, m)
			movegen.Make(&p, m)
		}
	}
	for i, tag := range openings.Tags {
		if v := tags[tag]; len(v) > 1 && bytes.IndexByte(v, '\n') < 0 {
			names[i][string(v)]++
		}
	}
	o := tags["Opening"]
	if len(o) == 0 {
		o = tags["ECOUrl"]
	}
	if len(o) > 1 {
		k := openings.Name(o, tags["Variation"], nil)
		games[k] = append(games[k], moves)
	}
	if e := tags["ECO"]; len(e) > 1 {
		k := openings.Name(nil, nil, e)
		games[k] = append(games[k], moves)
	}
}

// common returns the moves that most games begin with.
func common(games [][]board.Move) (moves []board.Move) {
	for d := 0; len(games) >= leastGames; d++ {
		counts := map[board.Move]int{}
		for _, g := range games {
			if d < len(g) {
				counts[g[d]]++
			}
		}
		best, most := board.NullMove, 0
		for m, n := range counts {
			if n > most || n == most && m < best {
				best, most = m, n
			}
		}
		if most*100 < len(games)*agreement {
			break
		}
		moves = append(moves, best)
		games = slices.DeleteFunc(slices.Clone(games), func(g []board.Move) bool { return d >= len(g) || g[d] != best })
	}
	return moves
}
