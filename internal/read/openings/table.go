package openings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/openingtable"
	"github.com/chesszip/chesszip/internal/read/view"
)

// staleEighths is 1/n of the games that an opening table covers: an archive that has
// grown by more than that gets a new table.
const staleEighths = 8

// errNoTable reports that too few games have an index for an opening table, or that it
// would be as large as they are.
var errNoTable = errors.New("chesszip: no opening table")

// Outgrown reports whether a table that covers so many of the games is to be rebuilt,
// since the games after it are more than an eighth of these; 0 means no table.
func (g *Games) Outgrown(covered int64) bool {
	return covered == 0 || (g.games-covered)*staleEighths > covered
}

// Write writes the opening table of the frames that out has so far. The table does not
// depend on threads and limits. There is none if there are no games, or if more than an
// eighth lack the necessary index. Stop cancels ctx. The error is that of out, of
// reading, or of ctx.
func (g *Games) Write(ctx context.Context, stop func(), threads int, limits openingtable.Limits, out *index.Writer) error {
	if g.games == 0 {
		return nil
	}
	var d openingtable.Directory
	return out.WriteOpenings(&d, func(emit func(block []byte) error) (made bool, err error) {
		err = g.build(ctx, stop, threads, limits, &d, emit)
		if errors.Is(err, errNoTable) || view.IsDamage(err) {
			return false, nil
		}
		return err == nil, err
	})
}

// build makes the table of all games; d has the number of frames it covers. It calls
// emit with its blocks. The error is errNoTable if too many games are left out, or if
// more positions than games are frequent.
func (g *Games) build(ctx context.Context, stop func(), threads int, limits openingtable.Limits, d *openingtable.Directory, emit func(block []byte) error) error {
	d.Threshold, d.Games = openingtable.Threshold, g.games
	src := openingtable.Source{Parts: len(g.parts), Plies: g.plies, Load: g.load}
	err := openingtable.Build(ctx, stop, threads, &src, limits, d, func(block []byte) error {
		if !g.few() {
			return errNoTable
		}
		return emit(block)
	})
	if err == openingtable.ErrMany || err == nil && !g.few() {
		err = errNoTable
	}
	for frame := range g.left {
		d.Left = append(d.Left, frame)
	}
	slices.Sort(d.Left)
	return err
}

// load returns the games of a part; without the necessary index, they are left out.
func (g *Games) load(ctx context.Context, i int) (openingtable.Games, error) {
	p := &g.parts[i]
	played, ok, err := p.load(ctx)
	if err == nil && !ok {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.left == nil {
			g.left = map[int]int64{}
		}
		g.left[p.frame] = p.games
	}
	return played, err
}

// few reports whether few games are left out: a search must examine these one by one.
func (g *Games) few() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := int64(0)
	for _, games := range g.left {
		n += games
	}
	return n*staleEighths <= g.games
}

// Verify rebuilds the opening tables of all members of f, and compares them. It calls
// found with each damage or difference, and the number of its frame. Doubtful reports
// whether an index frame of a member is known to be damaged: such a table is not
// compared, since games are missing. The error is that of reading, or of ctx.
func Verify(ctx context.Context, f *view.File, threads int, doubtful func(member int) bool, found func(frame int, err error)) error {
	for i := range f.Members() {
		t, err := f.Openings(ctx, i)
		frame := f.Starts(i) + max(f.Directory(i).Note().Openings, 0)
		if err == nil && t != nil && !doubtful(i) {
			frame, err = compare(ctx, f, i, threads, t)
		}
		if err != nil {
			if !view.IsDamage(err) {
				return err
			}
			found(frame, err)
		}
	}
	return nil
}

// compare rebuilds the table of a member. It returns the frame that differs, and how. A
// table is also wrong if too many of its games have no index, since none is written
// then.
func compare(ctx context.Context, f *view.File, member, threads int, t *view.Openings) (frame int, err error) {
	work, stop := context.WithCancel(ctx)
	defer stop()
	have := t.Directory()
	g := &Games{}
	g.AddMember(f, member)
	g.parts = slices.DeleteFunc(g.parts, func(p part) bool { return p.frame >= have.Covers })
	g.games = 0
	for _, p := range g.parts {
		g.games += p.games
	}
	d := openingtable.Directory{Covers: have.Covers}
	block, frame := 0, t.Frame()
	wrong := func(n int) error {
		frame = n
		return fmt.Errorf("%w: frame %d: the opening table is not that of the games", archive.ErrCorrupt, n+1)
	}
	err = g.build(work, stop, threads, openingtable.VerifyLimits(), &d, func(want []byte) error {
		if block >= len(have.Blocks) {
			return wrong(t.Frame())
		}
		frame = t.BlockFrame(block)
		got, err := t.Block(work, block)
		if err != nil {
			return err
		}
		if block++; string(got) != string(want) {
			return wrong(frame)
		}
		return nil
	})
	if errors.Is(err, errNoTable) || err == nil && string(d.Append(nil)) != string(have.Append(nil)) {
		err = wrong(t.Frame())
	}
	return frame, cmp.Or(ctx.Err(), err)
}
