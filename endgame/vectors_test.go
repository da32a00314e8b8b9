package endgame

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const vectorsHeading = `Files of solved endings, docs/spec/endings.md.

Of bases:
base     its bytes, hexadecimal; blocks that are not named below may be empty
ending   its name
block    White's king and, with two pieces, first | the XXH64 of 4,096 bytes, V[last][k] at
         64 * last + k, 255 for none

Of cubes, in which all bytes but those of the entries named are 0:
cube     how many bytes it has
entry    number of an entry | its bytes, hexadecimal
asked    a position, with the side to move that has the pieces | the move, as two squares, - for a drawn one; and
         the distance, - in the short form

refused  the class of refusal`

// chance returns a function that gives numbers below a bound, always the same ones.
func chance(seed uint32) func(below int) int {
	return func(below int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>8) % below
	}
}

// oddModel returns the string of a model that no training gives, and the model. Weights are
// all weight/32 of 1/65536, and up to spread/32 more or less.
func oddModel(r func(int) int, weight, spread int) (string, trained) {
	e := rangecoder.NewEncoder(nil)
	for _, s := range []shape{distanceShape, drawShape} {
		var group, known [2]rangecoder.Bit
		var step [2*priorEdge + 1][64]rangecoder.Bit
		before, wasGroup := priorEdge, 0
		for _, size := range s.sizes {
			for from := 0; from < size; from += priorGroup {
				b := min(r(3), 1)
				group[wasGroup].Encode(e, b)
				if wasGroup = b; b == 0 {
					continue
				}
				was := 0
				for range min(priorGroup, size-from) {
					b := r(2)
					known[was].Encode(e, b)
					if was = b; b == 0 {
						continue
					}
					c := contextmix.Coder{Enc: e}
					before = min(codeTree(&c, &step[before], min(max(before+r(9)-4, r(2)*24), 63)), 2*priorEdge)
				}
			}
		}
		var change rangecoder.Number
		last := make([]int32, len(s.sizes)+1)
		for range s.rows {
			for i := range last {
				want := int32(weight + r(2*spread+1) - spread)
				change.Encode(e, fold(want-last[i]))
				last[i] = want
			}
		}
	}
	str := e.Finish()
	d := rangecoder.NewDecoder(str)
	model := newTrained()
	c := contextmix.Coder{Dec: d}
	model.distance.code(&c)
	model.draws.code(&c)
	return string(str), model
}

// diagonal returns the block of White's king and first, which both stand on the diagonal.
func diagonal(t *testing.T, name string, king, first int) []int {
	t.Helper()
	e, err := parseEnding(name)
	require.NoError(t, err)
	return []int{int(newLayout(e).number[king<<6|first])}
}

// sumOf is the XXH64 of a block.
func sumOf(moves *[64][64]int8) string {
	var b []byte
	for _, plane := range moves {
		for _, v := range plane {
			b = append(b, byte(v))
		}
	}
	return fmt.Sprintf("%016x", xxhash.Sum64(b))
}

// rebased returns a base that has some blocks of an ending, by another model, and the vector of it.
func rebased(t *testing.T, name, what string, r func(int) int, weight, spread int, keep ...int) ([]byte, *vectors.Vector) {
	t.Helper()
	e, err := parseEnding(name)
	require.NoError(t, err)
	l := newLayout(e)
	str, model := oddModel(r, weight, spread)
	values := valuesOf(t, name, l)
	var lengths, blocks []byte
	sums := map[int]string{}
	for i := range l.blocks {
		var packed []byte
		if slices.Contains(keep, i) {
			start := model.clone()
			enc := rangecoder.NewEncoder(nil)
			b := block{layout: l, coder: contextmix.Coder{Enc: enc}, distance: start.distance, draws: start.draws}
			b.moves = values(i)
			b.code(i, allPlanes)
			packed, sums[i] = enc.Finish(), sumOf(&b.moves)
		}
		lengths, blocks = binfmt.AppendUvarint(lengths, uint64(len(packed))), append(blocks, packed...)
	}
	file := baseOf(magic, name, str, append(lengths, blocks...))
	f, err := openBase(file)
	require.NoError(t, err)
	v := vectors.New("%s", what)
	v.Add("base", "%x", file)
	v.Add("ending", "%s", name)
	for _, i := range keep {
		d, err := f.decode(i, allPlanes)
		require.NoError(t, err)
		require.Equal(t, sums[i], sumOf(&d.moves))
		p := l.blocks[i]
		place := fmt.Sprintf("%d", p.white)
		if l.count == 2 {
			place += fmt.Sprintf(" %d", p.pieces[0])
		}
		v.Add("block", "%s | %s", place, sums[i])
	}
	return file, v
}

