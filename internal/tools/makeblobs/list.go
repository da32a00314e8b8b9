package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movelist/learned"
)

const heading = `# Blobs: what stands in a column of a database, docs/spec/positions.md.
# method   the first byte of the plain form that the reader takes, hexadecimal
# start    the start position, where the blob does not hold it
# known    result, ending, White's rating, Black's, seconds
# own      of what is one's own: a model, which is that file of chesszip, or the id and the
#          schemes of a palette
# blob     all of it, hexadecimal
# gives    what it says: the position, the moves in coordinates, castling as the
#          king taking its rook, or both
# refused  the class of refusal (SPEC.md, 5)
# why      why it must be refused
`

// The games of the vectors.
const (
	spanish   = "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8"
	passing   = "startpos moves e2e4 a7a6 e4e5 d7d5 e5d6 0000 d6c7 a6a5 c7b8q"
	promoting = "fen 8/P6k/8/8/8/8/7K/8 w - - 0 60 moves a7a8n h7g7 a8b6"
	random960 = "fen 1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R w BHbh - 0 1 moves e1b1 e7e5 d2d4 e8h8 d4e5 0000 e5e6"
	knights   = "fen r1bqkb1r/pp1ppppp/2n2n2/2p5/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4"
	forced    = "fen 7k/8/5K2/8/8/8/8/6Q1 b - - 0 1 moves h8h7 g1g7"
	empty     = "startpos"
)

// accepted are the blobs that readers accept. Each is written plain, then checked, then
// checked with a flipped bit, which is refused.
var accepted = []struct {
	name   string
	method byte
	text   string
	known  *learned.Known
}{
	{"san", 0x41, passing, nil},
	{"from-to", 0x42, promoting, nil},
	{"legal-index", 0x43, spanish, nil},
	{"legal-index, a forced move", 0x43, forced, nil},
	{"fast", 0x44, spanish, nil},
	{"fast with a null move", 0x44, passing, nil},
	{"fast, chess960", 0x44, random960, nil},
	{"v1", 0x45, spanish, nil},
	{"v1 with a null move", 0x45, passing, nil},
	{"v1 with ratings", 0x45, spanish, &learned.Known{Result: gamestate.WhiteWins, WhiteElo: 2700, BlackElo: 1500, Seconds: 900, Ending: learned.Normal}},
	{"v1max", 0x46, passing, nil},
	{"game by san", 0x51, promoting, nil},
	{"game by from-to", 0x52, random960, nil},
	{"game state", 0x53, promoting, nil},
	{"stored game", 0x54, random960, nil},
	{"game without moves", 0x54, empty, nil},
	{"game by v1", 0x55, spanish, nil},
	{"game by v1max", 0x56, forced, nil},
	{"position, xor-diff", 0x61, "fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", nil},
	{"position, piece list", 0x61, "fen 4k3/8/2R5/8/8/p7/8/4K3 b - - 12 88", nil},
	{"position, huffman", 0x61, "fen kkk5/8/8/8/8/8/8/K7 w - - 0 1", nil},
	{"position, numbered", 0x61, "fen r1b2b2/2qk1r2/pp1p1np1/2pP1p1P/Pn6/R1NQPpR1/1PP2P1P/2BK1N2 w - - 11 25", nil},
	{"position, numbered, Black to move", 0x61, "fen r1b4r/p2kq1b1/nppp2n1/4PPpp/1PPKB1PP/B2Q1P2/P2N4/R5NR b - - 0 25", nil},
	{"position, an escape", 0x61, "fen r3k2r/8/8/8/8/8/8/R3K2R w Kq e6 0 300", nil},
	{"position, nibbles with marks", 0x62, "fen qnbrqrnk/pppppppp/nbrqbnrq/qbnrbqnr/RQNBRNBQ/QRNBQNRB/PPPPPPPP/RNQBK2R w KQ - 0 1", nil},
	{"position, piece list of the classic palette", 0x62, "fen 8/5k2/8/8/3K4/8/4P3/8 w - - 3 70", nil},
	{"position, learned code of a palette", 0x63, empty, nil},
	{"position, piece list of the learned palette", 0x63, "fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 1000 1", nil},
	{"position, Huffman of the learned palette", 0x63, "fen 8/8/8/8/8/8/8/8 w - - 0 1", nil},
	{"position, learned code", 0x64, knights, nil},
	{"position, learned code, written out", 0x64, "fen kkk5/8/8/8/8/8/8/K7 w - - 0 1", nil},
	{"own model", 0x4f, spanish, nil},
	{"own model, with ratings", 0x4f, random960, &learned.Known{Result: gamestate.BlackWins, WhiteElo: 1200, BlackElo: 3000, Seconds: 61, Ending: learned.Normal}},
	{"game by an own model", 0x5f, passing, nil},
	{"position, learned code by an own model", 0x6e, knights, nil},
	{"position, own palette, nibbles", 0x6f, "fen 8/8/8/8/8/8/8/8 w - - 0 1", nil},
	{"position, own palette, base 13", 0x6f, "fen kkk5/8/8/8/8/8/8/P7 w - - 0 1", nil},
	{"position, own palette, variable base", 0x6f, "fen kkk5/8/8/8/8/8/8/K7 w - - 0 1", nil},
	{"position, own palette, numbered", 0x6f, knights, nil},
	{"position of an en passant square and rights", 0x61, "fen r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 0 65535", nil},
}

