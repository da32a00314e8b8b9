package streams

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

func sample(t testing.TB, o *chesszip.SampleOptions) []byte {
	var b bytes.Buffer
	require.NoError(t, chesszip.Sample(t.Context(), &b, o))
	return b.Bytes()
}

func TestSample(t *testing.T) {
	a := sample(t, &chesszip.SampleOptions{Games: 5, Seed: 7})
	if !bytes.Equal(a, sample(t, &chesszip.SampleOptions{Games: 5, Seed: 7})) {
		t.Error("the same seed gives other games")
	}
	if !bytes.HasPrefix(a, sample(t, &chesszip.SampleOptions{Games: 2, Seed: 7})) {
		t.Error("a shorter sample is no beginning of a longer one")
	}
	if bytes.Equal(a, sample(t, &chesszip.SampleOptions{Games: 5, Seed: 8})) {
		t.Error("another seed gives the same games")
	}
	if n := bytes.Count(a, []byte("[Result ")); n != 5 {
		t.Errorf("%d games, want 5", n)
	}
	for _, o := range []chesszip.SampleOptions{{Games: -1}, {Elo: 5000}} {
		require.ErrorIs(t, chesszip.Sample(t.Context(), io.Discard, &o), chesszip.ErrOption)
	}
}

// TestTrainedModel trains a model on games, plain and from an archive, and compresses
// games with it: they must get smaller, and cannot be read without the model.
func TestTrainedModel(t *testing.T) {
	size := 2_000
	if os.Getenv("CHESSZIP_LONG") != "" {
		size = 8_000
	}
	src := kit.FirstGames(kit.Lichess(t), size)
	packed := kit.Compress(t, src, kit.Thorough)
	train := func(o *chesszip.TrainOptions) *learned.Level {
		var b bytes.Buffer
		require.NoError(t, chesszip.Train(t.Context(), &b, []chesszip.TrainingGames{
			{Name: "plain", Games: bytes.NewReader(src)},
			{Name: "archive", Games: bytes.NewReader(packed)},
		}, o))
		l, err := learned.Parse(b.Bytes())
		require.NoError(t, err)
		return l
	}
	games := bytes.Count(src, []byte("[Event "))
	l := train(&chesszip.TrainOptions{Epochs: 1})
	if other := train(&chesszip.TrainOptions{Threads: 2, Epochs: 1}); other.ID() != l.ID() {
		t.Error("two threads give another model than one")
	}
	if !strings.Contains(l.About(), fmt.Sprintf("plain: %d games", games)) || !strings.Contains(l.About(), fmt.Sprintf("archive: %d games", games)) {
		t.Errorf("the model says %q", l.About())
	}
	own := kit.Compress(t, src, &chesszip.WriterOptions{Level: l})
	if len(own) >= len(packed) {
		t.Errorf("%d bytes with a model of these very games, %d with the default one", len(own), len(packed))
	}
	var back bytes.Buffer
	_, err := chesszip.Decompress(t.Context(), &back, bytes.NewReader(own), &chesszip.ReaderOptions{Levels: []movelist.Level{learned.V1, l}})
	require.NoError(t, err)
	if !bytes.Equal(back.Bytes(), src) {
		t.Error("other bytes came back")
	}
	_, err = chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(own), kit.EveryLevel)
	require.ErrorIs(t, err, chesszip.ErrLevel)
	_, err = chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(packed), &chesszip.ReaderOptions{Levels: []movelist.Level{l}})
	require.ErrorContains(t, err, "learned.V1:")

	require.Error(t, chesszip.Train(t.Context(), io.Discard, nil, nil))
	broken := append(bytes.Clone(packed[:len(packed)/2]), 0)
	require.Error(t, chesszip.Train(t.Context(), io.Discard, []chesszip.TrainingGames{{Name: "broken", Games: bytes.NewReader(broken)}}, nil))
	require.ErrorIs(t, chesszip.Train(t.Context(), io.Discard, nil, &chesszip.TrainOptions{Epochs: -1}), chesszip.ErrOption)
}

// TestLevels checks that each level gives the bytes back, and that higher levels give
// smaller archives.
func TestLevels(t *testing.T) {
	src := kit.FirstGames(kit.Lichess(t), 6_000)
	last := len(src)
	for _, level := range []*learned.Level{nil, learned.V1, learned.V1Max} {
		packed := kit.Compress(t, src, &chesszip.WriterOptions{Level: level})
		kit.CheckPacked(t, "sample", src, packed)
		if level != learned.V1Max && len(packed) >= last {
			t.Errorf("level %v: %d bytes, want fewer than %d", level, len(packed), last)
		}
		last = len(packed)
	}
}
