// Package hostile makes worst-case texts, in families with a size.
//
// Only tests and benchmarks import it.
package hostile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf16"

	"github.com/chesszip/chesszip/internal/test/attack/ordinary"
)

// Family makes hostile texts of any size.
type Family struct {
	Name string
	// Make returns about size bytes.
	Make func(size int) []byte
}

// head is the tags of a game before hostile text.
const head = "[Event \"a\"]\n[White \"b\"]\n[Black \"c\"]\n[Result \"*\"]\n\n"

// Families returns all families.
func Families() []Family {
	return append(append(ofBrackets(), ofTags()...), append(ofMoves(), ofBytes()...)...)
}

// repeated is a family of one part, repeated after begin.
func repeated(name, begin, part string) Family {
	return Family{name, func(size int) []byte {
		return append([]byte(begin), bytes.Repeat([]byte(part), max(1, size/len(part)))...)
	}}
}

// numbered is a family of parts that differ.
func numbered(name, begin string, part func(i int) string) Family {
	return Family{name, func(size int) []byte {
		b := []byte(begin)
		for i := 0; len(b) < size; i++ {
			b = append(b, part(i)...)
		}
		return b
	}}
}

// words returns a word of letters for a number, in no dictionary.
func words(i int) string {
	r := rand.New(rand.NewPCG(uint64(i), 7))
	b := make([]byte, 1+r.IntN(12))
	for k := range b {
		b[k] = byte('a' + r.IntN(26))
	}
	return string(b)
}

func ofBrackets() []Family {
	return []Family{
		repeated("open square brackets", "", "["),
		repeated("open round brackets", head, "("),
		repeated("pairs of round brackets", head, "()"),
		repeated("open braces", head, "{"),
		repeated("closed round brackets", head, ")"),
		repeated("empty comments", head+"1. e4 ", "{}"),
		repeated("short comments", head+"1. e4 ", "{a} "),
		{"nested variations", func(size int) []byte {
			n := max(1, size/12)
			return []byte(head + "1. e4 " + strings.Repeat("(1. d4 ", n) + strings.Repeat(") ", n) + "*\n")
		}},
		repeated("variations side by side", head+"1. e4 ", "(1. d4 d5) "),
		numbered("comments of random words", head, func(i int) string {
			return fmt.Sprintf("1. e4 {%s %s %s} ", words(3*i), words(3*i+1), words(3*i+2))
		}),
		numbered("one comment of random words", head+"1. e4 {", func(i int) string { return words(i) + " " }),
		numbered("comments of clocks", head+"1. e4 ", func(i int) string { return fmt.Sprintf("{[%%clk %d:%02d:%02d]} ", i%9, i*7%60, i*13%60) }),
		numbered("comments of numbers", head+"1. e4 ", func(i int) string { return fmt.Sprintf("{%d.%d -%d} ", i*i, i, i*7919) }),
		repeated("comments of lines of moves", head+"1. e4 ", "{better is 1. d4 d5 2. c4 e6 3. Nc3 Nf6} "),
		repeated("semicolon comments", head+"1. e4 ", "; a\n"),
		repeated("lines escaped by %", "", "% a\n"),
	}
}

func ofTags() []Family {
	return []Family{
		repeated("one tag again and again", "", "[White \"a\"]\n"),
		numbered("tags of all names", "", func(i int) string { return fmt.Sprintf("[T%d \"%s\"]\n", i, words(i)) }),
		numbered("values of random words", "", func(i int) string {
			return fmt.Sprintf("[Event \"%s\"]\n[White \"%s\"]\n[Black \"%s\"]\n\n1. e4 *\n\n", words(3*i), words(3*i+1), words(3*i+2))
		}),
		repeated("a tag's value without end", "[Event \"", "a"),
		repeated("escapes in a value", "[Event \"", "\\\""),
		repeated("names of tags without end", "[", "A"),
		numbered("64 columns a game", "", func(i int) string {
			var b strings.Builder
			for k := range 70 {
				fmt.Fprintf(&b, "[C%d \"%d\"]\n", k, (i+k)%7)
			}
			return b.String() + "\n*\n\n"
		}),
		numbered("games of Chess960", "", func(i int) string {
			return "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n[SetUp \"1\"]\n\n1. g4 e5 *\n\n"
		}),
		numbered("ratings and dates", "", func(i int) string {
			return fmt.Sprintf("[White \"p%d\"]\n[Black \"p%d\"]\n[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n[Date \"%d.%02d.%02d\"]\n\n1. d4 1-0\n\n",
				i*i%997, i*7%991, i*31%3000, i*17%3000, 1900+i%130, 1+i%12, 1+i%28)
		}),
	}
}