// valuesOf returns what gives the cells of a block of an ending.
func valuesOf(t *testing.T, name string, l *layout) func(i int) [64][64]int8 {
	t.Helper()
	if at := slices.Index(Endings(), name); at >= 0 {
		_, data := embedded(at)
		f, err := openBase([]byte(data))
		require.NoError(t, err)
		return func(i int) [64][64]int8 {
			d, err := f.decode(i, allPlanes)
			require.NoError(t, err)
			return d.moves
		}
	}
	table := solve(t, name)
	return func(i int) [64][64]int8 { return table.movesOf(l, i) }
}

// baseOf returns a base of these parts.
func baseOf(magic, name, model string, rest []byte) []byte {
	b := binfmt.AppendBytes([]byte(magic), []byte(name))
	b = append(binfmt.AppendBytes(b, []byte(model)), rest...)
	return binary.LittleEndian.AppendUint32(b, uint32(xxhash.Sum64(b)))
}

// badBases are bases that must be refused, each with the class.
func badBases(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	str, _ := oddModel(chance(1), 10, 2)
	empty := make([]byte, 10)
	flipped := baseOf(magic, "KQK", str, empty)
	flipped[len(flipped)-1] ^= 1
	for _, c := range []struct {
		name, class string
		file        []byte
	}{
		{"a base of no bytes", "damaged", nil},
		{"a base of seven bytes", "damaged", []byte("CZM\x00\x00\x00\x00")},
		{"a base of eight bytes of another version", "version", []byte("CZM\x01\x00\x00\x00\x00")},
		{"a base of eight bytes", "checksum", []byte("CZM\x00\x00\x00\x00\x00")},
		{"a base of eight bytes with the right checksum", "damaged", binary.LittleEndian.AppendUint32([]byte(magic), uint32(xxhash.Sum64String(magic)))},
		{"a base of version 1", "version", baseOf("CZM\x01", "KQK", str, empty)},
		{"another marker", "version", baseOf("CZN\x00", "KQK", str, empty)},
		{"another checksum", "checksum", flipped},
		{"kings alone", "damaged", baseOf(magic, "KK", str, empty)},
		{"three pieces", "damaged", baseOf(magic, "KQQQK", str, empty)},
		{"pieces in another order", "damaged", baseOf(magic, "KNBK", str, make([]byte, 462))},
		{"a second king", "damaged", baseOf(magic, "KKK", str, empty)},
		{"a letter of no piece", "damaged", baseOf(magic, "KXK", str, empty)},
		{"a small letter", "damaged", baseOf(magic, "KqK", str, empty)},
		{"a name without its first king", "damaged", baseOf(magic, "QQK", str, empty)},
		{"a name without its last king", "damaged", baseOf(magic, "KQQ", str, empty)},
		{"a name of no letters", "damaged", baseOf(magic, "", str, empty)},
		{"a model with a digit left over", "damaged", baseOf(magic, "KQK", str+"\x00\x00\x00\x00\x00\x00\x00\x00\x01", empty)},
		{"a model that is cut off", "damaged", baseOf(magic, "KQK", str[:len(str)/2], empty)},
		{"a length too few", "damaged", baseOf(magic, "KQK", str, empty[1:])},
		{"a byte behind the blocks", "damaged", baseOf(magic, "KQK", str, make([]byte, 11))},
		{"a byte behind the blocks of an ending with pawns", "damaged", baseOf(magic, "KPK", str, make([]byte, 33))},
		{"a block beyond the end", "damaged", baseOf(magic, "KQK", str, slices.Concat(empty[1:], []byte{1}))},
	} {
		_, err := openBase(c.file)
		require.ErrorIs(t, err, ErrCorrupt, c.name)
		v := vectors.New("%s", c.name)
		v.Add("base", "%x", c.file)
		v.Add("refused", "%s", c.class)
		list = append(list, v)
	}
	return list
}

