package door

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/scid"
)

// isSCID reports whether a file is the index of a database of SCID, by its name.
func isSCID(name string) bool {
	ending := strings.ToLower(filepath.Ext(name))
	return !isAddress(name) && (ending == ".si4" || ending == ".si5")
}

// openSCID opens a database of SCID, whose index has the given name, as an archive in
// memory with all columns open. Games that SCID has marked as deleted are left out.
func openSCID(ctx context.Context, name string, threads int) (*Archive, error) {
	a, err := packSCID(ctx, name, threads)
	if errors.Is(err, scid.ErrCorrupt) || errors.Is(err, scid.ErrVersion) {
		err = fmt.Errorf("%w: %w", chesszip.ErrCorrupt, err)
	}
	return a, err
}

func packSCID(ctx context.Context, name string, threads int) (*Archive, error) {
	ending := filepath.Ext(name)
	var parts [3]*io.SectionReader
	for i, kind := range []string{"i", "n", "g"} { // index, names, games
		if ending == strings.ToUpper(ending) {
			kind = strings.ToUpper(kind)
		}
		f, err := os.Open(strings.TrimSuffix(name, ending) + ending[:2] + kind + ending[3:])
		if err != nil {
			return nil, err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		parts[i] = io.NewSectionReader(f, 0, info.Size())
	}
	base, err := scid.Open(parts[0], parts[1], parts[2])
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	if _, err = chesszip.Compress(ctx, &packed, base.Reader(ctx), &chesszip.WriterOptions{Open: chesszip.AllColumns, Threads: threads}); err != nil {
		return nil, err
	}
	a := &Archive{Name: name, file: io.NopCloser(nil), uses: 1}
	a.Archive, err = chesszip.Open(ctx, bytes.NewReader(packed.Bytes()), int64(packed.Len()), &chesszip.ReaderOptions{Levels: levels.All(), Threads: threads})
	return a, err
}
