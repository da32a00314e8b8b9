// Command writemodels writes the models of moves that movelist/learned embeds into a
// folder, unpacked: default.czm and max.czm.
//
//	go run ./internal/tools/writemodels FOLDER
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/chesszip/chesszip/movelist/learned"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: writemodels FOLDER")
	}
	for name, l := range map[string]*learned.Level{"default": learned.V1, "max": learned.V1Max} {
		if err := os.WriteFile(filepath.Join(os.Args[1], name+".czm"), l.Bytes(), 0o644); err != nil {
			log.Fatal("writemodels: ", err)
		}
	}
}
