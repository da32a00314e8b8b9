package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/scid"
)

// A database of SCID is read as if its index were packed PGN: the unpacker opens the
// other two files next to it.

// scidHint returns a hint for a file of a SCID database that cannot be read by itself,
// "" for other files.
func scidHint(name string) string {
	base := strings.TrimSuffix(name, filepath.Ext(name))
	switch strings.ToLower(filepath.Ext(name)) {
	case ".sn4", ".sg4":
		return "it is of a database of SCID: name " + base + packedSCID.suffix()
	case ".sn5", ".sg5":
		return "it is of a database of SCID: name " + base + packedSCID5.suffix()
	}
	return ""
}

const scidFlagsUsage = "keep games that SCID has marked as deleted, and its flags, as the tag ScidFlags"

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
	ending := filepath.Ext(in.path)
	base, want := strings.TrimSuffix(in.path, ending), in.pack.suffix()
	if !ok || !regular(in.source()) || !strings.EqualFold(ending, want) {
		return nil, failed("name the file that ends in "+want, "%s is a database of SCID, which is three files", in.name)
	}
	text := &scidText{in: in}
	parts := []*io.SectionReader{io.NewSectionReader(index, 0, in.info.Size())}
	version := want[len(".si"):]
	for _, end := range []string{".sn" + version, ".sg" + version} {
		if ending == strings.ToUpper(ending) {
			end = strings.ToUpper(end)
		}
		f, err := openNamed(base+end, func() string {
			return strings.ReplaceAll("a database of SCID is three files, .si4, .sn4 and .sg4", "4", version)
		})
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
	in.scidGames = database.Len()
	if text.Reader = database.Reader(ctx); in.console.scidFlags {
		text.Reader = database.All(ctx)
	}
	return text, nil
}

// quickGames is the greatest number of games of a database that is read into memory within
// a few seconds, without a message.
const quickGames = 50_000

// packSCID opens a database as an archive in memory, with all columns open.
func (r *reading) packSCID(path string) (*input, error) {
	in, err := openInput(r.ctx, r.console, path)
	if err != nil {
		return nil, err
	}
	if err := in.unpack(); err != nil {
		return nil, errors.Join(err, in.close())
	}
	if in.scidGames > quickGames && !r.quiet {
		r.say("chesszip: %s: %s are read into memory; chesszip -0 %s makes an archive that opens at once", oneLine(in.name), plural(int64(in.scidGames), "game"), oneLine(in.name))
	}
	var packed bytes.Buffer
	src := &errorReader{r: &explainedReader{in}}
	_, err = chesszip.Compress(r.ctx, &packed, src, &chesszip.WriterOptions{Open: chesszip.AllColumns, Threads: r.threads})
	if src.err != nil {
		err = src.err
	}
	if err != nil {
		return nil, errors.Join(r.explain(in.name, err), in.close())
	}
	in.tellChanged()
	in.at, in.length = bytes.NewReader(packed.Bytes()), int64(packed.Len())
	return in, nil
}

// Read implements io.Reader. At the end it reports the deleted games that are left out.
func (t *scidText) Read(b []byte) (int, error) {
	n, err := t.Reader.Read(b)
	if left := t.Deleted(); err == io.EOF && left > 0 && !t.told {
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
