// Package door makes batches of columns from archives, in tasks that can be awaited and
// cancelled. The program of the Python package answers by it.
package door