func ofMoves() []Family {
	return []Family{
		repeated("glyphs", head+"1. e4 ", "$1 "),
		repeated("move numbers", head, "1. "),
		repeated("moves that cannot be played", head, "Ke3 "),
		repeated("knights out and back", head, "Nf3 Nf6 Ng1 Ng8 "),
		repeated("null moves", head, "-- "),
		repeated("knights in German", head, "Sf3 Sf6 Sg1 Sg8 "),
		repeated("knights in German, then English", head+"1. Nf3 Nf6 2. Ng1 ", "Sg8 Sf3 Sf6 Sg1 "),
		repeated("a king or rook in seven languages", head+"1. e4 e5 2. ", "Re2 Re7 Re1 Re8 "),
		repeated("knights as figurines", head, "♘f3 ♞f6 ♘g1 ♞g8 "),
		repeated("variations in German", head+"1. e4 ", "(1. Sf3 Sf6) "),
		repeated("nested variations of glued moves", head+"1. e4 e5 ", "(1. d4d5 "),
		repeated("pairs of glued moves", head, "Nf3Nf6 Ng1Ng8 "),
		repeated("all moves one word", head, "Nf3Nf6Ng1Ng8"),
		repeated("words of many beginnings of moves", head, "Nf3Nf6Ng1Ng8Nf3Nf6Ng1Ng8Nf3Nf6Ng1Ng8x "),
		repeated("glued moves before comments", head, "Nf3Nf6 {a} {b} Ng1Ng8 {c} "),
		repeated("signs after a move", head+"1. e4 ", "N "),
		repeated("symbols after a move", head+"1. e4 ", "◫ "),
		repeated("what is reserved", head+"1. e4 ", "<a> "),
		repeated("what is reserved, without end", head+"1. e4 ", "<"),
		repeated("commas", head+"1. e4 ", ","),
		repeated("lines like tags in comments", head+"1. e4 ", "{a\n[Event \"b\"]\n} "),
		repeated("lines like tags in one comment", head+"1. e4 {", "\n[Event \"b\"]"),
		repeated("results", head, "1-0 "),
		repeated("many tiny games", "", "[A \"\"]\n\n*\n\n"),
		repeated("games of one move", "", "1. e4 *\n"),
		repeated("digits", head, "7"),
		repeated("one long word", head, "x"),
		numbered("random words for moves", head, func(i int) string { return words(i) + " " }),
		repeated("spaces", head, " "),
		repeated("line feeds", "", "\n"),
		repeated("CR only", "[Event \"a\"]\r\r", "1. e4 e5\r"),
	}
}

func ofBytes() []Family {
	record := func(form string) Family {
		return Family{"records, " + form, func(size int) []byte {
			one, err := ordinary.Records(form, 60)
			if err != nil {
				return nil
			}
			return bytes.Repeat(one, max(1, size/len(one)))
		}}
	}
	return []Family{
		repeated("NUL", "", "\x00"),
		repeated("byte order marks", "", "\ufeff"),
		{"random bytes", func(size int) []byte {
			b, r := make([]byte, size), rand.New(rand.NewPCG(1, 2))
			for i := range b {
				b[i] = byte(r.Uint32())
			}
			return b
		}},
		{"UTF-16", func(size int) (b []byte) {
			units := utf16.Encode([]rune("\ufeff" + strings.Repeat(head+"1. e4 e5 *\n\n", max(1, size/120))))
			for _, u := range units {
				b = binary.LittleEndian.AppendUint16(b, u)
			}
			return b
		}},
		numbered("Latin-1", head, func(i int) string { return "{\xe9\xe8" + words(i) + "\xfc} " }),
		{"list of positions", func(size int) []byte { return ordinary.Positions(max(1, size/60)) }},
		{"table of positions", func(size int) []byte { return ordinary.Table(max(1, size/80)) }},
		numbered("positions of random men", "", func(i int) string { return randomPosition(i) + "\n" }),
		record("plain"), record("bin"), record("binpack"),
		{"blocks of one byte", func(size int) []byte {
			return bytes.Repeat([]byte("BINP\x01\x00\x00\x00\x00"), max(1, size/9))
		}},
		repeated("markers of frames", "", "\xc7FR\xe1"),
		repeated("markers of footers", "", "\xc7IX\xe2\x10"),
	}
}

// randomPosition returns a FEN of pieces on random squares.
func randomPosition(i int) string {
	r := rand.New(rand.NewPCG(uint64(i), 9))
	rows := make([]string, 8)
	for k := range rows {
		var row strings.Builder
		for range 8 {
			row.WriteByte("111pPnNbBrRqQkK1"[r.IntN(16)])
		}
		rows[k] = row.String()
	}
	return strings.Join(rows, "/") + " w - - " + fmt.Sprint(r.IntN(99), " ", 1+r.IntN(200))
}
