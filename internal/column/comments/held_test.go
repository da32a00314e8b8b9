package comments

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// TestTemplateOfTable checks that a comment has one of the existing templates: the
// first number after theirs is refused.
func TestTemplateOfTable(t *testing.T) {
	w := NewWriter(nil)
	p := w.templates.place(&At{})
	w.templates.words.Use(templatePredicted, 0, w.templates.misses, p.situation, p.same, p.other)
	w.templates.words.Flag(false)
	w.templates.words.Use(templateNumber, 0, p.situation, p.same)
	w.templates.words.Number(1)
	data, _ := w.Finish()
	_, err := NewReader(data, [][]byte{[]byte("a")}, nil).Read(nil, &At{}, 100)
	require.ErrorIs(t, err, corrupt.Err)
	require.ErrorContains(t, err, "one of 0 templates, not number 1")
}

// TestTextLimit checks that a comment that is put together has at most as many
// bytes as are asked for, and may have as many.
func TestTextLimit(t *testing.T) {
	const text = "[%clk 0:01:02] best"
	w := NewWriter(nil)
	for range 2 {
		w.Write([]byte(text), &At{})
	}
	data, texts := w.Finish()
	require.Len(t, texts, 1)
	for limit, ok := range map[int]bool{len(text): true, len(text) - 1: false, 0: false} {
		r := NewReader(data, texts, nil)
		_, err := r.Read(nil, &At{}, 100)
		require.NoError(t, err)
		got, err := r.Read(nil, &At{}, limit)
		if ok {
			require.NoError(t, err)
			require.Equal(t, text, string(got))
		} else {
			require.ErrorContains(t, err, "at most the")
		}
	}
}

// TestHeld checks that what a reader remembers is charged to its budget, and
// given back.
func TestHeld(t *testing.T) {
	w := NewWriter(nil)
	const n = 3000
	for i := range n {
		w.Write(fmt.Appendf(nil, "%c%c%c 1 %c%c%c 2", 'a'+i%26, 'a'+i/26%26, 'a'+i/676, 'A'+i%26, 'A'+i/26%26, 'A'+i/676), &At{})
	}
	data, texts := w.Finish()
	read := func(b *budget.Budget) error {
		r := NewReader(data, texts, b)
		defer r.Release()
		for range n {
			if _, err := r.Read(nil, &At{}, 100); err != nil {
				return err
			}
		}
		return r.Done()
	}
	b := budget.New(4 << 20)
	for range 20 {
		require.NoError(t, read(b), "what was held is given back")
	}
	require.NoError(t, b.Hold(budget.Memory-n*fieldBytes))
	require.ErrorContains(t, read(b), "24 MiB of memory")
	require.True(t, b.Spent())
}
