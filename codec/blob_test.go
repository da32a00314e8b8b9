package codec_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
)

// goldenGames are the games that testdata/v1/blobs.txt holds by every method, and their
// starts the positions.
var goldenGames = []string{
	"fen r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3 " +
		"moves f8c5 b2b4 c5b4 c2c3 b4a5 d2d4 e5d4 e1g1 d4d3 d1b3 d8f6 e4e5 f6g6 f1e1 g8e7 c1a3 b7b5 b3b5 a8b8 b5a4 a5b6",
	"startpos",
	"startpos moves e2e4 a7a6 e4e5 d7d5 e5d6 0000 d6c7 a6a5 c7b8q",
	"fen bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1 moves f1g3 f8g6 g1h1 g8h8 d2d4 d7d5",
	"fen 8/P6k/8/8/8/8/p6K/8 w - - 149 300 moves a7a8n a2a1b",
}

// goldenItems returns goldenGames, with what the reader knows.
func goldenItems(t *testing.T) (list []item) {
	for i, text := range goldenGames {
		var g codec.StoredGame
		require.NoError(t, g.UnmarshalText([]byte(text)))
		known := learned.Known{Result: gamestate.Result(1 + i%3), WhiteElo: 2500 - 100*i, BlackElo: 2400 + 100*i, Ending: learned.Normal}
		list = append(list, item{g.Game, known})
	}
	return list
}

func goldenItem(t *testing.T) *item { return &goldenItems(t)[0] }

// TestGoldenBlobs checks the bytes of every method and level, which never change: what is
// stored today is written and read for ever.
func TestGoldenBlobs(t *testing.T) {
	const file = "testdata/v1/blobs.txt"
	list, all := goldenItems(t), forms(t)
	var text strings.Builder
	for _, f := range all {
		for i := range list {
			plain, err := f.plain(nil, &list[i])
			require.NoError(t, err, f.name)
			checked, err := f.check(nil, &list[i])
			require.NoError(t, err, f.name)
			fmt.Fprintf(&text, "%s: %d %x %x\n", f.name, i, plain, checked)
		}
	}
	golden.Frozen(t, file, text.String())
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		name, rest, _ := strings.Cut(line, ": ")
		words := strings.Fields(rest)
		i := slices.IndexFunc(all, func(f form) bool { return f.name == name })
		require.GreaterOrEqual(t, i, 0, "nothing reads the blobs of %s", name)
		k, err := strconv.Atoi(words[0])
		require.NoError(t, err)
		for _, digits := range words[1:] {
			blob, err := hex.DecodeString(digits)
			require.NoError(t, err)
			got, rest, err := all[i].decode(blob, &list[k])
			require.NoError(t, err, name)
			if !all[i].same(&got, &list[k]) || len(rest) != 0 {
				t.Errorf("%s: %s is %v, want %v", name, digits, got, list[k].game)
			}
		}
	}
}

// TestGoldenKeys checks the bytes of keys and packed positions, which never change.
func TestGoldenKeys(t *testing.T) {
	var text strings.Builder
	for _, it := range append(goldenItems(t), items(t, 30)...) {
		p := it.game.Start
		key, err := codec.KeyOf(&p)
		require.NoError(t, err)
		packed, err := codec.AppendPacked(nil, &p)
		require.NoError(t, err)
		fmt.Fprintf(&text, "%v: %v %x %016x\n", p, key, packed, codec.Polyglot(&p))
		back, err := codec.DecodePacked(packed)
		require.NoError(t, err)
		require.Equal(t, p.Board, back.Board)
		back, err = key.Position()
		require.NoError(t, err)
		require.Equal(t, p.Board, back.Board)
	}
	golden.Frozen(t, "testdata/v1/keys.txt", text.String())
}

