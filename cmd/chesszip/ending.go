package main

import (
	"cmp"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// toArchive is the form of archives.
const toArchive = "czip"

// forms are the forms that the ending of an output's name says. That of .bin is none:
// Stockfish's records and opening books both have it.
var forms = map[string]string{
	".pgn": "pgn", suffix: toArchive, ".csv": "csv", ".jsonl": "jsonl", ".uci": "uci", ".fen": "fen", ".epd": "epd",
	".plain": "plain", ".binpack": "binpack", ".si4": toSCID, ".bin": "",
}

// ending is what the end of an output's name says.
type ending struct {
	known bool   // it is that of a form
	form  string // "" if it is not clear
	pack  packing
}

func endingOf(name string) (e ending) {
	if name == stdio {
		return e
	}
	name = strings.ToLower(name)
	for p := packedGzip; p <= packedZstd; p++ {
		if base, ok := strings.CutSuffix(name, p.suffix()); ok {
			name, e.pack = base, p
			break
		}
	}
	e.form, e.known = forms[filepath.Ext(name)]
	return e
}

// mustPack refuses a packing that chesszip does not write.
func (e ending) mustPack(name string) error {
	if e.pack == packedBzip2 {
		return misuse("end it in .gz, .xz or .zst", "%s: chesszip does not write bzip2", name)
	}
	return nil
}

// mustBeArchive refuses a name that says that the file is not an archive.
func (e ending) mustBeArchive(name string) error {
	if e.pack == plain && (!e.known || e.form == toArchive) {
		return nil
	}
	return misuse("end it in .czip; chesszip convert and chesszip filter write other forms", "%s would be an archive, and its name says otherwise", name)
}

// written returns the form that --to and the name of the output say, "" if neither does,
// and the packing. Contradictions are refused, and a form of convert if the command is
// another one.
func (r *reading) written(to string) (form string, pack packing, err error) {
	e := endingOf(r.output)
	// The suffix of a book is that of records. What convert writes may go into an archive.
	same := to == e.form || e.form == "" && (to == toBook || to == "bin") || e.form == toArchive && r.arch.converts
	if form = cmp.Or(to, e.form); e.form == toArchive {
		form = toArchive
	}
	err = e.mustPack(r.output)
	switch {
	case err != nil:
	case e.pack != plain && (form == toArchive || form == toSCID):
		err = misuse("leave out "+e.pack.suffix(), "%s is not packed", r.output)
	case e.known && e.form == "" && to == "":
		err = misuse("chesszip convert --to bin writes training records, --to polyglot an opening book", "%s does not say which form it has", r.output)
	case e.known && to != "" && !same && e.form == toArchive:
		err = misuse("leave out --to, or give the file another name", "%s would be an archive", r.output)
	case e.known && to != "" && !same:
		err = misuse("leave out --to, or give the file another name", "--to %s does not go with the name %s", to, r.output)
	case r.arch.converts:
	case r.arch.games && (form == "plain" || form == "bin" || form == "binpack" || form == toBook || form == toSCID):
		err = misuse("chesszip convert --to "+form+" writes it", "only convert writes %s", form)
	}
	return form, e.pack, err
}

// newWriter returns a writer that packs what is written to w.
func (p packing) newWriter(w io.Writer) (io.WriteCloser, error) {
	switch p {
	case packedGzip:
		return gzip.NewWriter(w), nil
	case packedXz:
		return xz.NewWriter(w)
	case packedZstd:
		return zstd.NewWriter(w)
	}
	return unpackedWriter{w}, nil
}

type unpackedWriter struct{ io.Writer }

func (unpackedWriter) Close() error { return nil }

// packer packs an output, unless it begins as a packed file does.
type packer struct {
	w    io.Writer
	name string
	pack packing
	z    io.WriteCloser // nil before the first write
}

func (p *packer) Write(b []byte) (int, error) {
	if p.z == nil {
		if err := p.begin(packingOf(b) == p.pack); err != nil {
			return 0, err
		}
	}
	n, err := p.z.Write(b)
	return n, p.failed(err)
}

func (p *packer) begin(packed bool) (err error) {
	if packed {
		p.z = unpackedWriter{p.w}
		return nil
	}
	p.z, err = p.pack.newWriter(p.w)
	return p.failed(err)
}

// close ends the file.
func (p *packer) close() error {
	if p.z == nil {
		if err := p.begin(false); err != nil {
			return err
		}
	}
	return p.failed(p.z.Close())
}

// failed returns why writing failed, as the output explains it.
func (p *packer) failed(err error) error {
	if err == nil || hasProblem(err) {
		return err
	}
	return writeError(p.name, err)
}
