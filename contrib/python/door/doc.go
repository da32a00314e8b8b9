// Package door makes batches of columns from archives, in tasks that can be awaited and
// cancelled. The shared library exports it to C. It does not depend on C.
package door
