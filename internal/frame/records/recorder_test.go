package records

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/records"
)

// game is the records of some first legal moves.
func game(n int) (all []records.Record) {
	p := board.Start()
	for i := range n {
		legal := movegen.AppendLegal(nil, &p)
		m := legal[7*i%len(legal)]
		q := p
		q.EnPassant = movegen.LegalEnPassant(&p)
		all = append(all, records.Record{Position: q, Move: m, Score: int16(10 * i), Ply: uint16(i), Result: int8(1 - i%2*2)})
		movegen.Make(&p, m)
	}
	return all
}

func written(t *testing.T, all []records.Record, f records.Form) []byte {
	t.Helper()
	var b bytes.Buffer
	w := records.NewWriter(&b, f)
	for i := range all {
		require.NoError(t, w.Write(&all[i]))
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// TestForms checks which form the records of an input have.
func TestForms(t *testing.T) {
	all := game(16)
	bin, plain, block := written(t, all, records.Bin), written(t, all, records.Plain), written(t, all, records.Binpack)
	odd := func(n int) []byte {
		b := bytes.Clone(bin)
		for i := range n {
			b[(15-i)*records.BinSize+31] = 1 // after the position
		}
		return b
	}
	for _, c := range []struct {
		name string
		src  []byte
		want byte // form, 0 for none
	}{
		{"bin", bin, formRecords},
		{"bin, one of sixteen odd", odd(1), formRecords},
		{"bin, two of sixteen odd", odd(2), 0},
		{"bin, cut off", bin[:len(bin)-1], 0},
		{"plain", plain, formRecords | formPlain},
		{"plain, lines of CRLF", bytes.ReplaceAll(plain, []byte("\n"), []byte("\r\n")), 0},
		{"plain, another order", bytes.Replace(plain, []byte("fen "), []byte("ply 0\nfen "), 1), 0},
		{"block", block, formRecords | formBlock},
		{"block, cut off", block[:len(block)-1], 0},
		{"two blocks", append(bytes.Clone(block), block...), 0},
		{"nothing", nil, 0},
	} {
		packed, ok := Append(nil, c.src, nil, nil)
		require.Equal(t, c.want != 0, ok, c.name)
		if !ok {
			continue
		}
		require.Equal(t, c.want, packed[0], c.name)
		got, err := Decode(packed, len(c.src), nil, nil, With(true))
		require.NoError(t, err, c.name)
		require.True(t, bytes.Equal(got, c.src), c.name)
	}
}

// TestRecord checks the codes of single records, and that readers get them.
func TestRecord(t *testing.T) {
	all := game(4)
	bin := written(t, all, records.Bin)
	changed := func(change func(r *records.Record)) records.Record {
		r := all[1]
		change(&r)
		return r
	}
	for _, c := range []struct {
		name      string
		record    records.Record
		last      byte
		predicted bool // the position
		legal     bool // the move
		verbatim  bool
	}{
		{"the next of a game", all[1], 0, true, true, false},
		{"another last byte", all[1], 9, true, true, false},
		{"other counters", changed(func(r *records.Record) { r.Position.HalfmoveClock = 9 }), 0, true, true, false},
		{"another side", changed(func(r *records.Record) { r.Position.Turn = board.White; r.Move = board.NullMove }), 0, false, false, false},
		{"the one after it", all[2], 0, false, true, false},
		{"no move", changed(func(r *records.Record) { r.Move = board.NullMove }), 0, true, false, false},
		{"an illegal move", changed(func(r *records.Record) { r.Move = board.NewMove(60, 20, board.NoKind) }), 0, true, false, false},
		{"another result", changed(func(r *records.Record) { r.Result = 77 }), 0, true, true, false},
		{"another ply", changed(func(r *records.Record) { r.Ply = 60000 }), 0, true, true, false},
		{"another score", changed(func(r *records.Record) { r.Score = -32768 }), 0, true, true, false},
		{"bytes", all[1], 0, false, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			first := entry{Record: all[0], bytes: bin[:records.BinSize]}
			second := entry{Record: c.record, bytes: append(bytes.Clone(bin[records.BinSize:2*records.BinSize-1]), c.last), verbatim: c.verbatim}
			w := newRecorder(contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}, nil, records.Bin, nil)
			require.NoError(t, w.record(&first))
			require.NoError(t, w.record(&second))
			require.Equal(t, c.predicted, w.predicted&1 == 1)
			require.Equal(t, c.legal, w.positions.Played())
			r := newRecorder(contextmix.Coder{Dec: rangecoder.NewDecoder(w.coder.Enc.Finish())}, nil, records.Bin, nil)
			var got entry
			require.NoError(t, r.record(&got))
			require.Equal(t, first.Record, got.Record)
			got = entry{}
			require.NoError(t, r.record(&got))
			require.Equal(t, c.verbatim, got.verbatim)
			if c.verbatim {
				require.Equal(t, second.bytes, got.bytes)
				return
			}
			require.Equal(t, second.Record, got.Record)
			require.Equal(t, c.last, r.padding)
		})
	}
}

// TestDamagedPlaces checks that errors name stream and record.
func TestDamagedPlaces(t *testing.T) {
	all := game(60)
	src := written(t, all, records.Bin)
	packed, _ := Append(nil, src, nil, nil)
	// unfit is a record that the form cannot hold: no kings.
	unfit := newRecorder(contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}, nil, records.Bin, nil)
	e := entry{Record: records.Record{Position: board.Position{FullmoveNumber: 1}}, bytes: make([]byte, records.BinSize)}
	require.NoError(t, unfit.record(&e))
	for _, c := range []struct {
		name   string
		src    []byte
		stream string
		game   bool // known
	}{
		{"empty", nil, "", false},
		{"unknown form", []byte{formRecords | formPlain | formBlock}, "", false},
		{"of positions", []byte{0}, "", false},
		{"no number", []byte{formRecords}, "", false},
		{"too many", []byte{formRecords, 61}, "", false},
		{"half of them", packed[:len(packed)/2], "records", true},
		{"an impossible record", append([]byte{formRecords, 1}, unfit.coder.Enc.Finish()...), "records", true},
		{"more than said", append([]byte{formRecords, 20}, packed[2:]...), "records", false},
	} {
		got, err := Decode(c.src, len(src), nil, nil, With(true))
		require.Empty(t, len(got), c.name)
		var e *corrupt.Error
		require.ErrorAs(t, err, &e, c.name)
		require.ErrorIs(t, err, corrupt.Err, c.name)
		require.Equal(t, c.stream, e.Stream, "%s: %v", c.name, err)
		require.Equal(t, c.game, e.Game > 0, "%s: %v", c.name, err)
	}
	require.True(t, Is(packed))
	require.False(t, Is(nil))
	require.False(t, Is([]byte{1}))
}
