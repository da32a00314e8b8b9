package codec

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/icza/bitio"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

var (
	_ encoding.BinaryMarshaler   = StoredPosition{}
	_ encoding.BinaryAppender    = StoredPosition{}
	_ encoding.BinaryUnmarshaler = (*StoredPosition)(nil)
	_ encoding.TextMarshaler     = StoredPosition{}
	_ encoding.TextAppender      = StoredPosition{}
	_ encoding.TextUnmarshaler   = (*StoredPosition)(nil)
)

// oddFENs are positions that no game reaches but a FEN can say.
var oddFENs = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
	"8/8/8/8/8/8/8/8 w - - 0 1",
	"8/8/8/8/8/8/8/8 b KQkq e3 65535 65535",
	"kkk5/8/8/8/8/8/8/K7 w - - 0 1",
	"kp6/8/8/8/8/8/8/KP6 w - - 0 0",
	"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ b - - 9999 1",
	"pppppppp/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w - h6 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 151 300",
	"r3k2r/8/8/8/8/8/8/R3K2R w Kq e6 0 300",
	"rnb1k2r/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 4",
	"1k2r3/8/8/8/8/8/8/1R1K2R1 w GBe - 3 12",
}

func parse(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err, fen)
	return p
}

// drawPosition draws a position: one of the odd ones or the start position
// with some squares changed, and any rights and counters.
func drawPosition(t *rapid.T) board.Position {
	p := board.Start()
	if rapid.Bool().Draw(t, "odd") {
		var err error
		p, err = board.ParseFEN(rapid.SampledFrom(oddFENs).Draw(t, "fen"))
		require.NoError(t, err)
	}
	for range rapid.IntRange(0, 30).Draw(t, "changes") {
		p.Put(board.Square(rapid.IntRange(0, 63).Draw(t, "square")), board.Piece(rapid.IntRange(0, 12).Draw(t, "piece")))
	}
	p.Turn = board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))
	if rapid.Bool().Draw(t, "any rights") {
		file := rapid.IntRange(-1, 7)
		p.Castling = board.NewRights(file.Draw(t, "K"), file.Draw(t, "Q"), file.Draw(t, "k"), file.Draw(t, "q"))
	}
	p.EnPassant = 0
	if rapid.Bool().Draw(t, "en passant") {
		p.EnPassant = board.SquareAt(rapid.IntRange(0, 7).Draw(t, "file"), rapid.SampledFrom([]int{2, 5}).Draw(t, "rank"))
	}
	p.HalfmoveClock = rapid.Uint16().Draw(t, "clock")
	p.FullmoveNumber = rapid.Uint16().Draw(t, "number")
	return p
}

func propScheme(t *rapid.T) {
	p := drawPosition(t)
	held := 0
	for _, name := range Names() {
		s, ok := ByName(name)
		if !ok || s.Name() != name {
			t.Fatalf("ByName(%q) = %v, %v", name, s, ok)
		}
		n, err := s.BitLen(&p)
		var buf bytes.Buffer
		w := bitio.NewWriter(&buf)
		w.TryWriteBits(5, 3)
		if werr := s.Write(w, &p); (err != nil) != (werr != nil) {
			t.Fatalf("%s: BitLen: %v, Write: %v", name, err, werr)
		}
		if err != nil {
			continue
		}
		held++
		w.TryWriteBits(0x5a5, 12)
		require.NoError(t, w.Close())
		if got, want := buf.Len(), (3+n+12+7)/8; got != want {
			t.Fatalf("%s: BitLen = %d but %d bytes, want %d", name, n, got, want)
		}
		r := bitio.NewReader(&buf)
		r.TryReadBits(3)
		got, err := s.Read(r)
		require.NoError(t, err, name)
		if got != p {
			t.Fatalf("%s: read %s, want %s", name, got.AppendFEN(nil), p.AppendFEN(nil))
		}
		if mark := r.TryReadBits(12); mark != 0x5a5 {
			t.Fatalf("%s: after the position stands %x, want 5a5", name, mark)
		}
	}
	if held == 0 {
		t.Fatalf("no scheme holds %s", p.AppendFEN(nil))
	}
	for _, s := range Palettes() {
		prefix := rapid.SliceOfN(rapid.Byte(), 0, 5).Draw(t, "prefix")
		write, head := s.AppendPosition, 1
		if rapid.Bool().Draw(t, "checked") {
			write, head = s.AppendPositionChecked, 3
		}
		dst, err := write(bytes.Clone(prefix), &p)
		require.NoError(t, err)
		best, bits, err := s.Best(&p)
		require.NoError(t, err)
		for i, c := range s.schemes {
			if n, err := c.BitLen(&p); err == nil && (n+2 < bits || n+2 == bits && i < best) {
				t.Fatalf("%s: Best = %d, %d bits, but %s takes %d", s.name, best, bits, c.Name(), n+2)
			}
		}
		if got := len(dst) - len(prefix); got != head+(bits+7)/8 {
			t.Fatalf("%s: %d bytes for %d bits", s.name, got, bits)
		}
		if !bytes.HasPrefix(dst, prefix) {
			t.Fatalf("%s: prefix lost", s.name)
		}
		got, rest, err := s.DecodePosition(append(dst[len(prefix):], "rest"...))
		require.NoError(t, err)
		if got != p || string(rest) != "rest" {
			t.Fatalf("%s: %s comes back as %s, rest %q", s.name, p.AppendFEN(nil), got.AppendFEN(nil), rest)
		}
	}
}

