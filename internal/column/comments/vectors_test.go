package comments

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

const vectorsHeading = `Comments, docs/spec/comments.md.

How a comment is cut:
text      the comment, as a text
name      the value of one of the tags ECO, Opening, Variation, White, Black, in this order; empty
          for none. The first name of a block is that of the vector
template  as a text; - where the comment cannot be cut
slot      kind, key, value, places, and how it is written: minus, plus, lead (digits before
          the point or the first colon), parts, zero (1 for a needless zero in front) | its text
format    of a number or a clock, if the slots before had none: plus parts lead places least
takes     a number or a clock of a field | the format that it takes, given that of the line above

What a group makes of its comments:
game      a game begins, from the start position
move      it goes on
comment   mark, how many comments since the move, 1 if no move of the main line follows,
          result 0 to 4, hash of TimeControl, seconds added, other move | the comment as a text
spelled   the texts of stream 6, in order
string    the string of the range coder
refused   the class of refusal where the comments are read from the string, which then is not
          that of the comments above: they only say where the reader asks for comments`

// cutCases are comments, with what must be looked at in each.
var cutCases = []string{
	"", "plain words", "[%clk 0:09:55.7]", "[%clk 1:30]", "[%clk 10:00:00]", "[%clk 12345:00]", "[%clk 0:60]", "[%clk 0:5]", "[%clk 0:055]",
	"[%eval 0.18]", "[%eval -1.60]", "[%eval +0.05]", "[%eval #3]", "[%eval #-3]", "-0.00", "+0", "-0", "00.5", "007", "1.", ".5", "1.5.2", "a1.5", "1a",
	"123456789012", "1234567890123", "123456789.5", "1234567890.5", "0.1234567", "0.123456", "-12-13", "+1+2", "e-5", "2-1", "1 - 0", "depth=21 nodes=1234567",
	"Nf3 d5 c4", "Nf3 d5 and c4", "1. e4 e5 2. Nf3", "e2e4 e7e8q O-O O-O-O+", "Ng1-f3 e4xd5 R1xd2#", "exd8=Q+ bxa1=N", "Kf9 i4 e0", "R9d2 e4", "R8d2 N1c3 Qa1b2", "9e4 a9xb4", "hxg8=Q+ ixg8", "axb9 e4", "Nhxf3 Nixf3", "R1a3 R0a3", "Nf3, d5", "xNf3", "b1c3d5", "Nf3  d5", "+0.35/14 pv=c6 Nf3 Bf5",
	"C50 Italian Game, beta won", "C501 Italian Games alphabeta", "Italian", "beta", "\x01 raw", "tab\tand \x09 nine", "a\xffb\x80 9",
	"Black 0:03:00 (-0.12/14 5s) e5",
}

// groupCase has the comments of games, as move and comment in turn.
type groupCase struct {
	name  string
	games []string
}

