// Package browser tests chesszip's web pages in a headless Chromium: it builds the
// command, starts it, and uses its pages by mouse, finger and keys.
//
// It is a separate module, so that users of chesszip do not need the packages that drive
// a browser. Script run tests it if a Chromium is found, and reports if there is none;
// CHROMIUM names one that is not on the path.
package browser
