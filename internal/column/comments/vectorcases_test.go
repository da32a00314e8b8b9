package comments

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/model/fast"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
)

// about changes what the tags of a game say.
func (at *At) about(what string, n int) {
	switch what {
	case "result":
		at.Result = uint32(n)
	case "control":
		at.Control = uint32(n)
	default:
		at.Added = int64(n)
	}
}

// moreCuts are comments that come close to a limit of the cut.
func moreCuts() []string {
	return []string{
		"1:02:03:04", "0:00:00:00", "e7e8a d5", "e7e8Z d5", "e7e8A", "x=Q e4", "=Q", "e4 d", "e4 ", "e4", "Qa1xb2 Qa1xb2c3", "KQa1", "a1b2c3d4", "Na1-b2+ O-O# O-O-O+#",
		"1234:00 12345:00", "123456789.1 1234567890.1", "1.123456 1.1234567", "1.", "0.0 00.0 0.00", "+1:30 -1:30", "1:3 1:300 1:59 1:60", "1:30.5 1:30:15.25",
		strings.Repeat("word 1 ", 146) + "ab", strings.Repeat("word 1 ", 146) + "abc", strings.Repeat("1 ", 256), strings.Repeat("1 ", 257),
		"123456789012 1234567890123", "bet beta", "-1-2-3 +1-2 1-2", "a-1 -a 1+", "Z9 z9 A0 a9 `1 {1 @1 [1 /1 :1",
	}
}

// steps is a simple generator of numbers below a bound.
func steps(seed uint32) func(uint32) int {
	return func(below uint32) int {
		seed = seed*1664525 + 1013904223
		return int(seed >> 8 % below)
	}
}

// shuffle returns a game that comes back to its beginning every fourth half-move, with
// a comment after each.
func shuffle(plies int, comment func(i int) string) string {
	moves := [...]string{"g1f3", "g8f6", "f3g1", "f6g8"}
	var s strings.Builder
	for i := range plies {
		s.WriteString(moves[i%4])
		if text := comment(i); text != "" {
			s.WriteString(" {" + text + "}")
		}
		s.WriteByte(' ')
	}
	return strings.TrimSuffix(s.String(), " ")
}

// walk returns a line of moves from the start position, as squares; choose says which of
// so many legal moves is next.
func walk(plies int, choose func(i, n int) int) string {
	p := board.Start()
	words := make([]string, 0, plies)
	for i := range plies {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 {
			break
		}
		m := legal[choose(i, len(legal))]
		if movegen.IsCastling(&p, m) {
			m = legal[0] // whose squares are those of the move
		}
		words = append(words, vectors.Squares(m))
		movegen.Make(&p, m)
	}
	return strings.Join(words, " ")
}

// twoLines returns comments that have two long lines in turn, whose positions meet in the
// table of earlier moves.
func twoLines() string {
	r := steps(5)
	choose := func(_, n int) int { return r(uint32(min(n, 9))) }
	lines := [2]string{walk(280, choose), walk(280, choose)}
	return shuffle(21, func(i int) string {
		switch {
		case i == 0:
			return "pv e2e4 e7e5"
		case i%4 == 0:
			return "pv " + lines[i/4%2]
		}
		return ""
	})
}

// bush returns comments with lines that part and meet again, of both sides.
func bush(plies int) string {
	r := steps(3)
	return shuffle(plies, func(i int) string {
		if i%4 > 1 {
			return ""
		}
		line := walk(1+r(20), func(at, n int) int {
			if r(4) == 0 {
				return min(n-1, 3+r(3))
			}
			return min(n-1, at*7%5)
		})
		if i < 2 {
			return "pv g1f3 g8f6"
		}
		return "pv " + line
	})
}

