package page

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"io/fs"

	"github.com/ulikunitz/xz"

	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/internal/model/openings/book"
)

// What go generate makes of contrib/wasm: the WebAssembly module for pages with its
// runtime and licences, and the scripts that call it. They are apart because the module
// is large and changes with the formats only.
//
//go:generate go test -run TestModule -timeout 20m . -update
var (
	//go:embed module/answers.tar.xz
	packedModule []byte
	//go:embed module/client.zip
	packedClient []byte
)

// mostModule is the greatest length of an unpacked file of the module, in bytes.
const mostModule = 64 << 20

// Module returns the files of folder module of the static form: chesszip as a WebAssembly
// module, packed by gzip since many servers do not pack, with the scripts that call it and
// the tables that every archive needs. Tables of learned levels are not among them.
func Module() (files []File, err error) {
	add := func(name string, from io.Reader) error {
		body, err := io.ReadAll(io.LimitReader(from, mostModule))
		if err == nil && name == "dist/answers.wasm" {
			name, body = name+".gz", packed(body)
		}
		files = append(files, File{"module/" + name, "", body})
		return err
	}
	client, err := zip.NewReader(bytes.NewReader(packedClient), int64(len(packedClient)))
	if err != nil {
		return nil, broken(err)
	}
	err = fs.WalkDir(client, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := client.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		return add(name, f)
	})
	if err != nil {
		return nil, broken(err)
	}
	unpacked, err := xz.NewReader(bytes.NewReader(packedModule))
	if err != nil {
		return nil, broken(err)
	}
	for all := tar.NewReader(unpacked); ; {
		h, err := all.Next()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = add(h.Name, all)
		}
		if err != nil {
			return nil, broken(err)
		}
	}
	return append(files,
		File{"module/dist/openings.bin.gz", "", packed(openings.Table())},
		File{"module/dist/book.bin.gz", "", packed([]byte(book.Table()))}), nil
}

func broken(err error) error { return fmt.Errorf("page: the embedded module is broken: %w", err) }

// packed packs b by gzip, as small as it can.
func packed(b []byte) []byte {
	out := new(bytes.Buffer)
	z, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		panic("page: " + err.Error()) // the level is valid
	}
	_, _ = z.Write(b) // a buffer takes all
	_ = z.Close()
	return out.Bytes()
}
