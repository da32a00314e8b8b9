package fuzz

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// files are small seed files.
var files = []string{
	"",
	"\n",
	"not chess at all \x00\xff",
	"[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n",
	"[Event \"x\"]\r\n[White \"a \\\"b\\\"\"]\r\n\r\n1.e4! {[%clk 0:01:00]} e5?? $14 (1...c5 2.Nf3) 2.Bc4 *\r\n",
	"\ufeff[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 d5 ; c\n2. c4 1/2-1/2\n\n",
	"[FEN \"4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O-O *\n",
	"[Event \"x\"]\n\n1. e4 e5 2. Ke3 {illegal} Sf6 {open\n\n[Event \"y\"]\n\n1. d4 (1. c4",
	"[Event \"\xe9\"]\n\n1. Nb1c3 d7-d5 2. 0-0 -- 1-0\n\n\n",
	strings.Repeat("[Event \"x\"]\n[White \"a\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 0-1\n\n", 20),
}

func compress(t testing.TB, src io.Reader, level *learned.Level) []byte {
	t.Helper()
	var packed bytes.Buffer
	if _, err := chesszip.Compress(t.Context(), &packed, src, &chesszip.WriterOptions{Level: level}); err != nil {
		t.Fatalf("Compress: %v", err)
	}
	return packed.Bytes()
}

// FuzzCompress checks that any file comes back, that the archive does not depend on how
// the file was read, and that nothing grows by more than the format promises.
func FuzzCompress(f *testing.F) {
	for i, s := range files {
		f.Add([]byte(s), byte(i))
	}
	f.Fuzz(func(t *testing.T, src []byte, level byte) {
		l := []*learned.Level{nil, learned.V1, learned.V1Max}[level%3]
		packed := compress(t, bytes.NewReader(src), l)
		if limit := len(src) + len(src)/1000 + 64; len(packed) > limit {
			t.Errorf("%q takes %d bytes, want at most %d", src, len(packed), limit)
		}
		if again := compress(t, iotest.OneByteReader(bytes.NewReader(src)), l); !bytes.Equal(again, packed) {
			t.Errorf("%q read byte by byte gives another archive", src)
		}
		var got bytes.Buffer
		if _, err := chesszip.Decompress(t.Context(), &got, bytes.NewReader(packed), &chesszip.ReaderOptions{Levels: levels.All()}); err != nil || !bytes.Equal(got.Bytes(), src) {
			t.Fatalf("%q comes back as %q, %v", src, got.Bytes(), err)
		}
	})
}

// errFull is the error of a full boundedWriter.
var errFull = errors.New("fuzz: enough")

type boundedWriter int

func (w *boundedWriter) Write(p []byte) (int, error) {
	if *w -= boundedWriter(len(p)); *w < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// FuzzDecompress checks that no input makes Decompress panic, and that only archives are
// accepted.
func FuzzDecompress(f *testing.F) {
	for _, s := range files {
		f.Add([]byte(s))
		if packed, err := pack(s); err == nil {
			f.Add(packed)
			f.Add(packed[:len(packed)/2])
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		w := boundedWriter(64 << 20)
		_, err := chesszip.Decompress(t.Context(), &w, bytes.NewReader(src), &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1})
		if err == nil && !bytes.HasPrefix(src, archiveHead(t)) {
			t.Errorf("Decompress(%x) = no error, want one", src)
		}
	})
}

func pack(s string) ([]byte, error) {
	var packed bytes.Buffer
	_, err := chesszip.Compress(context.Background(), &packed, strings.NewReader(s), &chesszip.WriterOptions{Level: learned.V1})
	return packed.Bytes(), err
}

// archiveHead returns the bytes that every archive begins with.
func archiveHead(t testing.TB) []byte {
	return compress(t, strings.NewReader(""), learned.V1)[:4]
}

// TestDamage checks that every truncated archive, and every one with a flipped bit, is
// refused or gives the same file.
func TestDamage(t *testing.T) {
	for _, s := range files[:9] {
		packed, err := pack(s)
		if err != nil {
			t.Fatalf("Compress(%q): %v", s, err)
		}
		check := func(what string, at int, src []byte) {
			var got bytes.Buffer
			_, err := chesszip.Decompress(t.Context(), &got, bytes.NewReader(src), &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1})
			if err == nil && got.String() != s {
				t.Errorf("%s at %d: archive of %q comes back as %q without an error", what, at, s, got.String())
			}
			if err == nil && what == "cut" {
				t.Errorf("cut at %d: archive of %q gives no error", at, s)
			}
		}
		for n := range packed {
			check("cut", n, packed[:n])
		}
		for bit := range 8 * len(packed) {
			bad := bytes.Clone(packed)
			bad[bit/8] ^= 1 << (bit % 8)
			check("bit turned", bit, bad)
		}
	}
}