// guesses returns comments whose numbers are near those of several bases.
func guesses(plies int, seed uint32) string {
	r := steps(seed)
	value, total := 0, 100
	return shuffle(plies, func(i int) string {
		value += r(64) - 32
		v := value
		if i%2 == 1 && r(3) == 0 {
			v = -v
		}
		total += r(5)
		spent := r(12)
		return fmt.Sprintf("%d/%d v %d in %d left 0:%02d:%02d", i%7, total, v, spent, 59-i/4, 60-spent-r(3)-1)
	})
}

// turning returns comments with five numbers each, whose best base changes again and again.
func turning(plies int) string {
	r := steps(17)
	var last [5][2]int
	var how [5]int
	return shuffle(plies, func(i int) string {
		out := make([]string, 0, 5)
		for k := range last {
			own, other := &last[k][i%2], last[k][1-i%2]
			if r(16) == 0 {
				how[k] = r(10)
			}
			switch how[k] {
			case 0:
				*own += r(16)
			case 1:
				*own = other + r(16)
			case 2:
				*own += 40
			case 3:
				*own = r(3000)
			default:
				*own = r(uint32(2 + 2*k)) // all bases are as good
			}
			out = append(out, fmt.Sprintf("%c %d", 'p'+k, *own))
		}
		return strings.Join(out, " ")
	})
}

// twins returns comments with numbers that mostly are the same, in two units.
func twins(plies int) string {
	r := steps(11)
	return shuffle(plies, func(i int) string {
		a := 100 + r(400)
		b := 10 * a
		if i/9%2 > 0 || r(5) == 0 {
			b += 3
		}
		if i > plies/2 { // the larger unit first
			return fmt.Sprintf("%d.%02d is %d.%d not %d.%02d", b/100, b%100, a/10, a%10, b/100, b%100)
		}
		return fmt.Sprintf("wp %d.%d, %d.%02d and %d", a/10, a%10, b/100, b%100, r(3)*a)
	})
}

