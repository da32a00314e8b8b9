// Command ranges serves a folder at a free port of the loopback interface, with byte
// ranges, and prints its address.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", l.Addr())
	s := http.Server{Handler: http.FileServer(http.Dir(os.Args[1])), ReadHeaderTimeout: time.Minute}
	log.Fatal(s.Serve(l))
}
