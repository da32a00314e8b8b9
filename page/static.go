package page

import (
	"embed"
	"net/http"
	"path"
	"strings"
)

// static is the files of one embedded folder by name, index.html under "".
type static map[string]file

type file struct {
	kind string // Content-Type
	body []byte
}

// kinds are the types by the ends of names. What the machine knows of types
// has no say: a registry that takes .js for plain text would break the page.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}

// readStatic loads a folder without folders in it. It panics where there is
// none: the folder is part of the program.
func readStatic(files embed.FS, dir string) static {
	entries, err := files.ReadDir(dir)
	if err != nil {
		panic("page: " + err.Error())
	}
	s := static{}
	for _, e := range entries {
		body, err := files.ReadFile(dir + "/" + e.Name())
		if err != nil {
			panic("page: " + err.Error())
		}
		name := strings.TrimSuffix(e.Name(), "index.html")
		s[name] = file{kinds[path.Ext(e.Name())], body}
	}
	return s
}

// ServeHTTP serves what the pattern's wildcard {file} names.
func (s static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := s[r.PathValue("file")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", f.kind)
	_, _ = w.Write(f.body) // a reader who has left needs no answer
}
