package main

import (
	"os/exec"
	"runtime"
)

// browse opens an address in the system's browser. If it cannot, it prints that: the
// user can open the address.
func (c *console) browse(address string) {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	opener := exec.Command(name, args...)
	if err := opener.Start(); err != nil {
		c.say("chesszip: warning: no browser was opened: %v", err)
		return
	}
	go func() { _ = opener.Wait() }() // the browser reports its own errors
}
