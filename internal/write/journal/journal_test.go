package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/internal/archive"
)

var (
	params  = []byte{10, 1, 2}
	options = append(bytes.Clone(params), 7)
)

// inputs are the inputs of the frames of the archives below.
var inputs = [][]byte{[]byte("one game"), []byte("the second"), nil, []byte("three, and more"), []byte("and the last")}

// checkOf is the checksum that the frames below store of an input.
func checkOf(input []byte) uint32 { return uint32(len(input)) + 7 }

// frame encodes an input.
func frame(t require.TestingT, input []byte) []byte {
	f := archive.Frame{Input: int64(len(input)), Check: checkOf(input), Streams: []archive.Stream{{Kind: 1, Data: bytes.ToUpper(input)}}}
	if len(input) > 0 {
		f.Games = 1
	}
	b, err := archive.AppendFrame(nil, &f)
	require.NoError(t, err)
	return b
}

// encode returns what an encoder would make of the i-th input.
func encode(t require.TestingT, i int) Frame {
	f := Frame{
		Stored: frame(t, inputs[i]), Statistics: []byte{}, Filter: []byte{}, Sum: Sum(inputs[i]),
		Games: min(int64(len(inputs[i])), 1), Plies: int64(300 * i), MoveBytes: int64(i), Columns: i%2 == 1,
	}
	if i%2 == 1 {
		f.Filter, f.Statistics = []byte{1, byte(i)}, []byte{byte(i), 200}
	}
	return f
}

// begun is an archive and its journal.
type begun struct {
	archive, journal []byte
	sizes, records   []int // lengths of both: before the first frame, and after each
}

// compress writes an archive of the inputs, and before the fourth frame one without
// input. Kept frames are not encoded.
func compress(t require.TestingT, k *Kept, archived, journaled []byte) (b begun, err error) {
	a, journal := bytes.NewBuffer(bytes.Clone(archived)), bytes.NewBuffer(bytes.Clone(journaled))
	w, err := archive.NewWriter(k.Behind(a), &archive.Header{Params: params}, nil)
	if err != nil {
		return b, err
	}
	j, err := k.Journal(journal, options)
	require.NoError(t, err)
	for i, input := range inputs {
		b.sizes, b.records = append(b.sizes, a.Len()), append(b.records, journal.Len())
		r, err := k.Next()
		if err != nil {
			return b, err
		}
		f := encode(t, i)
		if r != nil {
			was, err := k.Frame(r, input, checkOf(input))
			if err != nil {
				return b, err
			}
			require.Equal(t, f, was)
		}
		if i == 3 {
			require.NoError(t, w.WriteEncoded(frame(t, nil), nil))
		}
		offset := w.Size()
		if err := w.WriteEncoded(f.Stored, f.Statistics); err != nil {
			return b, err
		}
		if r == nil {
			require.NoError(t, j.Add(&f, offset, w.Size()))
		}
	}
	b.sizes, b.records = append(b.sizes, a.Len()), append(b.records, journal.Len())
	require.NoError(t, w.Close())
	b.archive, b.journal = a.Bytes(), journal.Bytes()
	return b, k.End()
}

// whole is an archive that was not cut off.
func whole(t require.TestingT) begun {
	b, err := compress(t, nil, nil, nil)
	require.NoError(t, err)
	return b
}

func begin(t require.TestingT, archived, journaled []byte) Unfinished {
	u, err := Open(context.Background(), bytes.NewReader(archived), int64(len(archived)), bytes.NewReader(journaled), int64(len(journaled)))
	require.NoError(t, err)
	return u
}

// TestGoOn checks that an archive and a journal that were cut off anywhere are completed
// to the same bytes, and that every whole frame with a whole record is kept.
func TestGoOn(t *testing.T) {
	want := whole(t)
	goOn := func(size, journalSize int) {
		u := begin(t, want.archive[:size], want.journal[:journalSize])
		frames := 0
		for frames < len(inputs) && size >= want.sizes[frames+1] && journalSize >= want.records[frames+1] {
			frames++
		}
		require.EqualValues(t, frames, u.Frames(), "%d and %d bytes", size, journalSize)
		if frames == 0 {
			require.Zero(t, u.Size()+u.JournalSize()+u.Games()+u.Input())
			_, err := u.Kept(t.Context(), options)
			require.ErrorIs(t, err, Err)
			return
		}
		kept := slices.Concat(inputs[:frames]...)
		require.EqualValues(t, []int{want.sizes[frames], want.records[frames], len(kept)}, []int{int(u.Size()), int(u.JournalSize()), int(u.Input())})
		k, err := u.Kept(t.Context(), options)
		require.NoError(t, err)
		got, err := compress(t, k, want.archive[:u.Size()], want.journal[:u.JournalSize()])
		require.NoError(t, err)
		require.Equal(t, want.archive, got.archive, "%d and %d bytes", size, journalSize)
		require.Equal(t, want.journal, got.journal, "%d and %d bytes", size, journalSize)
	}
	for size := range len(want.archive) + 1 {
		goOn(size, len(want.journal))
	}
	for journalSize := range len(want.journal) + 1 {
		goOn(len(want.archive), journalSize)
		goOn(len(want.archive)*journalSize/len(want.journal), journalSize)
	}
	u := begin(t, want.archive, want.journal)
	require.EqualValues(t, 4, u.Games())
}

