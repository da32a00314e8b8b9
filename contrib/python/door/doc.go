// Package door makes batches of columns of what is in archives, in tasks that can be
// waited for and ended: what the shared library gives to C. It knows no C.
package door
