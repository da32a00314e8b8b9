package main

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/endgame"
	"github.com/chesszip/chesszip/page"
	"github.com/chesszip/chesszip/server"
)

// defaultPort is the default port of the pages: a fixed number keeps bookmarks valid; 64
// is for the squares.
const defaultPort = 6464

// serve shows solved endings in the browser, beginning with fen or, if it is "", with
// the page's own choice, until ctx ends. It prints the address to standard output.
func (c *console) serve(ctx context.Context, port int, open bool, fen string) error {
	first := ""
	if fen != "" {
		p, err := parsePosition([]string{fen})
		if err != nil {
			return err
		}
		first = "#" + strings.ReplaceAll(p.String(), " ", "_")
	}
	if port < 0 || port > 65535 {
		return misuse("0 takes any free port", "port %d is not a number from 0 to 65535", port)
	}
	l, err := server.Listen(net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return failed("try --port 0, which takes any free port", "%w", err)
	}
	address := fmt.Sprintf("http://%v/mate/%s", l.Addr(), first)
	if err := c.print([]byte(address + "\n")); err != nil {
		_ = l.Close() // no client knows it
		return err
	}
	if open {
		c.browse(address)
	}
	c.say("chesszip: the page is there until you interrupt (Ctrl-C)")
	return server.Serve(ctx, l, page.Handler(page.Mate(new(endgame.Base))))
}
