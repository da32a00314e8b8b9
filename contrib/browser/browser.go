// Package browser tests chesszip's web pages in a headless Chromium: it builds
// the command, starts it, and uses what it serves by mouse, finger and keys.
//
// It is a module of its own, so that no one who uses chesszip needs what
// drives a browser. Script run tests it where a Chromium is found and says so
// where none is; CHROMIUM names one that is not on the path.
package browser