// TestDamage checks that everything before a wrong byte is kept.
func TestDamage(t *testing.T) {
	want := whole(t)
	before := func(ends []int, at int) int {
		n, found := slices.BinarySearch(ends, at)
		if found {
			n++
		}
		return max(n-1, 0)
	}
	for at := range want.sizes[len(inputs)] {
		bad := bytes.Clone(want.archive)
		bad[at] ^= 4
		u := begin(t, bad, want.journal)
		require.EqualValues(t, before(append([]int{0}, want.sizes[1:]...), at), u.Frames(), "byte %d of the archive", at)
	}
	for at := range want.journal {
		bad := bytes.Clone(want.journal)
		bad[at] ^= 4
		u := begin(t, want.archive, bad)
		require.EqualValues(t, before(append([]int{0}, want.records[1:]...), at), u.Frames(), "byte %d of the journal", at)
	}
}

// TestClaims checks that nothing is kept of records that have right checksums and wrong
// contents.
func TestClaims(t *testing.T) {
	want := whole(t)
	first := encode(t, 0)
	offset, end := int64(want.sizes[1]-len(first.Stored)), int64(want.sizes[1])
	add := func(j *Journal, f Frame, offset, end int64) { require.NoError(t, j.Add(&f, offset, end)) }
	raw := func(j *Journal, body []byte) {
		j.buf = append(append(j.buf[:0], byte(len(body))), body...)
		require.NoError(t, j.end())
	}
	two := first
	two.Stored = slices.Concat(frame(t, inputs[1]), frame(t, nil))
	for name, c := range map[string]struct {
		add  func(j *Journal)
		kept int64
	}{
		"what is so":        {func(j *Journal) { add(j, first, offset, end) }, 1},
		"nothing":           {func(j *Journal) {}, 0},
		"inside the header": {func(j *Journal) { add(j, first, offset-1, end-1) }, 0},
		"inside the frame":  {func(j *Journal) { add(j, first, offset+1, end+1) }, 0},
		"a longer end":      {func(j *Journal) { add(j, first, offset, end+1) }, 0},
		"far behind":        {func(j *Journal) { add(j, first, offset+maxStored+1, end+maxStored+1) }, 0},
		"2^63 bytes":        {func(j *Journal) { add(j, first, -1<<63, end) }, 0},
		"a large frame": {func(j *Journal) {
			raw(j, append([]byte("\x00\xff\xff\xff\x7f\x00\x10\x00\x00\x00"), make([]byte, 8)...))
		}, 0},
		"a large index": {func(j *Journal) {
			raw(j, append([]byte("\x00\x00\xff\xff\xff\x7f\x10\x00\x00\x00"), make([]byte, 8)...))
		}, 0},
		"columns twice":      {func(j *Journal) { raw(j, append([]byte("\x00\x00\x00\x00\x00\x00\x02"), make([]byte, 8)...)) }, 0},
		"no whole sum":       {func(j *Journal) { raw(j, make([]byte, 6+1+7)) }, 0},
		"no whole number":    {func(j *Journal) { raw(j, []byte{0, 0, 0xFF}) }, 0},
		"no body":            {func(j *Journal) { raw(j, nil) }, 0},
		"too long":           {func(j *Journal) { f := first; f.Statistics = make([]byte, maxRecord); add(j, f, offset, end) }, 0},
		"the same twice":     {func(j *Journal) { add(j, first, offset, end); add(j, first, offset, end) }, 1},
		"two frames as one":  {func(j *Journal) { add(j, first, offset, end); add(j, two, end, end+int64(len(two.Stored))) }, 1},
		"no frame":           {func(j *Journal) { add(j, Frame{}, offset, offset) }, 0},
		"a frame in between": {func(j *Journal) { f := encode(t, 1); add(j, f, end, int64(want.sizes[2])) }, 1},
	} {
		var journal bytes.Buffer
		j, err := (*Kept)(nil).Journal(&journal, options)
		require.NoError(t, err)
		c.add(j)
		u := begin(t, want.archive, journal.Bytes())
		require.Equal(t, c.kept, u.Frames(), name)
	}
	for name, o := range map[string][]byte{"other parameters": {10, 1, 3, 7}, "fewer": params, "none": nil} {
		var journal bytes.Buffer
		j, err := (*Kept)(nil).Journal(&journal, o)
		require.NoError(t, err)
		add(j, first, offset, end)
		u := begin(t, want.archive, journal.Bytes())
		require.Zero(t, u.Frames(), name)
	}
}

