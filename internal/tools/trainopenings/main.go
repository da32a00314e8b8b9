// Command trainopenings finds the names of openings and the positions that have one, in
// the training files of the corpus, and writes the table that package
// internal/model/openings embeds.
//
//	go run ./internal/tools/trainopenings
//
// A position has a name if that predicts more games rightly among those whose last named
// position it is. It takes about a minute.
package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/model/openings/book"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/pgn"
)

// sources are the files; one of every games of each is used.
var sources = []struct {
	name   string
	every  int
	system openings.System
}{
	{"lichess-old-train.pgn", 1, openings.Lichess},
	{"lichess-elite-train.pgn", 1, openings.Lichess},
	{"lichess-clk-train.pgn", 1, openings.Lichess},
	{"lichess-user-train.pgn", 1, openings.Lichess},
	{"chesscom-train.pgn", 1, openings.ChessCom},
	{"master-train.pgn", 1, openings.Masters},
	{"master-twic-train.pgn", 1, openings.Masters},
	{"engine-train.pgn", 1, openings.Engines},
	{"tcec-train.pgn", 1, openings.Engines},
}

const (
	leastGames = 2  // of an opening
	leastURLs  = 1  // with the same value, since these are few
	plies      = 32 // of a game that are examined
	rounds     = 4
)

// leastGain is how many more games a position's name must predict rightly, in each
// system.
var leastGain = [openings.Systems]int{openings.Lichess: 1, openings.ChessCom: 1, openings.Masters: 2, openings.Engines: 1}

// game is the values of a game's tags, numbered, and its positions.
type game struct {
	names [openings.NumTags]string
	keys  []uint32
}

func main() {
	out := flag.String("o", filepath.Join("internal", "model", "openings", "openings.bin"), "file to write")
	hold := flag.Int("hold", 0, "percent of each file, at its end, that is left out")
	flag.Parse()
	if err := run(*out, *hold); err != nil {
		fmt.Fprintln(os.Stderr, "trainopenings:", err)
		os.Exit(1)
	}
}

func run(out string, hold int) error {
	var games [openings.Systems][]game
	counts := [openings.NumTags]map[string]int{}
	for i := range counts {
		counts[i] = map[string]int{}
	}
	for _, s := range sources {
		src, err := corpus.Read("pgn/" + s.name)
		if err != nil {
			return err
		}
		list := gather(src, s.every)
		list = list[:len(list)*(100-hold)/100]
		for _, g := range list {
			for i, v := range g.names {
				if v != "" {
					counts[i][v]++
				}
			}
		}
		games[s.system] = append(games[s.system], list...)
	}
	b := []byte(openings.Magic)
	var numbers [openings.NumTags]map[string]int // + 1
	for i, tag := range openings.Tags {
		least := leastGames
		if tag == "ECOUrl" {
			least = leastURLs
		}
		list := often(counts[i], least)
		numbers[i] = map[string]int{}
		for n, v := range list {
			numbers[i][v] = n + 1
		}
		text := strings.Join(list, "\n")
		b = binary.AppendUvarint(b, uint64(len(text)))
		b = append(b, text...)
		fmt.Printf("%d values of %s, %d bytes\n", len(list), tag, len(text))
	}
	for s, list := range games {
		rows := learn(list, leastGain[s])
		b = appendRows(b, rows, &numbers)
		fmt.Printf("system %d: %d games, %d positions\n", s, len(list), len(rows))
	}
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderCRC(false))
	if err != nil {
		return err
	}
	packed := e.EncodeAll(b, nil)
	fmt.Printf("%d bytes\n", len(packed))
	return os.WriteFile(out, packed, 0o644)
}

type names = [openings.NumTags]string

// appendRows appends the named positions of one system.
func appendRows(b []byte, rows map[uint32]names, numbers *[openings.NumTags]map[string]int) []byte {
	keys := slices.Sorted(maps.Keys(rows))
	b = binary.AppendUvarint(b, uint64(len(keys)))
	for _, k := range keys {
		b = binary.LittleEndian.AppendUint32(b, k)
	}
	for i := range openings.NumTags {
		for _, k := range keys {
			b = binary.LittleEndian.AppendUint16(b, uint16(numbers[i][rows[k][i]]))
		}
	}
	return b
}

