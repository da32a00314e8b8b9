// Command trainbook counts the first moves of the games in the training files of the
// corpus, and writes the table that package internal/model/openings/book embeds.
//
//	go run ./internal/tools/trainbook
//
// It takes about two minutes, and 2 GiB of memory.
package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/openings/book"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// source is the files of a book, and how often a position must occur.
type source struct {
	files []string
	least int
}

var sources = [book.Books]source{
	{[]string{"lichess-old-train.pgn", "lichess-elite-train.pgn", "lichess-clk-train.pgn", "lichess-user-train.pgn", "chesscom-train.pgn"}, 5},
	{[]string{"master-train.pgn", "master-twic-train.pgn"}, 12},
}

// plies is the number of half-moves of each game that are counted.
const plies = 30

type counted struct {
	key   uint32
	moves map[board.Move]int
}

func main() {
	out := flag.String("o", filepath.Join("internal", "model", "openings", "book", "book.bin"), "file to write")
	hold := flag.Int("hold", 0, "percent of each file, at its end, that is left out")
	flag.Parse()
	if err := run(*out, *hold); err != nil {
		fmt.Fprintln(os.Stderr, "trainbook:", err)
		os.Exit(1)
	}
}

func run(out string, hold int) error {
	head := []byte(book.Magic)
	var body []byte
	for i, s := range sources {
		var games []game
		for _, name := range s.files {
			src, err := corpus.Read("pgn/" + name)
			if err != nil {
				return err
			}
			list := gather(src)
			games = append(games, list[:len(list)*(100-hold)/100]...)
		}
		rows := count(games, s.least)
		head = binary.LittleEndian.AppendUint32(head, uint32(len(rows)))
		before := len(body)
		body = appendRows(body, rows)
		fmt.Printf("book %d: %d games, %d positions, %d bytes\n", i, len(games), len(rows), len(body)-before)
	}
	return os.WriteFile(out, append(head, body...), 0o644)
}

// appendRows appends the rows of a book.
func appendRows(dst []byte, rows []counted) []byte {
	for _, r := range rows {
		dst = binary.LittleEndian.AppendUint32(dst, r.key)
	}
	for _, r := range rows {
		dst = append(dst, byte(min(len(r.moves), book.MaxMoves)))
	}
	for _, r := range rows {
		var list []board.Move
		for m := range r.moves {
			list = append(list, m)
		}
		slices.SortFunc(list, func(a, b board.Move) int {
			return cmp.Or(cmp.Compare(r.moves[b], r.moves[a]), cmp.Compare(a, b))
		})
		for _, m := range list[:min(len(list), book.MaxMoves)] {
			dst = binary.LittleEndian.AppendUint16(dst, uint16(m))
			dst = append(dst, byte(math.Round(8*math.Log2(float64(r.moves[m])))))
		}
	}
	return dst
}

// count returns the positions that at least least games reached, by their keys.
func count(games []game, least int) []counted {
	seen := map[uint32]int32{}
	each(games, func(key uint32, _ board.Move) { seen[key]++ })
	moves := map[uint32]map[board.Move]int{}
	each(games, func(key uint32, m board.Move) {
		if int(seen[key]) < least {
			return
		}
		if moves[key] == nil {
			moves[key] = map[board.Move]int{}
		}
		moves[key][m]++
	})
	var rows []counted
	for key, m := range moves {
		rows = append(rows, counted{key, m})
	}
	slices.SortFunc(rows, func(a, b counted) int { return cmp.Compare(a.key, b.key) })
	return rows
}

// each calls yield with all positions that have a next move.
func each(games []game, yield func(key uint32, m board.Move)) {
	for _, g := range games {
		p := board.Start()
		for _, m := range g {
			yield(uint32(book.Key(&p)>>32), m)
			movegen.Make(&p, m)
		}
	}
}

// game is the first moves of a game.
type game []board.Move

// gather returns the games of src that begin at the start position.
func gather(src []byte) (games []game) {
	var split pgn.Splitter
	var line pgn.Line
	for len(src) > 0 {
		n, ok := split.Next(src, true)
		if !ok {
			break
		}
		if !bytes.Contains(src[:n], []byte("[FEN ")) {
			g := make(game, 0, plies)
			started := false
			line.Each(src[:n], func(p *board.Position, m board.Move) bool {
				if started {
					if m == board.NullMove {
						return false
					}
					g = append(g, m)
				}
				started = true
				return len(g) < plies
			})
			games = append(games, slices.Clip(g))
		}
		src = src[n:]
	}
	return games
}