// TestBlobsComeBack checks that both forms come back, from between other bytes,
// and what they cost.
func TestBlobsComeBack(t *testing.T) {
	for _, f := range forms(t) {
		for i, it := range items(t, 20) {
			if i > 0 && f.slow > 20 {
				break
			}
			plain, err := f.plain([]byte("before"), &it)
			require.NoError(t, err)
			checked, err := f.check([]byte("before"), &it)
			require.NoError(t, err)
			plain, checked = plain[len("before"):], checked[len("before"):]
			if len(checked) != len(plain)+2 || !bytes.Equal(checked[3:], plain[1:]) {
				t.Errorf("%s: checked %x, want two bytes more than %x", f.name, checked, plain)
			}
			if plain[0] != f.first || checked[0] != f.first^0xc0 {
				t.Errorf("%s: first bytes %#x and %#x, want %#x and %#x", f.name, plain[0], checked[0], f.first, f.first^0xc0)
			}
			for _, blob := range [][]byte{plain, checked} {
				after := "after"
				if strings.Contains(f.name, "Stored") {
					after = ""
				}
				got, rest, err := f.decode(append(bytes.Clone(blob), after...), &it)
				require.NoError(t, err, f.name)
				if !f.same(&got, &it) || string(rest) != after {
					t.Errorf("%s: %x comes back as %v, rest %q", f.name, blob, got, rest)
				}
				for n := range blob {
					if _, _, err := f.decode(blob[:n], &it); err == nil {
						t.Errorf("%s: %d bytes of %x are enough", f.name, n, blob)
					}
				}
			}
		}
	}
}

// TestFirstByte checks that a decoder takes two first bytes, those of its plain
// and its checked form, and refuses the 254 others and every other form.
func TestFirstByte(t *testing.T) {
	it := goldenItem(t)
	all := forms(t)
	for _, f := range all {
		blob, err := f.plain(nil, it)
		require.NoError(t, err)
		for first := range 256 {
			blob[0] = byte(first)
			_, _, err := f.decode(blob, it)
			ours := byte(first) == f.first || byte(first) == f.first^0xc0
			ours = ours || f.readsAll() && (first >= 0x51 && first <= 0x54 || first >= 0x91 && first <= 0x94)
			if !ours {
				require.ErrorIs(t, err, codec.ErrMethod, "%s with the first byte %#02x", f.name, first)
				require.ErrorIs(t, err, movelist.ErrMethod)
				require.NotErrorIs(t, err, movelist.ErrCorrupt)
				require.NotErrorIs(t, err, codec.ErrCorrupt)
			}
		}
		for _, other := range all {
			if other.first == f.first || f.readsAll() && other.first >= 0x51 && other.first <= 0x54 {
				continue
			}
			for _, write := range []func([]byte, *item) ([]byte, error){other.plain, other.check} {
				blob, err := write(nil, it)
				require.NoError(t, err)
				_, _, err = f.decode(blob, it)
				require.ErrorIs(t, err, codec.ErrMethod, "%s reads what %s wrote", f.name, other.name)
			}
		}
	}
}

// readsAll reports whether the decoder reads games by every level of package movelist.
func (f *form) readsAll() bool {
	return strings.HasPrefix(f.name, "codec.AppendGame") || f.name == "codec.AppendState" || f.name == "codec.StoredGame"
}

// TestMethodErrors checks what an error for another method's blob says.
func TestMethodErrors(t *testing.T) {
	it := goldenItem(t)
	start := board.Start()
	moves, err := learned.V1.AppendChecked(nil, &it.game)
	require.NoError(t, err)
	_, _, err = movelist.Fast.Decode(moves, &start)
	require.EqualError(t, err, "movelist: blob by another method: the moves of a game by learned.V1, want the moves of a game by movelist.Fast; Decode of learned.V1 reads it")
	game, err := codec.AppendGame(nil, &it.game, learned.V1Max)
	require.NoError(t, err)
	_, _, err = codec.DecodeGame(game)
	require.EqualError(t, err, "codec: blob by another method: a game by learned.V1Max, want a game by movelist.Fast; codec.DecodeGame with learned.V1Max reads it")
	var p codec.StoredPosition
	require.EqualError(t, p.UnmarshalBinary([]byte{0x94, 0, 0}), "codec: blob by another method: a game by movelist.Fast, want a position by the default palette; codec.StoredGame reads it")
	require.EqualError(t, p.UnmarshalBinary([]byte{0xff}), "codec: blob by another method: byte 0xff begins no blob that this version reads")
	moves[1]++
	_, _, err = learned.V1.Decode(moves, &it.game.Start)
	require.EqualError(t, err, "movelist: corrupt input: checksum differs: altered bytes, or another start position, knowledge or model than the writer's")
}