// moreGroups are groups beyond groupCases.
func moreGroups() []groupCase {
	products := func(list ...[4]int64) string {
		return shuffle(len(list), func(i int) string {
			return fmt.Sprintf("t=%d d=%d s=%d n=%d", list[i][0], list[i][1], list[i][2], list[i][3])
		})
	}
	return []groupCase{
		{"comments that are empty or cannot be cut", []string{
			"e2e4 {\x01 a 1} {b 2} {} {} e7e5 {b 3} {\x02} g1f3 {} {\x01 c} b8c6 {b 4} {b 5} {} f1b5 {\x02} {} {d} a7a6 {b 6} {d} b5a4 {} {b 7}",
			"e2e4 {\x01 a 1} e7e5 {} g1f3 {\x01 a 2} {b 8} b8c6 {} {d} f1b5 {\x01 c}",
		}},
		{"two long lines", []string{twoLines()}},
		{"lines that part and meet again", []string{bush(120)}},
		{"lines that promote, castle and end", []string{
			"e2e4 {pv d2d4} e7e5 {pv g1f3} g1f3 {pv b8c6}", // a style as squares
			shuffle(16, func(i int) string {
				return [...]string{"pv h2h4 g7g5 h4g5 h7h6 g5h6 a7a6 h6h7 a6a5 h7g8q", "", "", "", "pv h2h4 g7g5 h4g5 h7h6 g5h6 a7a6 h6h7 a6a5 h7g8n",
					"", "", "", "pv g2g4 h7h5 a2a3 h5g4 h2h3 g4h3 a3a4 h3h2 a4a5 h2g1r", "", "", "", "pv d2d4 d7d5 c1f4 c8f5 b1c3 b8c6 d1d2 d8d7 e1c1 e8c8"}[min(i, 12)]
			}),
			shuffle(24, func(i int) string {
				return [...]string{"pv h2-h4 g7-g5 h4xg5 h7-h6 g5xh6 a7-a6 h6-h7 a6-a5 h7xg8=B", "", "", "", "pv f2-f3 e7-e5 g2-g4 Qd8-h4#", "", "", "", "pv f2-f3 e7-e5 g2-g4 Qd8-h4# a2-a3",
					"", "", "", "pv e2-e4 f7-f6 Qd1-h5+ g7-g6 Qh5xg6+ h7xg6 a2-a3", "", "", "", "pv d4 d5 Ke5 e4", "", "", "", "pv e4 f6 Qh5+ g6 Qxg6+ hxg6 d4"}[min(i, 20)]
			}),
			"e2e4 {hm Qh5 Ke2} e7e5 {was e4 c5} g1f3 {was e5 Nf3 Nc6} b8c6 {hm Qh5 Ke2} f1b5 {was Nc6 d4} a7a6 {hm Bf1}",
		}},
		{"lines before any number, and lengths of lines", []string{
			"e2e4 e7e5 {so Nf3 Nc6} g1f3 {so Nc6} b8c6 {so Bb5} f1b5 {so a6} a7a6 {so Ba4} b5a4 {so Nf6} g8f6 {n 5} e1h1 {n 5} f8e7 {n 5} f1e1 {so b5} b7b5 {so Bb3} a4b3 {n 6} d7d6 {n 7} c2c3 {so O-O} e8h8 {so h3 Nb8}",
		}},
		{"numbers of 1, and units that are larger again", []string{
			"e2e4 {w +5} e7e5 {w +1} g1f3 {w +1} b8c6 {w -1} f1b5 {w +0} a7a6 {w +1} b5a4 {u 1.125} g8f6 {u 2.5} e1h1 {u 5.00} f8e7 {u 7.00} f1e1 {u 3.1} b7b5 {u 4} a4b3 {u 12.00} d7d6 {u 6.00} c2c3 {c 1:30.5} e8h8 {c 0:01:20} h2h3 {c 1:15} c8b7 {c 0:01:10} d2d4 {c 1:05.25} c6a5 {c 0:00:55}",
		}},
		{"twin fields of two units", []string{twins(130)}},
		{"bases that are nearly as good as others", []string{guesses(160, 1), "control 5 added 1 " + guesses(120, 2), "control 6 added 0 " + guesses(120, 3), "control 5 added 3 " + guesses(60, 4)}},
		{"a twin that changes", []string{shuffle(110, func(i int) string {
			x, y := 10+i*i%501, 12+i*i*i%499
			return fmt.Sprintf("x %d y %d z %d", x, y, [...]int{x, y}[i/21%2])
		})}},
		{"bases that are the best in turn", []string{turning(420)}},
		{"numbers in steps of what is added", []string{
			"added 1 " + shuffle(24, func(i int) string { return fmt.Sprintf("at %d", 100+i/2*(1+i%2)) }),
			"added 1 control 9 " + shuffle(24, func(i int) string { return fmt.Sprintf("at %d", 300+i/2*(1+i%2)) }),
			"added 0 " + shuffle(12, func(i int) string { return fmt.Sprintf("at %d", 500+i/2) }),
			"added 1 " + shuffle(12, func(i int) string { return fmt.Sprintf("at %d", 500+i/2*(1+i%2)) }),
		}},
		{"what is left behind what was spent", []string{
			shuffle(40, func(i int) string {
				left := 3599 - i*i
				return fmt.Sprintf("%d in 0:00:%02d left 0:%02d:%02d", i*i%11, 2*(i-2+2)%60, left/60, left%60)
			}),
			"added 5 " + shuffle(40, func(i int) string {
				return fmt.Sprintf("Nf3 Nc6 at 0:%02d:30 then alpha 0:10:%02d", 10+i/9, i/13)
			}),
			"added 5 " + shuffle(40, func(i int) string { return fmt.Sprintf("beta 0:20:%02d Nf3 at %d", i/11, 1000-i/15) }),
		}},
		{"products at their ends", []string{
			products([4]int64{2, 10, 500, 1000000}, [4]int64{3, 10, 511, 1533000}, [4]int64{5000, 10, 1, 5000000}, [4]int64{1, 10, 5000, 5000000}, [4]int64{2, 10, 498, 996000}, [4]int64{67900000, 10, 67900000, 999999999},
				[4]int64{2, 10, 498, 996000}, [4]int64{7, 10, 498, 3486000}, [4]int64{80000000, 10, 80000000, 5}, [4]int64{7, 10, 498, 3486000}, [4]int64{9, 10, 498, 4482000}, [4]int64{2147483647, 10, 2147483647, 7}, [4]int64{9, 10, 498, 4482000}),
			products([4]int64{2, 10, 500, 1000000}, [4]int64{0, 10, 500, 1000}, [4]int64{3, 10, 0, 1533000}, [4]int64{3, 10, 511, 1533000}, [4]int64{2147483648, 10, 2, 5}, [4]int64{2, 10, 2147483648, 5}, [4]int64{3, 10, 511, 1533000}),
			"control 4 " + products([4]int64{2, 10, 500, 1000000}, [4]int64{3, 10, 511, 1533000}, [4]int64{5, 10, 500, 2500000}),
			"control 4 " + products([4]int64{4, 11, 500, 2000000}, [4]int64{3, 11, 511, 1533000}, [4]int64{6, 11, 500, 3000000}),
		}},
		{"results and marks", []string{
			"result 0 e2e4 $1 {good} e7e5 $3 {bad} last {done 1} {over}", "result 1 e2e4 $1 {good} e7e5 $3 {bad} last {lost 2} {over}",
			"result 2 e2e4 $1 {good} e7e5 $3 {bad} last {draw 3} {over}", "result 3 e2e4 $1 {good} e7e5 $3 {bad} last {done 4} {over}",
			"result 0 e2e4 $1 {good} e7e5 $3 {bad} last {done 5} {over}", "result 1 e2e4 $1 {good} {so} {and} {so} {so} e7e5 $3 {bad} last {lost 6} {over}",
			"result 2 e2e4 $1 {good} {so} {and} {so} {so} e7e5 $3 {bad} last {draw 7} {over}",
		}},
	}
}

