// Command writemodels writes into a folder, unpacked, what the library embeds: the models
// of moves default.czm and max.czm, and the books of openings book.bin.
//
//	go run ./internal/tools/writemodels FOLDER
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/chesszip/chesszip/internal/model/openings/book"
	"github.com/chesszip/chesszip/movelist/learned"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: writemodels FOLDER")
	}
	for name, content := range map[string][]byte{
		"default.czm": learned.V1.Bytes(), "max.czm": learned.V1Max.Bytes(), "book.bin": []byte(book.Table()),
	} {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), content, 0o644); err != nil {
			log.Fatal("writemodels: ", err)
		}
	}
}