func TestScheme(t *testing.T)     { rapid.Check(t, propScheme) }
func FuzzSchemeDraw(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propScheme)) }

// FuzzDecodePosition reads any bytes with every palette and with every scheme
// alone; what is a position must be written as the same bytes again.
func FuzzDecodePosition(f *testing.F) {
	all := Palettes()
	for _, s := range schemes() {
		alone, err := NewPalette(1, "alone-"+s.Name(), s.Scheme)
		require.NoError(f, err)
		all = append(all, alone)
	}
	for _, fen := range oddFENs {
		p := parse(f, fen)
		for _, s := range all {
			if b, err := s.appendBody(nil, &p); err == nil {
				f.Add(b)
			}
		}
	}
	for i := range 4 {
		f.Add(bytes.Repeat([]byte{byte(i) << 6}, 50))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, s := range all {
			p, rest, err := s.decodeBody(src)
			if err != nil {
				if !errors.Is(err, ErrCorrupt) && !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("%s: %v", s.name, err)
				}
				if !bytes.Equal(rest, src) {
					t.Errorf("%s: %d bytes left after an error, want all %d", s.name, len(rest), len(src))
				}
				continue
			}
			got, err := s.appendBody(nil, &p)
			require.NoError(t, err)
			if want := src[:len(src)-len(rest)]; !bytes.Equal(got, want) {
				t.Errorf("%s: wrote %x, want %x", s.name, got, want)
			}
		}
	})
}

// TestEveryPositionIsHeld checks that both palettes hold all that a FEN can say.
func TestEveryPositionIsHeld(t *testing.T) {
	for _, fen := range oddFENs {
		p := parse(t, fen)
		for _, s := range Palettes() {
			b, err := s.AppendPosition(nil, &p)
			require.NoError(t, err)
			got, rest, err := s.DecodePosition(b)
			require.NoError(t, err)
			if got != p || len(rest) != 0 {
				t.Errorf("%s: %s comes back as %s", s.name, fen, got.AppendFEN(nil))
			}
			for n := range b {
				_, _, err := s.DecodePosition(b[:n])
				require.Error(t, err)
			}
		}
	}
}

func TestPadding(t *testing.T) {
	p := board.Start()
	b, err := AppendPosition(nil, &p)
	require.NoError(t, err)
	_, bits, err := Default().Best(&p)
	require.NoError(t, err)
	for i := 8 + bits; i < 8*len(b); i++ {
		bad := bytes.Clone(b)
		bad[i/8] ^= 0x80 >> (i % 8)
		_, _, err := DecodePosition(bad)
		require.ErrorIs(t, err, ErrCorrupt)
	}
}

// TestLongWayRefused stores a position by each scheme that is not its best.
func TestLongWayRefused(t *testing.T) {
	p := board.Start()
	for _, s := range Palettes() {
		best, _, err := s.Best(&p)
		require.NoError(t, err)
		for i, c := range s.schemes {
			var buf bytes.Buffer
			w := bitio.NewWriter(&buf)
			w.TryWriteBits(uint64(i), 2)
			require.NoError(t, c.Write(w, &p))
			require.NoError(t, w.Close())
			_, _, err := s.decodeBody(buf.Bytes())
			if (err == nil) != (i == best) {
				t.Errorf("%s: stored by %s: %v", s.name, c.Name(), err)
			}
		}
	}
}

// TestNibbleMarks checks which rights ride for free.
func TestNibbleMarks(t *testing.T) {
	for _, c := range []struct {
		fen  string
		free bool
	}{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", true},
		{"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", true},
		{"r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", true},
		{"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", true},
		{"4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1", false},
		{"4k3/8/8/8/4P3/8/8/4K3 w - e6 0 1", false},
		{"1k2r3/8/8/8/8/8/8/1R1K2R1 w GBe - 3 12", true},
		{"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", false},
	} {
		p := parse(t, c.fen)
		if _, ok := marks(&p); ok != c.free {
			t.Errorf("marks(%s) says all = %v, want %v", c.fen, ok, c.free)
		}
	}
}