// TestAnyBytes checks that archives and journals of any bytes do no harm, and that what
// is kept lies within them.
func TestAnyBytes(t *testing.T) {
	want := whole(t)
	rapid.Check(t, func(t *rapid.T) {
		alter := func(name string, b []byte) []byte {
			b = bytes.Clone(b)
			for range rapid.IntRange(0, 2).Draw(t, name) {
				at := rapid.IntRange(0, len(b)).Draw(t, "from")
				to := rapid.IntRange(at, min(at+8, len(b))).Draw(t, "to")
				b = slices.Replace(b, at, to, rapid.SliceOfN(rapid.Byte(), 0, 8).Draw(t, "bytes")...)
			}
			return b
		}
		a, j := alter("archive", want.archive), alter("journal", want.journal)
		u := begin(t, a, j)
		require.LessOrEqual(t, u.Size(), int64(len(a)))
		require.LessOrEqual(t, u.JournalSize(), int64(len(j)))
		if k, err := u.Kept(context.Background(), options); err == nil {
			_, _ = compress(t, k, a[:u.Size()], j[:u.JournalSize()])
		}
	})
}

// TestRecords checks that a journal returns its records.
func TestRecords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.Int64Range(0, 1<<50)
		var journal bytes.Buffer
		j, err := (*Kept)(nil).Journal(&journal, options)
		require.NoError(t, err)
		var want []*Record
		for range rapid.IntRange(0, 3).Draw(t, "records") {
			f := Frame{
				Stored:     make([]byte, rapid.IntRange(0, 300).Draw(t, "frame")),
				Statistics: rapid.SliceOf(rapid.Byte()).Draw(t, "statistics"), Filter: rapid.SliceOf(rapid.Byte()).Draw(t, "filter"), Sum: rapid.Uint64().Draw(t, "sum"),
				Plies: length.Draw(t, "plies"), MoveBytes: length.Draw(t, "moves"), Columns: rapid.Bool().Draw(t, "columns"),
			}
			offset, end := length.Draw(t, "offset"), length.Draw(t, "end")
			require.NoError(t, j.Add(&f, offset, end))
			want = append(want, &Record{
				offset: offset, frame: int64(len(f.Stored)), end: end,
				plies: f.Plies, moveBytes: f.MoveBytes, columns: f.Columns, sum: f.Sum, statistics: f.Statistics, filter: f.Filter,
			})
		}
		u := Unfinished{journal: bytes.NewReader(journal.Bytes())}
		r := u.reader(int64(journal.Len()))
		require.Equal(t, options, r.begin())
		for _, w := range want {
			got := r.next()
			require.Equal(t, w, got)
		}
		require.Nil(t, r.next())
		require.EqualValues(t, journal.Len(), r.size)
	})
}

// TestOther checks that another input, other options, or a change of archive or journal
// after opening give Err.
func TestOther(t *testing.T) {
	good := whole(t)
	for name, c := range map[string]struct {
		change func(a, j []byte)
		src    [][]byte
		want   string
	}{
		"a byte of the input": {nil, [][]byte{inputs[0], []byte("the Second")}, "the input is not what was compressed"},
		"a shorter input":     {nil, [][]byte{inputs[0][:3]}, "the input is not what was compressed"},
		"less":                {nil, inputs[:3], "the input ends before what was compressed of it"},
		"nothing":             {nil, nil, "the input ends before what was compressed of it"},
		"a frame":             {func(a, _ []byte) { a[good.sizes[1]+3] ^= 1 }, inputs, "a frame has changed"},
		"the journal":         {func(_, j []byte) { j[good.records[2]+3] ^= 1 }, inputs, "its journal has changed"},
	} {
		a, j := bytes.Clone(good.archive), bytes.Clone(good.journal)
		u := begin(t, a, j)
		if c.change != nil {
			c.change(a, j)
		}
		k, err := u.Kept(t.Context(), options)
		require.NoError(t, err)
		err = take(k, c.src)
		require.ErrorIs(t, err, Err, name)
		require.ErrorContains(t, err, Err.Error()+": "+c.want, name)
	}
	u := begin(t, good.archive, good.journal)
	for _, o := range [][]byte{nil, params, append(bytes.Clone(params), 6)} {
		_, err := u.Kept(t.Context(), o)
		require.EqualError(t, err, Err.Error()+": other options")
	}
	k, err := u.Kept(t.Context(), options)
	require.NoError(t, err)
	r, err := k.Next()
	require.NoError(t, err)
	_, err = k.Frame(r, inputs[0], checkOf(inputs[0])+1)
	require.EqualError(t, err, Err.Error()+": the input is not what was compressed")
	var none Unfinished
	_, err = none.Kept(t.Context(), nil)
	require.ErrorIs(t, err, Err)
}

