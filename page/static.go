package page

import (
	"bytes"
	"embed"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/diagram"
)

//go:embed shared
var sharedFiles embed.FS

//go:embed games
var gamesFiles embed.FS

// File is a file of a page, for any server to send as it is.
type File struct {
	Name string // such as "shared/board.js"
	Kind string // its Content-Type
	Body []byte
}

//go:embed static
var staticFiles embed.FS

// Games returns the files of the page that shows games: index.html, and the files that
// it refers to by relative addresses. The page sends requests to /api next to
// index.html, which package server answers. The static form needs no server: a worker of
// the page reads the archives that archives.json lists, by the WebAssembly module in
// folder module.
func Games(static bool) []File {
	files := folder(sharedFiles, "shared")
	files = append(files,
		File{"shared/pieces.svg", kinds[".svg"], diagram.AppendSprite(nil)},
		File{"shared/icon.svg", kinds[".svg"], icon()})
	for _, f := range folder(gamesFiles, "games") {
		switch {
		case f.Name == "games/index.html":
			f.Name = "index.html"
			if static {
				f.Body = bytes.Replace(f.Body, []byte(ownScript), []byte(staticHead), 1)
			}
		case f.Name == "games/send.js" && static:
			continue
		}
		files = append(files, f)
	}
	if !static {
		preload(files)
	}
	if static {
		for _, f := range folder(staticFiles, "static") {
			if f.Name == "static/send.js" {
				f.Name = "games/send.js"
			}
			files = append(files, f)
		}
	}
	return files
}

// preload lets a browser request all scripts of the first view at once, instead of each
// after the script that imports it.
func preload(files []File) {
	var links []byte
	seen := map[string]bool{}
	for next := []string{"games/app.js"}; len(next) > 0; next = next[1:] {
		name := next[0]
		i := slices.IndexFunc(files, func(f File) bool { return f.Name == name })
		if seen[name] || i < 0 {
			continue
		}
		seen[name] = true
		links = fmt.Appendf(links, "<link rel=\"modulepreload\" href=\"%s\">\n", name)
		for _, m := range imports.FindAllSubmatch(files[i].Body, -1) {
			next = append(next, path.Join(path.Dir(name), string(m[1])))
		}
	}
	for i := range files {
		if files[i].Name == "index.html" {
			files[i].Body = bytes.Replace(files[i].Body, []byte(ownScript), append(links, ownScript...), 1)
		}
	}
}

// imports matches the scripts that a script imports.
var imports = regexp.MustCompile(`(?m)^import [^"]*"(\.[^"]+)";`)

// ownScript loads the scripts of the page. staticHead replaces it in the static form:
// start.js loads the scripts, as blobs if the page was opened from a file.
const (
	ownScript  = `<script type="module" src="games/app.js"></script>`
	staticHead = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src 'self' blob:; ` +
		`style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'">
<link rel="stylesheet" href="static/static.css">
<script defer src="static/start.js"></script>`
)

// kinds are the content types by file extension. They do not depend on the machine: a
// registry that maps .js to plain text would break the page.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}

// folder returns the files of an embedded folder without subfolders. It panics if there
// is none, which is a bug of this package.
func folder(files embed.FS, dir string) (all []File) {
	entries, err := files.ReadDir(dir)
	if err != nil {
		panic("page: " + err.Error())
	}
	for _, e := range entries {
		name := dir + "/" + e.Name()
		body, err := files.ReadFile(name)
		if err != nil {
			panic("page: " + err.Error())
		}
		all = append(all, File{name, kinds[path.Ext(name)], slim(path.Ext(name), body)})
	}
	return all
}

// slim removes indentation, blank lines and comments from scripts and styles, and from
// styles also blanks next to signs.
func slim(ext string, body []byte) []byte {
	if ext != ".js" && ext != ".css" {
		return body
	}
	var out []byte
	comment := false // in a comment of a style, which may have several lines
	for line := range bytes.Lines(body) {
		line = bytes.TrimSpace(line)
		comment = comment || ext == ".css" && bytes.HasPrefix(line, []byte("/*"))
		// Two slashes begin a comment, unless a quote after them may end a string.
		if i := bytes.LastIndex(line, []byte(" // ")); ext == ".js" && i >= 0 && !bytes.ContainsAny(line[i:], "\"'`") {
			line = bytes.TrimSpace(line[:i])
		}
		if !comment && len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
			out = append(append(out, line...), '\n')
		}
		comment = comment && !bytes.HasSuffix(line, []byte("*/"))
	}
	if ext == ".css" {
		blanks := strings.NewReplacer(" {", "{", "{ ", "{", "; ", ";", ": ", ":", ", ", ",", " }", "}", "; }", "}", " > ", ">", "}\n", "}", "{\n", "{", ";\n", ";")
		out = []byte(blanks.Replace(string(out)))
	}
	return out
}

// icon draws a mate by bishop and knight.
func icon() []byte {
	var p board.Position
	p.Put(board.A8, board.BlackKing)
	p.Put(board.SquareAt(1, 5), board.WhiteKing)
	p.Put(board.SquareAt(0, 5), board.WhiteKnight)
	p.Put(board.SquareAt(3, 4), board.WhiteBishop)
	return diagram.AppendSVG(nil, &p, &diagram.SVGOptions{Size: 64, Bare: true})
}

// static serves files by their names below a folder, index.html as "".
type static map[string]File

func newStatic(files []File, dir string) static {
	s := static{}
	for _, f := range files {
		if name, ok := strings.CutPrefix(f.Name, dir+"/"); ok {
			s[strings.TrimSuffix(name, "index.html")] = f
		}
	}
	return s
}

// ServeHTTP serves the file that the pattern's wildcard {file} matches.
func (s static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := s[r.PathValue("file")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", f.Kind)
	_, _ = w.Write(f.Body) // a client that has left needs no answer
}