// refusal is a blob that is altered so that its reader refuses it.
type refusal struct {
	name   string
	method byte // of the reader
	text   string
	known  *learned.Known
	from   byte // method of the writer, 0 for that of the reader
	plain  bool
	reason string
	alter  func(v *vector)
}

var refused = []refusal{
	{"empty", 0x44, spanish, nil, 0, true, "no first byte", func(v *vector) { v.blob = nil }},
	{"zero byte", 0x44, spanish, nil, 0, true, "0 begins no blob", func(v *vector) { v.blob[0] = 0 }},
	{"both high bits", 0x44, spanish, nil, 0, true, "c4 begins no blob", func(v *vector) { v.blob[0] |= 0xc0 }},
	{"a method that is not given", 0x44, spanish, nil, 0, true, "47 begins no blob", func(v *vector) { v.blob[0] = 0x47 }},
	{"checksum alone", 0x44, spanish, nil, 0, false, "no body", func(v *vector) { v.blob = v.blob[:3] }},
	{"moves by another level", 0x44, spanish, nil, 0x43, true, "a legal index, read as the fast level", func(*vector) {}},
	{"moves as a game", 0x54, spanish, nil, 0x44, false, "moves, read as a game", func(*vector) {}},
	{"game as a position", 0x61, spanish, nil, 0x54, false, "a game, read as a position", func(*vector) {}},
	{"position of another palette", 0x61, empty, nil, 0x62, true, "the classic palette, read as the default one", func(*vector) {}},
	{"another level with a forged byte", 0x45, spanish, nil, 0x46, false, "V1Max, called V1", func(v *vector) { v.blob[0] = 0x85 }},
	{"only half of a checksum", 0x54, spanish, nil, 0, false, "cut off in the checksum", func(v *vector) { v.blob = v.blob[:2] }},
	{"flipped bit in the checksum", 0x44, spanish, nil, 0, false, "the checksum differs", func(v *vector) { v.blob[2] ^= 0x10 }},
	{"flipped bit in legal indexes", 0x43, spanish, nil, 0, false, "the checksum differs: without it, another game", func(v *vector) { v.blob[9] ^= 1 }},
	{"flipped bit in a learned game", 0x45, random960, nil, 0, false, "the checksum differs: without it, another game", func(v *vector) { v.blob[7] ^= 4 }},
	{"two bytes swapped", 0x43, spanish, nil, 0, false, "the checksum differs: without it, another game", func(v *vector) {
		v.blob[7], v.blob[8] = v.blob[8], v.blob[7]
	}},
	{"other ratings", 0x45, spanish, &learned.Known{WhiteElo: 1500}, 0, false, "the checksum differs: the reader takes White for 1600", func(v *vector) {
		v.known = &learned.Known{WhiteElo: 1600}
	}},
	{"another move number at the start", 0x44, spanish, nil, 0, false, "the checksum differs: the reader starts at move 2", func(v *vector) {
		start := v.game.Start
		start.FullmoveNumber = 2
		v.game = gamestate.Game{Start: start, Moves: v.game.Moves}
	}},
	{"flipped bit in a position", 0x61, "fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", nil, 0, false, "the checksum differs", func(v *vector) { v.blob[4] ^= 8 }},
	{"padding", 0x44, spanish, nil, 0, true, "the padding is not zero", func(v *vector) { v.blob[len(v.blob)-1] |= 1 }},
	{"bytes after it", 0x61, spanish, nil, 0, true, "a byte is left over", func(v *vector) { v.blob = append(v.blob, 0) }},
	{"plain with a checksum", 0x44, spanish, nil, 0, false, "a checked blob called plain", func(v *vector) { v.blob[0] = 0x44 }},
	{"longer scheme", 0x61, "fen 8/8/8/8/8/8/8/8 w - - 0 1", nil, 0, true, "by Huffman, and XOR-diff is not longer", func(v *vector) { v.blob[1] ^= 0xc0 }},
	{"learned code as a palette", 0x63, knights, nil, 0x64, false, "the learned code, read as a palette", func(*vector) {}},
	{"learned palette as another", 0x61, knights, nil, 0x63, true, "the learned palette, read as the default one", func(*vector) {}},
	{"learned code without a body", 0x64, knights, nil, 0, true, "no body", func(v *vector) { v.blob = v.blob[:1] }},
	{"learned code cut off", 0x64, knights, nil, 0, false, "the last byte is missing", func(v *vector) { v.blob = v.blob[:len(v.blob)-1] }},
	{"a byte behind learned code", 0x64, knights, nil, 0, false, "a byte is left over", func(v *vector) { v.blob = append(v.blob, 0) }},
	{"learned code with another checksum", 0x64, knights, nil, 0, false, "the checksum differs", func(v *vector) { v.blob[1] ^= 1 }},
	{"one bit behind learned code", 0x64, empty, nil, 0, true, "a byte is left over", func(v *vector) { v.blob = []byte{0x64, 0xfd, 0x01} }},
	{"learned palette, another scheme", 0x63, knights, nil, 0, true, "no piece list is that short", func(v *vector) { v.blob[1] ^= 0x80 }},
	{"game cut off in its position", 0x54, random960, nil, 0, true, "the start position is cut off", func(v *vector) { v.blob = v.blob[:3] }},
	{"game cut off in its moves", 0x54, random960, nil, 0, true, "the last byte is missing", func(v *vector) { v.blob = v.blob[:len(v.blob)-1] }},
	{"moves by another model", 0x4f, spanish, nil, 0, true, "the lowest byte of the model's number differs", func(v *vector) { v.blob[1] ^= 1 }},
	{"a game by another model", 0x5f, spanish, nil, 0, false, "the lowest byte of the model's number differs", func(v *vector) { v.blob[5] ^= 1 }},
	{"moves cut off in the byte of their model", 0x4f, spanish, nil, 0, true, "no byte of the model", func(v *vector) { v.blob = v.blob[:1] }},
	{"a position by another model", 0x6e, knights, nil, 0, true, "the lowest byte of the model's number differs", func(v *vector) { v.blob[1] ^= 1 }},
	{"a position by another model, checked", 0x6e, knights, nil, 0, false, "the lowest byte of the model's number differs", func(v *vector) { v.blob[3] ^= 0x80 }},
	{"a position cut off in the byte of its model", 0x6e, knights, nil, 0, true, "no byte of the model", func(v *vector) { v.blob = v.blob[:1] }},
	{"a byte behind moves", 0x43, spanish, nil, 0, true, "a byte is left over", func(v *vector) { v.blob = append(v.blob, 0) }},
	{"a byte behind checked moves", 0x44, spanish, nil, 0, false, "a byte is left over", func(v *vector) { v.blob = append(v.blob, 0) }},
	{"a byte behind checked moves that are altered", 0x43, spanish, nil, 0, false, "the checksum differs, and a byte is left over", func(v *vector) { v.blob = append(v.blob, 0); v.blob[9] ^= 1 }},
	{"a line behind checked SAN", 0x41, spanish, nil, 0, false, "a byte is left over", func(v *vector) { v.blob = append(v.blob, 10) }},
	{"cut off in the checksum of a position", 0x61, spanish, nil, 0, false, "cut off in the checksum", func(v *vector) { v.blob = v.blob[:1] }},
	{"an own palette of another id", 0x6f, knights, nil, 0, true, "the value is by palette 8", func(v *vector) { v.blob[1]++ }},
	{"an own palette as another", 0x61, knights, nil, 0x6f, true, "an own palette, read as the default one", func(*vector) {}},
	{"moves cut off", 0x44, spanish, nil, 0, true, "the last byte is missing", func(v *vector) { v.blob = v.blob[:len(v.blob)-1] }},
}