// learn chooses positions and names so that most games have the name of their last named
// position.
func learn(games []game, least int) map[uint32]names {
	rows := map[uint32]names{}
	for range rounds {
		grow(games, rows, least)
		settle(games, rows, least)
	}
	return rows
}

// tally counts the games at a position by their names, and those that another position
// predicts rightly.
type tally struct {
	names map[names]int
	right int
}

func (t *tally) add(n names, right bool) {
	if t.names == nil {
		t.names = map[names]int{}
	}
	t.names[n]++
	if right {
		t.right++
	}
}

// best returns the name that most games have.
func (t *tally) best() (best names, most int) {
	for n, k := range t.names {
		if k > most || k == most && slices.Compare(n[:], best[:]) < 0 {
			best, most = n, k
		}
	}
	return best, most
}

// grow names positions, those after fewer half-moves first.
func grow(games []game, rows map[uint32]names, least int) {
	now := make([]names, len(games))
	for ply := range plies + 1 {
		at := map[uint32]*tally{}
		for i, g := range games {
			if ply >= len(g.keys) {
				continue
			}
			k := g.keys[ply]
			if n, ok := rows[k]; ok {
				now[i] = n
				continue
			}
			t := at[k]
			if t == nil {
				t = new(tally)
				at[k] = t
			}
			t.add(g.names, now[i] == g.names)
		}
		for k, t := range at {
			if best, most := t.best(); most >= t.right+least {
				rows[k] = best
			}
		}
		for i, g := range games {
			if ply < len(g.keys) {
				if n, ok := rows[g.keys[ply]]; ok {
					now[i] = n
				}
			}
		}
	}
}

// settle gives each position the name of most games whose last one it is, and removes
// the names of positions that predict no more games rightly than the position before.
func settle(games []game, rows map[uint32]names, least int) {
	at := map[uint32]*tally{}
	for _, g := range games {
		var last uint32
		var before, now names
		found := false
		for _, k := range g.keys {
			if n, ok := rows[k]; ok {
				last, before, now, found = k, now, n, true
			}
		}
		if !found {
			continue
		}
		t := at[last]
		if t == nil {
			t = new(tally)
			at[last] = t
		}
		t.add(g.names, before == g.names)
	}
	for k := range rows {
		t := at[k]
		if t == nil {
			delete(rows, k)
			continue
		}
		best, most := t.best()
		if rows[k] = best; most < t.right+least {
			delete(rows, k)
		}
	}
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

// gather returns the games of src that name their opening.
func gather(src []byte, every int) (games []game) {
	var split pgn.Splitter
	var line pgn.Line
	for number := 0; len(src) > 0; number++ {
		n, ok := split.Next(src, true)
		if !ok {
			break
		}
		if number%every == 0 {
			if g, ok := read(&line, src[:n]); ok {
				games = append(games, g)
			}
		}
		src = src[n:]
	}
	return games
}

// read parses a game; false if it names no opening, or has another start position.
func read(line *pgn.Line, text []byte) (g game, ok bool) {
	in := pgn.NewScanner(text)
	for t, more := in.Next(); more && t.Kind != pgn.Move; t, more = in.Next() {
		if t.Kind != pgn.TagPair {
			continue
		}
		name, value := t.Tag()
		if string(name) == "FEN" {
			return g, false
		}
		for i, tag := range openings.Tags {
			if string(name) == tag && len(value) > 1 && bytes.IndexByte(value, '\n') < 0 {
				g.names[i], ok = string(value), true
			}
		}
	}
	if ok {
		line.Each(text, func(p *board.Position, _ board.Move) bool {
			g.keys = append(g.keys, uint32(book.Key(p)>>32))
			return len(g.keys) <= plies
		})
	}
	return g, ok
}
