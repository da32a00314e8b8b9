package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/chesszip/chesszip/scid"
)

// A database of SCID is read as if its index were packed PGN: the unpacker opens the
// other two files next to it.

const indexEnding, namesEnding, gamesEnding = "si4", "sn4", "sg4"

// newDatabase are the endings of the files of a database of SCID 5.
var newDatabase = []string{".si5", ".sn5", ".sg5"}

// scidHint returns a hint for a file of a SCID database that cannot be read by itself,
// "" for other files.
func scidHint(name string) string {
	lower := strings.ToLower(name)
	for _, e := range newDatabase {
		if strings.HasSuffix(lower, e) {
			return "it is of SCID 5, which chesszip does not read: in SCID, Tools, Export all filter games, PGN makes a file that it does"
		}
	}
	if strings.HasSuffix(lower, "."+namesEnding) || strings.HasSuffix(lower, "."+gamesEnding) {
		return "it is of a database of SCID: name " + name[:len(name)-len(indexEnding)] + indexEnding
	}
	return ""
}

// scidText is the games of a database as PGN.
type scidText struct {
	*scid.Reader
	in    *input
	files []*os.File // names and games
	told  bool
}

// openSCID opens the database with the index in.
func (in *input) openSCID(ctx context.Context) (io.ReadCloser, error) {
	index, ok := in.file.(*os.File)
	base := in.path[:max(0, len(in.path)-len(indexEnding))]
	ending := in.path[len(base):]
	if !ok || !regular(in.source()) || !strings.EqualFold(ending, indexEnding) {
		return nil, failed("name the file that ends in .si4", "%s is a database of SCID, which is three files", in.name)
	}
	text := &scidText{in: in}
	parts := []*io.SectionReader{io.NewSectionReader(index, 0, in.info.Size())}
	for _, end := range []string{namesEnding, gamesEnding} {
		if ending == strings.ToUpper(ending) {
			end = strings.ToUpper(end)
		}
		f, err := openNamed(base+end, func() string { return "a database of SCID is three files, .si4, .sn4 and .sg4" })
		if err != nil {
			return nil, errors.Join(err, text.Close())
		}
		text.files = append(text.files, f)
		info, err := f.Stat()
		if err == nil {
			err = in.watch(f)
		}
		if err != nil {
			return nil, errors.Join(failed("", "%s: %w", f.Name(), bare(err)), text.Close())
		}
		parts = append(parts, io.NewSectionReader(f, 0, info.Size()))
	}
	database, err := scid.Open(parts[0], parts[1], parts[2])
	if err != nil {
		return nil, errors.Join(in.readError(err), text.Close())
	}
	text.Reader = database.Reader(ctx)
	return text, nil
}

// Read implements io.Reader. At the end it reports the deleted games that are left out.
func (t *scidText) Read(b []byte) (int, error) {
	n, err := t.Reader.Read(b)
	if left := t.Deleted(); err == io.EOF && left > 0 && !t.told && !t.in.console.quiet {
		t.told = true
		t.in.console.say("chesszip: warning: %s: %s left out, which SCID has marked as deleted", oneLine(t.in.name), plural(int64(left), "game"))
	}
	return n, err
}

// Close closes the files of names and games.
func (t *scidText) Close() error {
	var errs []error
	for _, f := range t.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}