// badBlocks are bases of which a block must be refused.
func badBlocks(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	str, model := oddModel(chance(1), 10, 2)
	e, err := parseEnding("KRK")
	require.NoError(t, err)
	l := newLayout(e)
	enc := rangecoder.NewEncoder(nil)
	b := block{layout: l, coder: contextmix.Coder{Enc: enc}, distance: model.distance, draws: model.draws}
	b.moves = valuesOf(t, "KRK", l)(9)
	b.code(9, allPlanes)
	packed := enc.Finish()
	for _, c := range []struct {
		name   string
		packed []byte
	}{
		{"a block with a digit left over", append(packed[:len(packed):len(packed)], 0, 0, 0, 0, 0, 0, 0, 0, 1)},
		{"a block that is cut off", packed[:len(packed)-9]},
	} {
		rest := append(binfmt.AppendUvarint(make([]byte, 9), uint64(len(c.packed))), c.packed...)
		file := baseOf(magic, "KRK", str, rest)
		f, err := openBase(file)
		require.NoError(t, err)
		_, err = f.decode(9, allPlanes)
		require.ErrorIs(t, err, ErrCorrupt)
		v := vectors.New("%s", c.name)
		v.Add("base", "%x", file)
		v.Add("ending", "KRK")
		v.Add("block", "%d | 0", l.blocks[9].white)
		v.Add("refused", "damaged")
		list = append(list, v)
	}
	return list
}

// sparse is a file in which all bytes but some are 0.
type sparse map[int64]byte

// ReadAt implements io.ReaderAt.
func (s sparse) ReadAt(p []byte, at int64) (int, error) {
	for i := range p {
		p[i] = s[at+int64(i)]
	}
	return len(p), nil
}

// cubeCase is an entry of a cube: a position that is looked up in it, and the move of its side.
type cubeCase struct {
	fen, piece, to string // 0 for no piece
	distance       byte
}

// cubeVectors are cubes.
func cubeVectors(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	codes := map[string]byte{"0": 0, "K": 64, "B": 128, "N": 192}
	good := []cubeCase{
		{"8/8/8/8/8/5K2/4N3/2B4k w - - 0 1", "N", "g3", 1}, {"8/8/8/3k4/8/8/8/KBN5 w - - 0 1", "K", "a2", 33}, {"7k/8/5K2/8/5B2/5N2/8/8 w - - 0 1", "B", "e5", 7},
		{"kbn5/8/8/8/3K4/8/8/8 b - - 0 1", "K", "a7", 33}, {"2b4K/4n3/5k2/8/8/8/8/8 b - - 0 1", "N", "g6", 1}, {"8/k7/8/8/8/8/6B1/5N1K w - - 0 1", "B", "f3", 30}, {"8/8/k7/8/8/8/6BN/7K w - - 0 1", "N", "g4", 29},
		{"8/8/8/4k3/8/8/5BN1/6K1 w - - 0 1", "B", "b6", 31}, {"8/8/8/4k3/8/8/5BN1/7K w - - 0 1", "0", "a1", 0}, {"8/8/8/3k4/8/8/1B6/KN6 w - - 0 1", "0", "h8", 5}, {"1N5K/8/8/8/8/8/8/B6k w - - 0 1", "0", "d1", 255},
	}
	bad := []cubeCase{
		{"8/8/8/8/8/5K2/4N3/2B4k w - - 0 1", "N", "e8", 1}, {"8/8/8/8/8/5K2/4N3/2B4k w - - 0 1", "K", "f3", 1}, {"8/8/8/8/8/5K2/4N3/2B4k w - - 0 1", "B", "e1", 1}, {"8/8/8/3k4/8/8/8/KBN5 w - - 0 1", "K", "a2", 0},
	}
	for _, form := range []CubeForm{CubeMoves, CubeDistances} {
		size := cubeEntries * int64(form)
		for _, n := range []int64{size - 1, size + 1} {
			_, err := NewCube(bytes.NewReader(nil), n)
			require.ErrorIs(t, err, ErrCorrupt)
			v := vectors.New("a cube of %d bytes", n)
			v.Add("cube", "%d", n)
			v.Add("refused", "damaged")
			list = append(list, v)
		}
		file := sparse{}
		v := vectors.New("a cube of %d bytes", size)
		v.Add("cube", "%d", size)
		for _, c := range good {
			require.NoError(t, enter(t, v, file, form, c, codes))
		}
		list = append(list, v)
		for i, c := range bad {
			if c.distance == 0 && form == CubeMoves {
				continue
			}
			v := vectors.New("a cube of %d bytes with a wrong entry %d", size, i+1)
			v.Add("cube", "%d", size)
			require.ErrorIs(t, enter(t, v, sparse{}, form, c, codes), ErrCorrupt)
			v.Add("refused", "damaged")
			list = append(list, v)
		}
	}
	return list
}

