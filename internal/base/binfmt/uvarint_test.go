package binfmt

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func propRoundTrip(t *rapid.T) {
	v := rapid.Uint64().Draw(t, "v")
	block := rapid.SliceOf(rapid.Byte()).Draw(t, "block")
	prefix := rapid.SliceOf(rapid.Byte()).Draw(t, "prefix")
	dst := AppendUvarint(bytes.Clone(prefix), v)
	if got := len(dst) - len(prefix); got != UvarintLen(v) {
		t.Errorf("UvarintLen(%d) = %d, want %d", v, UvarintLen(v), got)
	}
	dst = AppendBytes(dst, block)
	if !bytes.HasPrefix(dst, prefix) {
		t.Errorf("prefix changed: %x", dst)
	}
	got, rest, err := Uvarint(dst[len(prefix):])
	require.NoError(t, err)
	if got != v {
		t.Errorf("Uvarint(AppendUvarint(%d)) = %d", v, got)
	}
	b, rest, err := Bytes(rest)
	require.NoError(t, err)
	if !bytes.Equal(b, block) || len(rest) != 0 {
		t.Errorf("Bytes = %x, %x, want %x and nothing", b, rest, block)
	}
}

func TestRoundTrip(t *testing.T) { rapid.Check(t, propRoundTrip) }

func TestUvarintErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   []byte
		want error
	}{
		{"empty", nil, ErrShort},
		{"cut", []byte{0x80}, ErrShort},
		{"overlong zero", []byte{0x80, 0}, ErrForm},
		{"overlong one", []byte{0x81, 0x80, 0}, ErrForm},
		{"65 bits", []byte{255, 255, 255, 255, 255, 255, 255, 255, 255, 2}, ErrForm},
		{"eleven bytes", bytes.Repeat([]byte{0xff}, 11), ErrForm},
	} {
		if _, _, err := Uvarint(tt.in); err != tt.want {
			t.Errorf("%s: Uvarint(%x) error = %v, want %v", tt.name, tt.in, err, tt.want)
		}
	}
	if _, _, err := Bytes([]byte{3, 'a', 'b'}); err != ErrShort {
		t.Errorf("Bytes of a cut block: error = %v, want %v", err, ErrShort)
	}
}

func FuzzUvarint(f *testing.F) {
	f.Add([]byte{0x80, 1})
	f.Fuzz(func(t *testing.T, src []byte) {
		v, rest, err := Uvarint(src)
		if err != nil {
			return
		}
		if got := AppendUvarint(nil, v); !bytes.Equal(got, src[:len(src)-len(rest)]) {
			t.Errorf("AppendUvarint(%d) = %x, want %x", v, got, src[:len(src)-len(rest)])
		}
	})
}