var groupCases = []groupCase{
	{"words that come back", []string{"e2e4 {good} e7e5 {bad} g1f3 {good} b8c6 {bad} f1c4 {good} f8c5 {worse}", "e2e4 {good} e7e5 {bad} g1f3 {good}"}},
	{"clocks", []string{"e2e4 {[%clk 0:03:00]} e7e5 {[%clk 0:03:00]} g1f3 {[%clk 0:02:58]} b8c6 {[%clk 0:02:55]} f1c4 {[%clk 0:02:50]} f8c5 {[%clk 0:01:10]} e1h1 {[%clk 0:02:49]}",
		"e2e4 {[%clk 0:03:00]} e7e5 {[%clk 0:02:59]} g1f3 {[%clk 0:02:31]}"}},
	{"clocks with fractions", []string{"e2e4 {[%clk 0:00:59.9]} e7e5 {[%clk 0:00:59.5]} g1f3 {[%clk 0:00:58]} b8c6 {[%clk 0:00:57.25]} f1c4 {[%clk 0:00:57.10]} f8c5 {[%clk 0:00:55.5]} e1h1 {[%clk 0:00:9.5]}"}},
	{"evaluations", []string{"e2e4 {[%eval 0.18]} e7e5 {[%eval 0.24]} g1f3 {[%eval 0.15]} b8c6 {[%eval -0.2]} f1c4 {[%eval +0.1]} f8c5 {[%eval 0.0]} e1h1 {[%eval #5]} g8f6 {[%eval 12.5]}",
		"e2e4 {[%eval 0.18]} e7e5 {[%eval -1.25]} g1f3 {[%eval -1.2]} b8c6 {[%eval -1.1]} f1c4 {[%eval 3.4]}"}},
	{"evaluations and clocks that jump", []string{"e2e4 {[%eval 5.0] [%clk 1:00:00]} e7e5 {[%eval -5.0] [%clk 1:00:00]} g1f3 {[%eval 5.0] [%clk 0:50:00]} b8c6 {[%eval -5.0] [%clk 0:50:00]} f1c4 {[%eval 5.0] [%clk 0:40:00]} f8c5 {[%eval -5.0] [%clk 0:40:00]}",
		"e2e4 {[%eval 5.0] [%clk 1:00:00]} e7e5 {[%eval 9.0] [%clk 1:00:00]}"}},
	{"numbers in other formats", []string{"e2e4 {a 1} e7e5 {a +2} g1f3 {a -3} b8c6 {a 0} f1c4 {a +0} f8c5 {a 04} e1h1 {a 5.50} g8f6 {a 6.5} d2d3 {a 7} d7d6 {a 100.125} a2a3 {a -0} a7a6 {a -0.0}"}},
	{"formats that new texts set", []string{"e2e4 {value 1} e7e5 {the value 2.50} g1f3 {value 3.5} b8c6 {my value +4} f1c4 {value +5.25} f8c5 {his value 07.5} e1h1 {value 08.5} g8f6 {her value 0.10} d2d3 {value 1.5} d7d6 {our value -2} a2a3 {value 0.00} a7a6 {value +3}",
		"e2e4 {the clock 0:01:30} e7e5 {clock 0:01:20.5} g1f3 {a clock 01:10} b8c6 {clock 01:05.5} f1c4 {one clock 0:00:59.50} f8c5 {clock 0:00:58.1} e1h1 {value 12} g8f6 {that value -0.0} d2d3 {value 11.5}"}},
	{"numbers in steps whose unit gets smaller", []string{"e2e4 {at 1000} e7e5 {at 995} g1f3 {at 900} b8c6 {at 903} f1c4 {at 800.0} f8c5 {at 801.5} e1h1 {at 700.0} g8f6 {at 699.5} d2d3 {at 600.0} d7d6 {at 604.0} a2a3 {at 500.00} a7a6 {at 499.25}",
		"e2e4 {at 1000.00} e7e5 {at 1000.00} g1f3 {at 950.00} b8c6 {at 950.000} f1c4 {at 900.000} f8c5 {at 911.500}"}},
	{"depth, nodes and speed", []string{"e2e4 {d=10 n=1000 t=2 s=500} e7e5 {d=11 n=3000 t=3 s=1000} g1f3 {d=12 n=8000 t=4 s=2000} b8c6 {d=12 n=9000 t=5 s=1800}"}},
	{"lines of moves", []string{"e2e4 {better d2d4 d7d5} e7e5 {Nf3 Nc6 Bb5} g1f3 {Nc6 Bb5 a6} b8c6 {Bb5 a6 Ba4 Nf6} f1b5 {a6 Ba4 Zz9} a7a6 {Ba4 Nf6 O-O} b5a4 {Nf6 O-O Be7 Re1 b5 Bb3}"}},
	{"clocks of two parts, lead from the field", []string{"e2e4 {[%clk 1:30]} e7e5 {[%clk 01:29]} g1f3 {[%clk 0:59]} b8c6 {[%clk 10:00]} f1c4 {[%clk 00:58]} f8c5 {[%clk 9:59]} e1h1 {n 05} g8f6 {n 7} d2d3 {n 08} d7d6 {n 12} a2a3 {n 100} a7a6 {n 9}"}},
	{"numbers of 12 digits beside six places", []string{"e2e4 {v 123456789012} e7e5 {v 0.000001} g1f3 {v 999999999999} b8c6 {v 1.5} f1c4 {v -999999999999} f8c5 {v -0.25} e1h1 {v 123456789.123456} g8f6 {v 999999999999}"}},
	{"products by a thousand", []string{"e2e4 {t=2000 d=10 s=500000 n=1000000} e7e5 {t=2100 d=11 s=512345 n=1075925} g1f3 {t=1999 d=12 s=498001 n=995504} b8c6 {t=15 d=13 s=1499 n=22} f1c4 {t=7 d=9 s=500 n=4} f8c5 {t=3333 d=14 s=777777 n=2592331} e1h1 {t=1 d=10 s=1499 n=1} g8f6 {t=2500 d=10 s=500001 n=1250003} d2d3 {t=2147483647 d=3 s=2147483647 n=999999999} d7d6 {t=2147483648 d=3 s=5 n=10737418}"}},
	{"products of thousands", []string{"e2e4 {t=2 d=10 s=500 n=1000000} e7e5 {t=3 d=11 s=511 n=1533000} g1f3 {t=2 d=12 s=498 n=996000} b8c6 {t=15 d=13 s=1499 n=22485000} f1c4 {t=7 d=9 s=503 n=3521000} f8c5 {t=33 d=14 s=777 n=25641000} e1h1 {t=1 d=10 s=1499 n=1499000} g8f6 {t=25 d=10 s=501 n=12525000}"}},
	{"lines as squares and long, with castling", []string{"e2e4 {e7e5 g1f3 b8c6 f1c4 g8f6 e1g1} e7e5 {Ng1-f3 Nb8-c6 Bf1-c4 Ng8-f6 O-O Bf8-c5} g1f3 {Nb8-c6 Bf1-c4 Ng8-f6 O-O Bf8-c5 Rf1-e1 O-O} b8c6 {f1c4 g8f6 e1g1 f8c5 f1e1 e8g8} f1c4 {Ng8-f6 O-O Bf8-c5}"}},
	{"evaluations as each side sees them", []string{"e2e4 {+0.35/20 12s} e7e5 {-0.33/19 8s} g1f3 {+0.40/21 11s} b8c6 {-0.40/22 9s} f1c4 {+1.25/20 14s} f8c5 {-1.25/23 3s} e1h1 {-2.10/18 20s} g8f6 {+2.10/25 1s} d2d3 {-2.25/19 3s} d7d6 {+2.25/30 2s}",
		"e2e4 {+0.35/20 12s} e7e5 {-0.35/20 12s} g1f3 {+0.41/21 12s} b8c6 {-0.41/21 12s}"}},
	{"lines as squares and long", []string{"e2e4 {e7e5 g1f3} e7e5 {g1f3 b8c6 f1b5} g1f3 {Nb8-c6 Bf1-b5} b8c6 {Bf1-b5 a7-a6 Bb5xc6} f1b5 {Qh5}"}},
	{"several comments, NAGs and the last one", []string{"e2e4 $1 {good} {really} {good} e7e5 $2 {bad} {really} g1f3 $1 {good} {really} last {White won 1-0}", "e2e4 $1 {good} {really} last {White won 1-0}"}},
	{"a variation that follows", []string{"e2e4 {d4 d5} other d2d4 {d4 d5 c4} e7e5 other c7c5 {Nf3 Nc6 d4}"}},
	{"numbers of twin fields", []string{"e2e4 {wp 52.1 (e 0.31) x=52.1} e7e5 {wp 47.9 (e 0.25) x=47.9} g1f3 {wp 53.0 (e 0.33) x=53.0} b8c6 {wp 46.5 (e 0.4) x=46.5} f1b5 {wp 60.5 (e 0.9) x=60.5} a7a6 {wp 33.3 (e 1.5) x=33.3}"}},
	{"names of tags", []string{"e2e4 {beta plays the Italian Game} e7e5 {alpha plays the Italian Game} g1f3 {C50}"}},
}

