package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/page"
)

// export writes the static form of the pages of serve: a folder for any web server.
type export struct {
	*serving
	dir     string // final name of the folder
	files   []*opened
	tables  map[string]*learned.Level // that the archives need, by the module's names
	written map[string]int64
}

// Folders of an export.
const (
	moduleFolder  = "module"
	archiveFolder = "archives"
)

// listName is the file that names the archives.
const listName = "archives.json"

func (s *serving) export(files []*opened) error {
	x := &export{serving: s, dir: filepath.Clean(s.exportTo), files: files, tables: map[string]*learned.Level{}, written: map[string]int64{}}
	if err := x.checkFiles(); err != nil {
		return err
	}
	if err := x.checkTarget(); err != nil {
		return err
	}
	if err := x.makeFolder(x.dir, x.write); err != nil {
		return err
	}
	x.report()
	return nil
}

// checkFiles refuses files that a page cannot read, and finds the tables that archives
// need.
func (x *export) checkFiles() error {
	names := map[string]string{}
	for _, a := range x.files {
		if a.plain || a.in.pack.isSCID() {
			return failed("chesszip --index players,openings "+a.name+" makes an archive of it", "%s is not an archive: the pages of an export read nothing else", a.name)
		}
		name := shownName(a.name)
		if other, ok := names[name]; ok {
			return misuse("rename one, or export them one by one", "%s and %s are both called %s", other, a.name, name)
		}
		names[name] = a.name
		for _, m := range a.whole.Members() {
			if l := m.Level(); l != nil {
				x.tables[tableName(l)] = l
			}
		}
	}
	return nil
}

// tableName returns the module's name of a level.
func tableName(l *learned.Level) string {
	switch (&chesszip.LevelError{Number: uint32(l.ID())}).Variable() {
	case "learned.V1":
		return "default.czm"
	case "learned.V1Max":
		return "max.czm"
	}
	return fmt.Sprintf("%08x.czm", uint32(l.ID()))
}

// checkTarget refuses a folder with other content than an earlier export and, without
// --force, any folder that is not empty.
func (x *export) checkTarget() error {
	list, err := os.ReadDir(x.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return failed("--export wants a folder that is not there yet, or is empty", "%s: %w", x.dir, bare(err))
	case len(list) > 0 && !x.force:
		return failed("--force puts the new export in the place of an old one", "%s is not empty", x.dir)
	}
	ours := map[string]bool{moduleFolder: true, archiveFolder: true, listName: true, "README.txt": true}
	for _, f := range page.Games(true) {
		first, _, _ := strings.Cut(f.Name, "/")
		ours[first] = true
	}
	for _, e := range list {
		if !ours[e.Name()] {
			return failed("export to a folder of its own", "%s holds %s, which no export has written: it is not replaced", x.dir, e.Name())
		}
	}
	for _, a := range x.files {
		if a.info != nil && inFolder(x.dir, a.info) {
			return failed("move it elsewhere first", "%s lies in %s, which would be replaced", a.name, x.dir)
		}
	}
	return nil
}

// inFolder reports whether a file is among those of a folder.
func inFolder(dir string, info fs.FileInfo) bool {
	found := false
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil // an unreadable file is not an input
		}
		if i, err := e.Info(); err == nil && os.SameFile(i, info) {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// write writes all files to a folder.
func (x *export) write(dir string) error {
	for _, f := range page.Games(true) {
		if err := x.put(dir, "page", f.Name, bytes.NewReader(f.Body)); err != nil {
			return err
		}
	}
	if err := x.putModule(dir); err != nil {
		return err
	}
	type archive struct {
		Name  string `json:"name"`
		File  string `json:"file"`
		Bytes int64  `json:"bytes"`
	}
	var list struct {
		Archives []archive `json:"archives"`
	}
	for _, a := range x.files {
		name := shownName(a.name)
		to := path.Join(archiveFolder, name)
		if err := x.put(dir, archiveFolder, to, io.NewSectionReader(a.file, 0, a.size)); err != nil {
			return err
		}
		list.Archives = append(list.Archives, archive{name, to, a.size})
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	if err := x.put(dir, "page", listName, bytes.NewReader(append(text, '\n'))); err != nil {
		return err
	}
	return x.put(dir, "page", "README.txt", strings.NewReader(exportReadme))
}

// putModule writes the WebAssembly module, and the learned tables that archives need.
func (x *export) putModule(dir string) error {
	module, err := page.Module()
	if err != nil {
		return err
	}
	for _, f := range module {
		part := "page"
		if strings.HasSuffix(f.Name, ".gz") {
			part = moduleFolder
		}
		if err := x.put(dir, part, f.Name, bytes.NewReader(f.Body)); err != nil {
			return err
		}
	}
	for name, table := range x.tables {
		packed := new(bytes.Buffer)
		z, err := gzip.NewWriterLevel(packed, gzip.BestCompression) // many servers do not pack
		if err != nil {
			return err
		}
		if _, err = z.Write(table.Bytes()); err == nil {
			err = z.Close()
		}
		if err != nil {
			return err
		}
		if err := x.put(dir, "tables", "module/dist/"+name+".gz", packed); err != nil {
			return err
		}
	}
	return nil
}

// report prints the size of each part.
func (x *export) report() {
	x.say("chesszip: pages              %10s", byteText(x.written["page"]))
	x.say("chesszip: module             %10s  sent once", byteText(x.written[moduleFolder]))
	if n := x.written["tables"]; n > 0 {
		names := strings.Join(slices.Sorted(maps.Keys(x.tables)), ", ")
		x.say("chesszip: learned tables     %10s  %s, sent once: archives of -1 to -3 need none", byteText(n), names)
	}
	x.say("chesszip: archives           %10s  read by parts", byteText(x.written[archiveFolder]))
	x.say("chesszip: %s is ready for any web server that answers range requests: see README.txt in it", x.dir)
}

const exportReadme = `Games of chess as web pages, made by chesszip serve --export.

Put this folder on any web server, at any path. Nothing runs on the server; the page
reads the games itself, from parts of the files in archives/.

The server must
  - answer range requests (206 Partial Content): Apache, nginx, Caddy, GitHub Pages,
    npx http-server, object stores and most others do; python3 -m http.server does not;
  - send .js files as text/javascript;
  - not compress .czip files on the way (they are compressed).
A server without range requests works, too, while the archives take at most 50 MB: the
page then offers to download them whole. A page opened from a file (file://) asks for
this folder first, since browsers let it read nothing beside it.

On this machine, without a web server:  chesszip serve FILE.czip

  index.html, games/, shared/, static/   the pages
  archives.json, archives/               the games, as they are
  module/                                chesszip as WebAssembly, and learned tables

Whoever reaches the folder can download the games. When the archives change, make the
folder again: chesszip serve --export FOLDER --force FILE.czip
`