// TestDecodeAny checks that the calls which take levels find the right one.
func TestDecodeAny(t *testing.T) {
	it := goldenItem(t)
	levels := []movelist.Level{movelist.SAN, movelist.FromTo, movelist.LegalIndex, movelist.Fast, learned.V1, learned.V1Max, ownLevel(t)}
	for _, l := range levels {
		moves, err := l.AppendChecked(nil, &it.game)
		require.NoError(t, err)
		got, rest, err := movelist.Decode(moves, &it.game.Start, levels...)
		require.NoError(t, err, l.Name())
		require.Equal(t, it.game.Moves, got, l.Name())
		require.Empty(t, rest)
		game, err := codec.AppendGameChecked(nil, &it.game, l)
		require.NoError(t, err)
		g, rest, err := codec.DecodeGame(game, levels...)
		require.NoError(t, err, l.Name())
		require.Equal(t, it.game, g, l.Name())
		require.Empty(t, rest)
	}
	_, _, err := movelist.Decode([]byte{0x44, 0}, &it.game.Start)
	require.ErrorIs(t, err, movelist.ErrMethod)
}

// TestIdentify checks what blobs say of themselves.
func TestIdentify(t *testing.T) {
	for _, c := range []struct {
		first      byte
		what, call string
	}{
		{0x44, "the moves of a game by movelist.Fast", "Decode of movelist.Fast"},
		{0x86, "the moves of a game by learned.V1Max, checked", "Decode of learned.V1Max"},
		{0x53, "a game by movelist.LegalIndex", "codec.DecodeGame"},
		{0x94, "a game by movelist.Fast, checked", "codec.StoredGame"},
		{0x55, "a game by learned.V1", "codec.DecodeGame with learned.V1"},
		{0x9f, "a game by a model that learned.Parse read, checked", "codec.DecodeGame with its level"},
		{0xa1, "a position by the default palette, checked", "codec.DecodePosition"},
		{0x6e, "a position by a model that boardmodel.Parse read", "Decode of its scheme"},
	} {
		what, call, err := codec.Identify([]byte{c.first})
		require.NoError(t, err)
		if what != c.what || call != c.call {
			t.Errorf("Identify(%#02x) = %q, %q, want %q, %q", c.first, what, call, c.what, c.call)
		}
	}
	_, _, err := codec.Identify(nil)
	require.Error(t, err)
	_, _, err = codec.Identify([]byte{0})
	require.ErrorIs(t, err, codec.ErrMethod)
}

// TestForgedByte gives each decoder the checked blobs of every other form of the
// kind with its own first byte: the checksum notices even that.
func TestForgedByte(t *testing.T) {
	all, trials, missed := forms(t), 0, 0
	for _, it := range items(t, 8) {
		for _, f := range all {
			for _, other := range all {
				if other.holds != f.holds || other.first == f.first || f.slow+other.slow > 60 {
					continue
				}
				blob, err := other.check(nil, &it)
				require.NoError(t, err)
				blob[0] = f.first ^ 0xc0
				trials++
				if _, _, err := f.decode(blob, &it); err == nil {
					missed++
				}
			}
		}
	}
	if trials < 500 || missed > 0 {
		t.Errorf("%d of %d blobs by another method are read", missed, trials)
	}
}