var vectorNames = [NumNames][]byte{[]byte("C50"), []byte("Italian Game"), nil, []byte("alpha"), []byte("beta")}

// cutVector returns the vector of a comment that is cut.
func cutVector(text string) *vectors.Vector {
	v := vectors.New("cut of %s", vectors.Quote([]byte(text)))
	v.Add("text", "%s", vectors.Quote([]byte(text)))
	for _, n := range vectorNames {
		v.Add("name", "%s", n)
	}
	var l lexed
	if !l.read([]byte(text), &vectorNames) || len(l.template) > maxTemplate || len(l.slots) > maxSlots {
		v.Add("template", "-")
		return v
	}
	v.Add("template", "%s", vectors.Quote(l.template))
	for i := range l.slots {
		s := &l.slots[i]
		w := &s.form
		v.Add("slot", "%d %d %d %d %d %d %d %d %d | %s", s.kind, s.key, s.value, w.places, oneIf(w.minus), oneIf(w.plus), w.lead, w.parts, oneIf(w.zero), s.text)
		if s.kind < slotLine {
			f := s.format(format{})
			v.Add("format", "%d %d %d %d %d", f.plus, f.parts, f.lead, f.places, f.least)
		}
	}
	return v
}

// formatCases are the numbers of a field in their order.
var formatCases = [][]string{
	{"1", "+2", "-3", "0", "+0", "0", "-4", "5", "+6", "-7", "0"},
	{"+0", "+5", "-1", "+2", "3"},
	{"1.5", "2.50", "3.25", "4", "5.0", "6.10", "7.125", "8.00", "9.5", "-1.2", "0.0"},
	{"05", "5", "50", "007", "12", "7", "0012", "1234"},
	{"0:09:55.7", "0:09:55", "0:09:54.25", "0:09:50.0", "1:00:00", "10:00:00.5", "00:10:00", "0:00:09"},
	{"1:30", "01:30", "1:30", "0:01:30", "1:30.5", "90", "90.5", "1:30"},
	{"+0.10", "+0.2", "-0.35", "0.00", "0.4", "+1.00", "+0.00", "-0.50", "0.00"},
}