// take takes the kept frames of some inputs.
func take(k *Kept, src [][]byte) error {
	for _, input := range src {
		r, err := k.Next()
		if err != nil {
			return err
		}
		if r != nil {
			if _, err := k.Frame(r, input, checkOf(input)); err != nil {
				return err
			}
		}
	}
	return k.End()
}

// TestBehind checks that kept bytes are compared and not written, whatever the sizes of
// the Writes, and that a shortened file is an error.
func TestBehind(t *testing.T) {
	good := whole(t)
	u := begin(t, good.archive[:good.sizes[3]], good.journal)
	for piece := 1; piece < len(good.archive); piece += 7 {
		k, err := u.Kept(t.Context(), options)
		require.NoError(t, err)
		var out bytes.Buffer
		w := k.Behind(&out)
		for p := range slices.Chunk(good.archive, piece) {
			n, err := w.Write(p)
			require.NoError(t, err)
			require.Equal(t, len(p), n)
		}
		require.Equal(t, good.archive[u.Size():], out.Bytes())
	}
	k, err := u.Kept(t.Context(), options)
	require.NoError(t, err)
	var out bytes.Buffer
	w := k.Behind(&out)
	_, err = w.Write(good.archive[:5])
	require.NoError(t, err)
	_, err = w.Write(good.archive[:5])
	require.EqualError(t, err, Err.Error()+": the archive is not what was written")
	require.Zero(t, out.Len())

	broken := errors.New("broken")
	k, err = u.Kept(t.Context(), options)
	require.NoError(t, err)
	n, err := k.Behind(failing{broken}).Write(good.archive)
	require.ErrorIs(t, err, broken)
	require.EqualValues(t, u.Size()+1, n)

	short := Kept{archive: bytes.NewReader(good.archive[:20]), size: 40}
	_, err = short.Behind(&out).Write(good.archive[:40])
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	_, err = short.Frame(&Record{offset: 10, frame: 11}, nil, 0)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.EqualError(t, err, "chesszip: read: unexpected EOF")
}

// failing writes a byte and fails.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 1, f.err }

// TestNothingKept checks a nil Kept.
func TestNothingKept(t *testing.T) {
	var k *Kept
	var out bytes.Buffer
	require.Equal(t, io.Writer(&out), k.Behind(&out))
	r, err := k.Next()
	require.NoError(t, err)
	require.Nil(t, r)
	require.NoError(t, k.End())
}

// TestErrors checks that errors are those of reading and writing, and of the context.
func TestErrors(t *testing.T) {
	good := whole(t)
	a, j := bytes.NewReader(good.archive), bytes.NewReader(good.journal)
	size, journalSize := a.Size(), j.Size()
	_, err := Open(t.Context(), bytes.NewReader(good.archive[:good.sizes[2]+3]), size, j, journalSize)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	_, err = Open(t.Context(), bytes.NewReader(nil), size, j, journalSize)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)

	broken := errors.New("broken")
	_, err = (*Kept)(nil).Journal(failing{broken}, options)
	require.EqualError(t, err, "chesszip: write journal: broken")
	_, err = (*Kept)(nil).Journal(failing{}, options)
	require.ErrorIs(t, err, io.ErrShortWrite)
	u, err := Open(t.Context(), a, size, j, journalSize)
	require.NoError(t, err)
	k, err := u.Kept(t.Context(), options)
	require.NoError(t, err)
	journal, err := k.Journal(failing{broken}, options)
	require.NoError(t, err, "it has been begun")
	f := encode(t, 0)
	require.ErrorIs(t, journal.Add(&f, 0, 0), broken)

	why := fmt.Errorf("why: %w", broken)
	ctx, stop := context.WithCancelCause(t.Context())
	k, err = u.Kept(ctx, options)
	require.NoError(t, err)
	r, err := k.Next()
	require.NoError(t, err)
	stop(why)
	_, err = k.Frame(r, inputs[0], checkOf(inputs[0]))
	require.ErrorIs(t, err, why)
	_, err = Open(ctx, a, size, j, journalSize)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, err, why)
}