func TestPositionText(t *testing.T) {
	fen := oddFENs[1]
	p := StoredPosition{Position: parse(t, fen)}
	js, err := json.Marshal(struct{ P StoredPosition }{p})
	require.NoError(t, err)
	if want := `{"P":"` + fen + `"}`; string(js) != want {
		t.Errorf("json.Marshal = %s, want %s", js, want)
	}
	var back struct{ P StoredPosition }
	require.NoError(t, json.Unmarshal(js, &back))
	if back.P != p {
		t.Errorf("json.Unmarshal(%s) = %v", js, back)
	}
	require.Error(t, back.P.UnmarshalText([]byte("not a FEN")))
	b, err := p.MarshalBinary()
	require.NoError(t, err)
	var q StoredPosition
	require.NoError(t, q.UnmarshalBinary(b))
	if q != p {
		t.Errorf("UnmarshalBinary(MarshalBinary(%s)) = %v", fen, q)
	}
	require.ErrorIs(t, q.UnmarshalBinary(append(b, 0)), ErrCorrupt)
}

func TestExplain(t *testing.T) {
	for _, fen := range oddFENs {
		p := parse(t, fen)
		all := Explain(&p)
		if len(all) != len(Names()) {
			t.Fatalf("Explain gives %d schemes, want %d", len(all), len(Names()))
		}
		for i, e := range all {
			s, _ := ByName(Names()[i])
			want, err := s.BitLen(&p)
			sum := 0
			for _, part := range e.Parts {
				sum += part.Bits
				if part.Bits < 0 {
					t.Errorf("%s, %s: part %+v", fen, e.Scheme, part)
				}
			}
			if e.Scheme != s.Name() || e.Bits != want || sum != want || (e.Err == nil) != (err == nil) {
				t.Errorf("%s: %s: %d bits in parts of %d, %v, want %d, %v", fen, e.Scheme, e.Bits, sum, e.Err, want, err)
			}
		}
	}
}

// TestProgramSize builds a program that stores positions and nothing else,
// with the flags a user has by default.
func TestProgramSize(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	gobin, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	exe := filepath.Join(t.TempDir(), "store.exe")
	out, err := exec.Command(gobin, "build", "-o", exe, "./testdata/store").CombinedOutput()
	require.NoError(t, err, "%s", out)
	info, err := os.Stat(exe)
	require.NoError(t, err)
	t.Logf("%d bytes", info.Size())
	const limit = 4 << 20
	if info.Size() >= limit {
		t.Errorf("a program that stores positions has %d bytes, want less than %d", info.Size(), limit)
	}
	fen, err := exec.Command(exe, oddFENs[1]).Output()
	require.NoError(t, err)
	if string(bytes.TrimSpace(fen)) != oddFENs[1] {
		t.Errorf("the program prints %s, want %s", fen, oddFENs[1])
	}
}

func corpusPositions(t testing.TB, name string) (ps []board.Position) {
	for line := range bytes.Lines(corpus.Need(t, name)) {
		ps = append(ps, parse(t, string(bytes.TrimSpace(line))))
	}
	return ps
}

// TestDefaultIsBest tries all palettes of four schemes on the train positions:
// none is shorter than the default one.
func TestDefaultIsBest(t *testing.T) {
	ps := corpusPositions(t, "positions/games-train.fen")
	names := Names()
	sums := map[[4]string]int{}
	bits := make([]int, len(names))
	for i := range ps {
		for j, name := range names {
			s, _ := ByName(name)
			n, err := s.BitLen(&ps[i])
			if err != nil {
				n = 1 << 20
			}
			bits[j] = n
		}
		for a := range names {
			for b := a + 1; b < len(names); b++ {
				for c := b + 1; c < len(names); c++ {
					for d := c + 1; d < len(names); d++ {
						sums[[4]string{names[a], names[b], names[c], names[d]}] += min(bits[a], bits[b], bits[c], bits[d])
					}
				}
			}
		}
	}
	total := 0
	s := Default()
	for i := range ps {
		_, n, err := s.Best(&ps[i])
		require.NoError(t, err)
		total += n - 2
	}
	for names, sum := range sums {
		if sum < total {
			t.Errorf("palette %v takes %.3f bits a position, the default one %.3f", names, float64(sum)/float64(len(ps)), float64(total)/float64(len(ps)))
		}
	}
	t.Logf("default: %.3f bits a position with the selector", float64(total)/float64(len(ps))+2)
}

func BenchmarkPosition(b *testing.B) {
	ps := corpusPositions(b, "positions/games-test.fen")
	for _, s := range Palettes() {
		var all [][]byte
		bits := 0
		for i := range ps {
			buf, err := s.AppendPosition(nil, &ps[i])
			require.NoError(b, err)
			all = append(all, buf)
			_, n, _ := s.Best(&ps[i])
			bits += n
		}
		mean := float64(bits) / float64(len(ps))
		b.Run("append/games-test/"+s.name, func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			i := 0
			for b.Loop() {
				buf, _ = s.AppendPosition(buf[:0], &ps[i%len(ps)])
				i++
			}
			b.ReportMetric(mean, "bits/pos")
		})
		b.Run("decode/games-test/"+s.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if _, _, err := s.DecodePosition(all[i%len(all)]); err != nil {
					b.Fatal(err)
				}
				i++
			}
			b.ReportMetric(mean, "bits/pos")
		})
	}
}
