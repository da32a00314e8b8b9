package badserver

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// host is how a web server answers where others answer differently.
type host struct {
	suffix   int  // status for a range of the last bytes, 0 if it is sent
	bare     bool // 416 without the size of the file
	weak     bool // weak ETags
	ifRange  bool // it understands If-Range
	packed   bool // it packs scripts and pages
	unpacked bool // it says of .gz files that they are packed, so that browsers unpack them
	whole    bool // it sends whole files only
}

var hosts = map[string]host{
	"nginx":       {ifRange: true},
	"apache":      {ifRange: true, unpacked: true},
	"caddy":       {ifRange: true, packed: true},
	"http-server": {suffix: http.StatusRequestedRangeNotSatisfiable, bare: true, weak: true},
	// Object stores: some refuse ranges of the last bytes, some ignore them.
	"store":       {suffix: http.StatusNotImplemented},
	"other-store": {suffix: http.StatusOK},
	"python":      {whole: true},
}

// Hosts are the web servers that Host plays: those of export pages, of npm, and object
// stores; python, the last, sends whole files only.
func Hosts() []string {
	return []string{"nginx", "apache", "caddy", "http-server", "store", "other-store", "python"}
}

// Host serves files as the web server of a name does. Asked, if it is not nil, gets every
// request.
func Host(files fs.FS, name string, asked func(r *http.Request)) http.Handler {
	h, ok := hosts[name]
	if !ok {
		panic("badserver: no host is called " + name)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked != nil {
			asked(r)
		}
		file := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		if strings.HasSuffix(r.URL.Path, "/") {
			file = path.Join(file, "index.html")
		}
		data, err := fs.ReadFile(files, file)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		info, err := fs.Stat(files, file)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		h.send(w, r, file, info, data)
	})
}

func (h host) send(w http.ResponseWriter, r *http.Request, file string, info fs.FileInfo, data []byte) {
	head := w.Header()
	tag := fmt.Sprintf(`"%x-%x"`, info.ModTime().Unix(), len(data))
	if h.weak {
		tag = "W/" + tag
	}
	head.Set("ETag", tag)
	if !h.ifRange {
		r.Header.Del("If-Range")
	}
	kind := map[string]string{".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"}[path.Ext(file)]
	if kind == "" {
		kind = "application/octet-stream"
	}
	switch text := strings.HasPrefix(kind, "text/"); {
	case h.unpacked && path.Ext(file) == ".gz":
		kind = "application/x-gzip"
		head.Set("Content-Encoding", "x-gzip")
	case h.packed && text && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip"):
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		_, _ = z.Write(data) // a buffer takes all
		_ = z.Close()
		data = out.Bytes()
		head.Set("Content-Encoding", "gzip")
	}
	head.Set("Content-Type", kind)
	last := strings.HasPrefix(r.Header.Get("Range"), "bytes=-")
	switch {
	case last && h.bare:
		head.Del("Content-Encoding")
		w.WriteHeader(h.suffix)
		return
	case last && h.suffix >= 400:
		http.Error(w, "<Error><Code>NotImplemented</Code></Error>", h.suffix)
		return
	case h.whole, last && h.suffix == http.StatusOK:
		r.Header.Del("Range")
	}
	http.ServeContent(w, r, "", info.ModTime(), bytes.NewReader(data))
}
