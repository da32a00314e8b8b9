// Command trainsquares trains the model of boards that codec/boardmodel embeds, on the
// training files of the corpus. The text inside the model describes its training data
// and its figures.
//
//	go run ./internal/tools/trainsquares
//
// It takes about 15 minutes on one core. Flags give a quick trial.
package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	model "github.com/chesszip/chesszip/internal/model/boards"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/train"
	"github.com/chesszip/chesszip/internal/train/boards"
)

// mix is the training data: of games the positions of every n-th half-move, of files of
// positions every n-th line.
var mix = []struct {
	name          string
	games         int // every n-th game
	every, copies int
}{
	{"pgn/lichess-old-train.pgn", 1, 6, 1},
	{"pgn/lichess-elite-train.pgn", 1, 4, 1},
	{"pgn/lichess-clk-train.pgn", 1, 3, 1},
	{"pgn/lichess-user-train.pgn", 1, 4, 1},
	{"pgn/chesscom-train.pgn", 1, 3, 1},
	{"pgn/master-train.pgn", 3, 12, 1},
	{"pgn/master-twic-train.pgn", 1, 4, 1},
	{"pgn/engine-train.pgn", 1, 8, 1},
	{"pgn/tcec-train.pgn", 1, 2, 1},
	{"pgn/book-8moves-train.pgn", 1, 20, 1},
	{"positions/games-train.fen", 1, 2, 1},
	{"positions/uho-train.epd", 1, 8, 1},
	{"positions/popular-train.epd", 1, 4, 1},
	{"positions/noob3-train.epd", 1, 6, 1},
	{"positions/closed-train.epd", 1, 4, 1},
	{"positions/bjbraams-train.epd", 1, 6, 1},
	{"positions/endgames-train.epd", 1, 2, 1},
	{"positions/stalemates-train.epd", 1, 1, 1},
	{"positions/frc-train.epd", 1, 4, 1},
	{"positions/dfrc-train.epd", 1, 6, 1},
	{"positions/puzzles-train.csv", 1, 1, 1},
}

func main() {
	only := flag.String("only", "", "take only sources whose names begin with one of these, split by commas")
	every := flag.Int("every", 1, "take only every n-th position, for a quick look")
	rate := flag.Float64("rate", 0, "Adagrad's rate; 0 is the default")
	damping := flag.Float64("damping", 0, "Adagrad's damping; 0 is the default")
	keep := flag.Int("keep", 0, "how many weights are kept; 0 is the default")
	pieces := flag.Int("pieces", 0, "logarithm of the rows for pieces; 0 is the default")
	drop := flag.String("drop", "", "numbers of features of pieces to do without, split by commas")
	dropPawns := flag.String("droppawns", "", "the same of pawns")
	out := flag.String("out", filepath.Join("internal", "model", "squares", "boards", "squares.czs"), "file to write")
	cache := flag.String("cache", "", "folder that keeps the positions between runs")
	flag.Parse()
	o := boards.Options{Rate: *rate, Damping: *damping, Keep: *keep, Seed: 1, Say: say}
	o.Drop[model.Pieces], o.Drop[model.Pawns] = numbers(*drop), numbers(*dropPawns)
	if *pieces > 0 {
		o.Sizes = model.Sizes{18, 19, uint8(*pieces), 18}
	}
	if err := run(o, *only, *every, *out, *cache); err != nil {
		fmt.Fprintln(os.Stderr, "trainsquares:", err)
		os.Exit(1)
	}
}

// numbers parses numbers separated by commas, and ignores other text.
func numbers(s string) (list []int) {
	for _, field := range strings.Split(s, ",") {
		if n, err := strconv.Atoi(field); err == nil {
			list = append(list, n)
		}
	}
	return list
}

var start = time.Now()

func say(line string) { fmt.Printf("%6.0fs  %s\n", time.Since(start).Seconds(), line) }

func run(o boards.Options, only string, every int, out, cache string) error {
	var sources []boards.Source
	for _, m := range mix {
		wanted := only == ""
		for _, name := range strings.Split(only, ",") {
			wanted = wanted || name != "" && strings.HasPrefix(m.name, name)
		}
		if !wanted {
			continue
		}
		s := boards.Source{Name: m.name, Copies: m.copies}
		kept := filepath.Join(cache, strings.ReplaceAll(m.name, "/", "-")+fmt.Sprintf(".%d.%d", m.games, m.every))
		if data, err := os.ReadFile(kept); cache != "" && err == nil {
			s.Positions, s.Held = load(data)
		} else if err := read(&s, m.name, m.games, m.every); err != nil {
			return err
		} else if cache != "" {
			if err := os.WriteFile(kept, save(&s), 0o644); err != nil {
				return err
			}
		}
		if every > 1 {
			n := 0
			for i := 0; i < len(s.Positions); i += every {
				s.Positions[n] = s.Positions[i]
				n++
			}
			s.Positions = s.Positions[:n]
		}
		s.Held = s.Held[:min(len(s.Held), 4000)]
		sources = append(sources, s)
	}
	data, err := boards.Run(sources, o)
	if err != nil {
		return err
	}
	say(fmt.Sprintf("%d bytes", len(data)))
	return os.WriteFile(out, data, 0o644)
}

// read reads the positions of a file of the corpus.
func read(s *boards.Source, name string, games, every int) error {
	data, err := corpus.Read(name)
	if err != nil {
		return err
	}
	if filepath.Ext(name) != ".pgn" {
		s.FromLines(data, every)
		return nil
	}
	list, err := train.Games(bytes.NewReader(data), games)
	if err != nil {
		return err
	}
	s.FromGames(list, every)
	return nil
}

// save encodes positions: 32 bytes of planes and 8 of the rest each.
func save(s *boards.Source) (out []byte) {
	out = binary.LittleEndian.AppendUint32(out, uint32(len(s.Positions)))
	for _, list := range [][]board.Position{s.Positions, s.Held} {
		for i := range list {
			p := &list[i]
			for _, plane := range p.Planes() {
				out = binary.LittleEndian.AppendUint64(out, uint64(plane))
			}
			out = append(out, byte(p.Turn), byte(p.EnPassant))
			out = binary.LittleEndian.AppendUint16(out, uint16(p.Castling))
			out = binary.LittleEndian.AppendUint16(out, p.HalfmoveClock)
			out = binary.LittleEndian.AppendUint16(out, p.FullmoveNumber)
		}
	}
	return out
}

// load decodes the output of save.
func load(in []byte) (positions, held []board.Position) {
	n := int(binary.LittleEndian.Uint32(in))
	for in = in[4:]; len(in) >= 40; in = in[40:] {
		var planes [4]bitboard.Set
		for i := range planes {
			planes[i] = bitboard.Set(binary.LittleEndian.Uint64(in[8*i:]))
		}
		p := board.Position{
			Board: board.FromPlanes(planes), Turn: board.Color(in[32]), EnPassant: board.Square(in[33]),
			Castling:      board.Rights(binary.LittleEndian.Uint16(in[34:])),
			HalfmoveClock: binary.LittleEndian.Uint16(in[36:]), FullmoveNumber: binary.LittleEndian.Uint16(in[38:]),
		}
		if n > 0 {
			positions = append(positions, p)
			n--
		} else {
			held = append(held, p)
		}
	}
	return positions, held
}
