package vectors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/frame/game"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

// handStyle is a style of a script.
type handStyle struct {
	wrap, width int
	crlf        bool
	dialect     int
}

// handStep is a step without moves or words; number is that of a NAG or a result.
type handStep struct{ op, number int }

// handScript returns the script of games without half-moves, departures and a Result
// tag, all in one style, docs/spec/games.md, 5. It checks nothing.
func handScript(style handStyle, games ...[]handStep) []byte {
	e := rangecoder.NewEncoder(nil)
	bits, trees, numbers := map[string]*rangecoder.Bit{}, map[string]*rangecoder.Tree{}, map[string]*rangecoder.Number{}
	number := func(v int, name string, at ...int) { modelOf(numbers, name, at).Encode(e, v) }
	bit := func(v int, name string, at ...int) { modelOf(bits, name, at).Encode(e, v) }
	for i, steps := range games {
		if i == 0 {
			number(style.wrap, "wrap")
			if style.wrap != 0 {
				number(style.width, "width")
				crlf := 0
				if style.crlf {
					crlf = 1
				}
				bit(crlf, "crlf")
			}
			number(style.dialect, "dialect")
		} else {
			bit(1, "same")
		}
		number(0, "departures", 0)
		depth, ended, before := 0, false, stepEnd
		for _, s := range steps {
			k := 2
			if depth > 0 || ended {
				number(0, "run", before, 0)
				k = 0
			}
			modelOf(trees, "step", []int{before, k}).Encode(e, s.op)
			switch s.op {
			case stepNAG:
				number(s.number, "nag")
			case stepResult:
				modelOf(trees, "result", []int{4}).Encode(e, s.number)
				ended = ended || depth == 0
			case stepOpen:
				depth++
			case stepClose:
				depth = max(depth-1, 0)
			}
			before = s.op
		}
	}
	return e.Finish()
}

// repeatedStep returns a step n times.
func repeatedStep(n int, s handStep) []handStep { return slices.Repeat([]handStep{s}, n) }

// handFrames are frames of two games with hand-made scripts. If a script is refused, the
// frame has the text that it would decode to.
func handFrames(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	params, base := frameOf(t, strings.Repeat("[White \"Somebody\"]\n[Black \"Somebody else\"]\n\n*\n\n", 2))
	require.Less(t, uint16(1), base.Streams[0].Kind)
	with := func(s []byte) archive.Frame {
		f := *base
		f.Streams = slices.Clone(f.Streams)
		at := slices.IndexFunc(f.Streams, func(s archive.Stream) bool { return s.Kind == 3 })
		require.GreaterOrEqual(t, at, 0)
		f.Streams[at].Data = s
		return f
	}
	text := func(f archive.Frame) string {
		f.Input = 1 << 20
		var d game.Decoder
		b, _ := d.Decode(nil, &f)
		return string(b)
	}
	end := []handStep{{stepResult, 3}, {stepEnd, 0}}
	add := func(name, want string, style handStyle, first []handStep) {
		f := with(handScript(style, slices.Concat(first, end), end))
		f.Input, f.Check = int64(len(want)), game.Check([]byte(want))
		if _, err := unpacked(t, archived(header(3, 0, 0, params), nil, builtFrame(&f))); err != nil {
			list = append(list, refusedFrame(t, name, params, &f))
			return
		}
		list = append(list, takenFrame(t, name, params, &f, want))
	}
	usual := handStyle{wrap: 1, width: 80}
	plain := text(with(handScript(usual, end, end)))
	add("a script made by hand", plain, usual, nil)
	for _, wrap := range []int{0, 1, 2, 3} {
		add(fmt.Sprintf("lines that break in way %d", wrap), plain, handStyle{wrap: wrap, width: 80}, nil)
	}
	for _, width := range []int{4096, 4097} {
		add(fmt.Sprintf("lines of %d bytes", width), plain, handStyle{wrap: 1, width: width}, nil)
	}
	for _, dialect := range []int{65535, 65536} {
		add(fmt.Sprintf("dialect %d", dialect), plain, handStyle{dialect: dialect}, nil)
	}
	long := handStyle{}
	of := func(n int, s handStep) string {
		return text(with(handScript(long, slices.Concat(repeatedStep(n, s), end), end)))
	}
	more := func(n int, s handStep, mark string) string { // repetitions, also if a reader accepts fewer
		one, two := of(1, s), of(2, s)
		i := strings.Index(one, mark)
		unit := two[i : i+len(two)-len(one)]
		made := func(n int) string { return one[:i] + strings.Repeat(unit, n-1) + one[i:] }
		require.Equal(t, of(9, s), made(9))
		return made(n)
	}
	for _, n := range []int{255, 256} {
		add(fmt.Sprintf("a NAG of %d", n), strings.Replace(of(1, handStep{stepNAG, 7}), "$7", fmt.Sprintf("$%d", n), 1), long, []handStep{{stepNAG, n}})
	}
	for _, n := range []int{2048, 2049} {
		add(fmt.Sprintf("variations %d deep", n), more(n, handStep{stepOpen, 0}, "("), long, repeatedStep(n, handStep{stepOpen, 0}))
	}
	for _, n := range []int{131072, 131073} {
		add(fmt.Sprintf("a game of %d steps", n), more(n-2, handStep{stepClose, 0}, ")"), long, repeatedStep(n-2, handStep{stepClose, 0}))
	}
	return list
}