// formatVector returns the vector of the formats of a field.
func formatVector(texts []string) *vectors.Vector {
	v := vectors.New("formats from %s on", texts[0])
	var last format
	for _, text := range texts {
		var s slot
		s.number([]byte(text))
		last = s.format(last)
		v.Add("takes", "%s | %d %d %d %d %d", text, last.plus, last.parts, last.lead, last.places, last.least)
	}
	return v
}

// ticking returns a game with a clock after every move, in tenths of a second, whose
// unit gets smaller in the middle.
func ticking(plies int) string {
	moves := [...]string{"g1f3", "g8f6", "f3g1", "f6g8"}
	left := [2]int{1800, 1800}
	var s strings.Builder
	for i := range plies {
		side := i % 2
		left[side] -= [...]int{10, 30, 20, 10, 30}[i/2%5]
		if i > plies/2 {
			left[side] -= i % 3
		}
		fmt.Fprintf(&s, "%s {[%%clk 0:%02d:%02d", moves[i%4], left[side]/600, left[side]/10%60)
		if f := left[side] % 10; f > 0 {
			fmt.Fprintf(&s, ".%d", f)
		}
		s.WriteString("]} ")
	}
	return strings.TrimSuffix(s.String(), " ")
}

// talking returns a game with clocks, evaluations, lines and words, enough for estimates
// to meet and to stop at their limits.
func talking(plies int, seed uint32) string {
	r := func(below uint32) uint32 {
		seed = seed*1664525 + 1013904223
		return seed >> 8 % below
	}
	p := board.Start()
	var s strings.Builder
	left, value := [2]int{600, 600}, 20
	for i := range plies {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 {
			break
		}
		m := legal[r(uint32(len(legal)))]
		before := p
		movegen.Make(&p, m)
		left[i%2] = max(1, left[i%2]-int(r(9)))
		value += int(r(120)) - 60
		sign, size := "", value
		if value < 0 {
			sign, size = "-", -value
		}
		fmt.Fprintf(&s, "%v {[%%eval %s%d.%02d] [%%clk 0:%02d:%02d]} ", vectors.Squares(m), sign, size/100, size%100, left[i%2]/60, left[i%2]%60)
		switch r(5) {
		case 0:
			fmt.Fprintf(&s, "{%s} ", [...]string{"good", "bad", "why?", "the only move"}[r(4)])
		case 1:
			better := legal[r(uint32(len(legal)))]
			fmt.Fprintf(&s, "{better %s", notation.Standard.AppendSAN(nil, &before, better))
			movegen.Make(&before, better)
			for range r(4) {
				legal := movegen.AppendLegal(nil, &before)
				if len(legal) == 0 {
					break
				}
				m := legal[r(uint32(min(len(legal), 6)))]
				fmt.Fprintf(&s, " %s", notation.Standard.AppendSAN(nil, &before, m))
				movegen.Make(&before, m)
			}
			s.WriteString("} ")
		}
	}
	return strings.TrimSuffix(s.String(), " ")
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// told is a comment and its place.
type told struct {
	game bool // whether a game begins here
	at   At
	text string
}

// tell plays a game and adds its comments.
func tell(t *testing.T, v *vectors.Vector, game string) (list []told) {
	t.Helper()
	v.Add("game", "")
	now := board.Start()
	at := At{Now: &now, Names: &vectorNames, Result: 4, Control: 77, Added: 2, Side: 1}
	first := true
	next := func() string {
		word, rest, _ := strings.Cut(game, " ")
		if strings.HasPrefix(game, "{") {
			word, rest, _ = strings.Cut(game, "}")
			word, rest = word+"}", strings.TrimPrefix(rest, " ")
		}
		game = rest
		return word
	}
	for game != "" {
		switch word := next(); {
		case word == "last":
			at.Last = true
		case word == "result" || word == "control" || word == "added":
			n, err := strconv.Atoi(next())
			require.NoError(t, err)
			at.about(word, n)
		case word == "other":
			m, err := notation.ParseUCI(next(), at.Before)
			require.NoError(t, err)
			at.Other = m
		case word[0] == '$':
			at.Mark = uint32(word[1]-'0') | 1
		case word[0] == '{':
			text := word[1 : len(word)-1]
			v.Add("comment", "%d %d %d %d %d %d %v | %s", at.Mark, at.Nth, oneIf(at.Last), at.Result, at.Control, at.Added, at.Other, vectors.Quote([]byte(text)))
			list = append(list, told{first, at, text})
			first = false
			at.Nth++
		default:
			m, err := notation.ParseUCI(word, at.Now)
			require.NoError(t, err, word)
			v.Add("move", "%v", m)
			after := *at.Now
			movegen.Make(&after, m)
			at = At{Now: &after, Before: at.Now, Earlier: at.Before, Move: m, Names: at.Names, Result: at.Result,
				Control: at.Control, Added: at.Added, Ply: at.Ply + 1, Side: 1 - at.Side}
		}
	}
	return list
}

// groupVector returns the vector of a group, and its comments.
func groupVector(t *testing.T, name string, games []string) (*vectors.Vector, []told, []byte, [][]byte) {
	t.Helper()
	v := vectors.New("%s", name)
	for _, n := range vectorNames {
		v.Add("name", "%s", n)
	}
	var all []told
	for _, game := range games {
		all = append(all, tell(t, v, game)...)
	}
	w := NewWriter(budget.New(1 << 20))
	for i := range all {
		if all[i].game && i > 0 {
			w.Begin()
		}
		w.Write([]byte(all[i].text), &all[i].at)
	}
	data, texts := w.Finish()
	return v, all, data, texts
}

// readGroup reads the comments of a group.
func readGroup(data []byte, texts [][]byte, all []told) (got []string, err error) {
	r := NewReader(data, texts, budget.New(1<<20))
	for i := range all {
		if all[i].game && i > 0 {
			r.Begin()
		}
		text, err := r.Read(nil, &all[i].at, 1<<16)
		if err != nil {
			return got, err
		}
		got = append(got, string(text))
	}
	return got, r.Done()
}

// TestVectors checks vectors/layers/comments.txt.
func TestVectors(t *testing.T) {
	var list []*vectors.Vector
	for _, text := range cutCases {
		list = append(list, cutVector(text))
	}
	for _, texts := range formatCases {
		list = append(list, formatVector(texts))
	}
	groups := append(groupCases[:len(groupCases):len(groupCases)],
		groupCase{"clocks whose unit gets smaller", []string{ticking(60), ticking(20)}}, groupCase{"many comments", []string{talking(160, 1), talking(160, 2), talking(160, 3)}})
	groups = append(groups, moreGroups()...)
	for i, c := range groups {
		v, all, data, texts := groupVector(t, c.name, c.games)
		got, err := readGroup(data, texts, all)
		require.NoError(t, err, c.name)
		for i := range all {
			require.Equal(t, all[i].text, got[i], c.name)
		}
		add := func(v *vectors.Vector, data []byte, texts [][]byte) {
			for _, s := range texts {
				v.Add("spelled", "%s", vectors.Quote(s))
			}
			v.Add("string", "%x", data)
			list = append(list, v)
		}
		add(v, data, texts)
		for _, bad := range []struct {
			what  string
			data  []byte
			texts [][]byte
		}{{"with bytes left over", append(data[:len(data):len(data)], "left over"...), texts}, {"without its last text", data, texts[:len(texts)-1]}, {"with a text left over", data, append(texts[:len(texts):len(texts)], []byte("more"))}} {
			if _, err := readGroup(bad.data, bad.texts, all); err == nil {
				t.Errorf("%s, %s: the group is taken", c.name, bad.what)
			}
			if len(list)%3 > 0 || i > len(groupCases)+1 { // not all of them: they are alike
				continue
			}
			v, _, _, _ := groupVector(t, fmt.Sprintf("%s, %s", c.name, bad.what), c.games)
			add(v, bad.data, bad.texts)
			v.Add("refused", "damaged")
		}
	}
	for _, text := range moreCuts() {
		list = append(list, cutVector(text))
	}
	list = append(list, crafted(t)...)
	golden.Equal(t, "../../../vectors/layers/comments.txt", vectors.File(vectorsHeading, list))
}