// vectors returns the text of all vectors.
func vectors() (string, error) {
	var list []vector
	for _, a := range accepted {
		for _, checked := range []bool{false, true} {
			v, err := made(a.name, a.method, a.text)
			if err != nil {
				return "", err
			}
			v.known = a.known
			if checked {
				v.name += ", checked"
			}
			if v.blob, err = v.write(checked); err != nil {
				return "", fmt.Errorf("%s: %w", v.name, err)
			}
			list = append(list, v)
		}
		v := list[len(list)-1]
		v.name, v.refused = a.name+", a flipped bit", "the checksum differs, or nothing writes such a body"
		v.blob = bytes.Clone(v.blob)
		v.blob[(len(v.blob)+3)/2] ^= 0x08
		list = append(list, v)
	}
	for _, r := range refused {
		v, err := made(r.name, r.method, r.text)
		if err != nil {
			return "", err
		}
		v.known = r.known
		if r.from != 0 {
			v.method = r.from
		}
		if v.blob, err = v.write(!r.plain); err != nil {
			return "", fmt.Errorf("%s: %w", v.name, err)
		}
		v.method, v.refused = r.method, r.reason
		r.alter(&v)
		list = append(list, v)
	}
	blocks := []string{heading}
	for i := range list {
		if err := list[i].check(); err != nil {
			return "", err
		}
		blocks = append(blocks, list[i].text())
	}
	return strings.Join(blocks, "\n"), nil
}

// made returns a vector of a game in the form of UCI's position command.
func made(name string, method byte, text string) (v vector, err error) {
	var g codec.StoredGame
	if err := g.UnmarshalText([]byte(text)); err != nil {
		return v, fmt.Errorf("%s: %w", name, err)
	}
	v = vector{name: name, method: method, game: g.Game}
	if v.method&kindBits != moves && v.method&kindBits != wholeGame {
		v.game = gamestate.Game{Start: g.Start}
	}
	return v, nil
}

// check fails unless the reader of v treats its blob as v says.
func (v *vector) check() error {
	got, err := v.read()
	v.class = classOf(err)
	switch {
	case v.refused == "" && err != nil:
		return fmt.Errorf("%s: %w", v.name, err)
	case v.refused != "" && err == nil:
		return fmt.Errorf("%s: %x is read as %s, want an error", v.name, v.blob, v.says(&got))
	case v.refused == "" && v.says(&got) != v.says(&v.game):
		return fmt.Errorf("%s: %x is read as %s, want %s", v.name, v.blob, v.says(&got), v.says(&v.game))
	}
	return nil
}