// enter puts an entry into a cube, asks the cube for the position, and adds both to a vector.
func enter(t *testing.T, v *vectors.Vector, file sparse, form CubeForm, c cubeCase, codes map[string]byte) error {
	t.Helper()
	p, err := board.ParseFEN(c.fen)
	require.NoError(t, err)
	s, err := newSetup(&p)
	require.NoError(t, err)
	place := placement{white: s.white, black: s.black, pieces: s.pieces}
	to := c.to[0] - 'a' + 8*(c.to[1]-'1')
	if s.strong == board.Black {
		to ^= 56
	}
	if !light(place.pieces[0]) {
		place = placement{white: s.white ^ 7, black: s.black ^ 7, pieces: [2]board.Square{s.pieces[0] ^ 7, s.pieces[1] ^ 7}}
		to ^= 7
	}
	at := cubeAddress(place)
	entry := []byte{codes[c.piece] + to}
	if form == CubeDistances {
		entry = []byte{c.distance, entry[0]}
	}
	for i, b := range entry {
		file[int64(at)*int64(form)+int64(i)] = b
	}
	v.Add("entry", "%d | %x", at, entry)
	cube, err := NewCube(io.ReaderAt(file), cubeEntries*int64(form))
	require.NoError(t, err)
	m, moves, err := cube.Best(&p)
	answer := vectors.Squares(m)
	if m == board.NullMove {
		answer = "-"
	}
	distance := fmt.Sprint(moves)
	if form == CubeMoves {
		distance = "-"
	}
	if err != nil {
		answer, distance = "-", "-"
	}
	v.Add("asked", "%s | %s %s", c.fen, answer, distance)
	return err
}

// TestVectors checks vectors/layers/endingfiles.txt.
func TestVectors(t *testing.T) {
	var list []*vectors.Vector
	r := chance(9)
	for _, c := range []struct {
		name           string
		weight, spread int
		keep           []int
	}{
		{"KQK", 6, 1, []int{0, 3, 9}}, {"KRK", 6, 9, []int{2, 5}}, {"KPK", 6, 2, []int{0, 13, 31}}, {"KPK", 40, 40, []int{6}},
		{"KBNK", 6, 2, []int{1, 9, 100, 461}}, {"KBBK", 5, 3, []int{0, 30, 251}}, {"KNNK", 6, 1, []int{9, 222}},
		{"KBNK", 5, 3, diagonal(t, "KBNK", 9, 27)}, {"KBNK", 5, 3, diagonal(t, "KBNK", 18, 45)}, {"KBBK", 6, 2, diagonal(t, "KBBK", 9, 36)}, {"KNNK", 7, 2, diagonal(t, "KNNK", 0, 54)}, {"KNK", 6, 1, []int{0, 7}}, {"KBK", 6, 1, []int{4}},
	} {
		_, v := rebased(t, c.name, fmt.Sprintf("blocks of %s by another model, %d", c.name, len(list)+1), r, c.weight, c.spread, c.keep...)
		list = append(list, v)
	}
	list = slices.Concat(list, badBases(t), badBlocks(t), cubeVectors(t))
	golden.Equal(t, "../vectors/layers/endingfiles.txt", vectors.File(vectorsHeading, list))
}