// crafted returns groups that no writer makes: numbers at the ends of 64 bits, and what
// must be refused.
func crafted(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	game := shuffle(16, func(i int) string { return fmt.Sprintf("v %d", i) })
	game = strings.Replace(game, "v 0", "v -0", 1)
	// number writes a number in a format, whatever the comment says: the one with the
	// difference d, or d itself.
	number := func(w *Coder, at *At, form format, places uint8, d int64, to bool) {
		place := w.templates.place(at)
		_, _ = w.templates.code(&place, 0)
		s := slot{kind: slotNumber, key: keyOf(w.templates.all[0][:2])}
		n := &w.numbers
		f := n.fields.of(&s)
		n.model.Use(formatUsual, f.number)
		if !n.model.Flag(f.format == form) {
			n.model.Use(formatNew)
			n.model.Number(form.code())
			form.places = places
			f.rewrite(form)
		}
		var b bases
		n.fields.bases(&b, f, nil, at)
		if to {
			d -= b.value[b.used]
		}
		n.difference = n.codeDifference(d, f, &b, at)
		n.fields.learn(f, &b, b.value[b.used]+d, at)
		w.templates.learn(&place, 0)
	}
	plain := format{parts: 1, lead: 1}
	for _, c := range []struct {
		name    string
		forms   []format
		places  uint8 // as which places of 7 are taken
		ds      []int64
		to      bool
		refused bool
	}{
		{"numbers beyond 64 bits", []format{plain}, 0, []int64{1<<62 - 2, 1<<62 - 2, 1<<62 - 2, 1<<62 - 3, -1<<62 + 2}, false, false},
		{"a unit that grows beyond 64 bits", []format{plain, {parts: 1, lead: 1, places: 3}, {parts: 1, lead: 1, places: 6}}, 0, []int64{1<<60 + 12345678912345, 1<<58 + 987654321, 1<<61 - 5, 12345, -1 << 60}, false, false},
		{"the least number of 64 bits", []format{plain}, 0, []int64{-1<<62 + 2, -1<<63 + 5, -1<<63 + 4, -1 << 63, -1 << 63, -1 << 63, -1 << 63, -1<<62 - 9, -1<<62 - 9, -1 << 62, -1 << 62, -1<<63 + 9, -1<<63 + 9, -1 << 63, -1 << 63}, true, false},
		{"a format of a plus that is none", []format{{plus: 3, parts: 1, lead: 1}}, 0, []int64{5}, false, true},
		{"a format of seven places", []format{{parts: 1, lead: 1, places: 7}}, 6, []int64{5}, false, true},
		{"a format of no parts", []format{{lead: 1}}, 0, []int64{5}, false, true},
		{"a format of no lead", []format{{parts: 1}}, 0, []int64{5}, false, true},
		{"a format that keeps more places than it has", []format{{parts: 1, lead: 1, places: 1, least: 2}}, 1, []int64{5}, false, true},
	} {
		v, all, _, _ := groupVector(t, c.name, []string{game})
		w := NewWriter(budget.New(1 << 20))
		w.Write([]byte(all[0].text), &all[0].at)
		for i, d := range c.ds {
			form := c.forms[min(i, len(c.forms)-1)]
			places := form.places
			if c.places > 0 {
				places = c.places
			}
			number(w, &all[1+i].at, form, places, d, c.to)
		}
		data, texts := w.Finish()
		got, err := readGroup(data, texts, all[:1+len(c.ds)])
		require.Equal(t, c.refused, err != nil, "%s: %v", c.name, err)
		list = append(list, craftedVector(v, got, data, texts, 1+len(c.ds)))
	}
	return append(list, craftedLines(t)...)
}