// alteration changes a blob or what its reader knows; ok is false if there is
// nothing of the kind to change.
type alteration struct {
	name string
	do   func(rng *rand.Rand, f *form, blob []byte, it *item) (ok bool)
}

var alterations = []alteration{
	{"one bit", func(rng *rand.Rand, _ *form, blob []byte, _ *item) bool {
		blob[rng.IntN(len(blob))] ^= 1 << rng.IntN(8)
		return true
	}},
	{"two bytes swapped", func(rng *rand.Rand, _ *form, blob []byte, _ *item) bool {
		i, j := rng.IntN(len(blob)), rng.IntN(len(blob))
		blob[i], blob[j] = blob[j], blob[i]
		return blob[i] != blob[j]
	}},
	{"one byte", func(rng *rand.Rand, _ *form, blob []byte, _ *item) bool {
		blob[rng.IntN(len(blob))] ^= byte(1 + rng.IntN(255))
		return true
	}},
	{"another Known", func(rng *rand.Rand, f *form, _ []byte, it *item) bool {
		k := &it.known
		switch rng.IntN(5) {
		case 0:
			k.Result = (k.Result + gamestate.Result(1+rng.IntN(3))) % 4
		case 1:
			k.WhiteElo += 1 + rng.IntN(500)
		case 2:
			k.BlackElo += 1 + rng.IntN(500)
		case 3:
			k.Seconds += 1 + rng.IntN(900)
		case 4:
			k.Ending = (k.Ending + learned.Ending(1+rng.IntN(2))) % 3
		}
		return f.holds == theMovesKnown
	}},
	{"another start", func(rng *rand.Rand, f *form, _ []byte, it *item) bool {
		p := &it.game.Start
		switch rng.IntN(3) {
		case 0:
			p.HalfmoveClock++
		case 1:
			p.FullmoveNumber++
		case 2:
			p.Castling ^= 1 << rng.IntN(16)
		}
		return f.holds == theMoves || f.holds == theMovesKnown
	}},
}

// TestAltered counts which altered blobs are read as if nothing had happened:
// of checked ones at most one in 10,000, whatever is altered, of each form. With
// CHESSZIP_LONG it makes more than 200,000 trials.
func TestAltered(t *testing.T) {
	each, least := 120, 3
	if os.Getenv("CHESSZIP_LONG") != "" {
		each, least = 6000, 350
	}
	list := items(t, 60)
	rng := rand.New(rand.NewPCG(14, 1))
	trials, missed, plainTrials, plainMissed := 0, 0, 0, 0
	for _, f := range forms(t) {
		for _, a := range alterations {
			var count, silent [2]int
			for range max(each/f.slow, least) {
				it := list[rng.IntN(len(list))]
				for checked, write := range []func([]byte, *item) ([]byte, error){f.plain, f.check} {
					blob, err := write(nil, &it)
					require.NoError(t, err)
					knows := it
					if !a.do(rng, &f, blob, &knows) {
						continue
					}
					count[checked]++
					if _, rest, err := f.decode(blob, &knows); err == nil && len(rest) == 0 {
						silent[checked]++
					}
				}
			}
			if count[0] > 0 {
				t.Logf("%s, %s: plain %d of %d in silence, checked %d of %d", f.name, a.name, silent[0], count[0], silent[1], count[1])
			}
			plainTrials, plainMissed = plainTrials+count[0], plainMissed+silent[0]
			trials, missed = trials+count[1], missed+silent[1]
		}
	}
	t.Logf("in silence: plain %d of %d, checked %d of %d", plainMissed, plainTrials, missed, trials)
	if 10_000*missed > trials {
		t.Errorf("of %d altered checked blobs %d are read, want at most one in 10,000", trials, missed)
	}
	if each == 6000 && trials < 200_000 {
		t.Errorf("%d trials, want 200,000", trials)
	}
}