// craftedVector returns the vector of the first comments of a group that was crafted. got
// are its comments; if there are fewer, it must be refused.
func craftedVector(group *vectors.Vector, got []string, data []byte, texts [][]byte, n int) *vectors.Vector {
	moves, lines := group.All("move"), group.All("comment")
	v := vectors.New("%s", group.Get("name"))
	for _, name := range vectorNames {
		v.Add("name", "%s", name)
	}
	v.Add("game", "")
	for i := range n {
		v.Add("move", "%s", moves[i])
		place, text, _ := strings.Cut(lines[i], " | ")
		if i < len(got) {
			text = got[i]
		}
		v.Add("comment", "%s | %s", place, text)
	}
	for _, s := range texts {
		v.Add("spelled", "%s", vectors.Quote(s))
	}
	v.Add("string", "%x", data)
	if len(got) < n {
		v.Add("refused", "damaged")
	}
	return v
}

// craftedLines returns groups with lines of moves in a style that there is not.
func craftedLines(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	for _, c := range []struct {
		name string
		how  int // spelling and start
	}{{"a line in a spelling that is none", 3<<2 | 1}, {"a line that begins at a position that is none", 3}} {
		v, all, _, _ := groupVector(t, c.name, []string{"e2e4 {pv d4 d5} e7e5 {pv Nf3}"})
		w := NewWriter(budget.New(1 << 20))
		w.Write([]byte(all[0].text), &all[0].at)
		at, l := &all[1].at, &w.lines
		place := w.templates.place(at)
		_, _ = w.templates.code(&place, 0)
		style := l.style(keyOf(w.templates.all[0][:3]))
		l.words.Use(lineParsed, style.number)
		l.words.Flag(true)
		l.words.Use(lineUsual, style.number)
		l.words.Flag(false)
		l.words.Use(lineWritten)
		l.words.Index(c.how, 4)
		l.words.Use(lineCount, style.number, short(style.count[at.Side]), class(0))
		l.words.Number(1)
		l.earlier.learnPlayed(at)
		p := *at.Before
		l.move(&p, fast.Past{}, movegen.AppendLegal(nil, &p)[0], &movePlace{style: style.number, side: at.Side})
		data, texts := w.Finish()
		got, err := readGroup(data, texts, all)
		require.Error(t, err, c.name)
		list = append(list, craftedVector(v, got, data, texts, len(all)))
	}
	return list
}
