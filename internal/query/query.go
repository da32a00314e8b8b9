// Package query finds the items of a file that match a query or a pattern, and counts
// the moves from positions. Queries and patterns are plain data. They are compiled, and
// evaluated over the views of a file and its index. The results are numbers of items or,
// in the order of a file or of a part of it, their tags and texts. Package terms has the
// language of queries.
package query

import "github.com/chesszip/chesszip/internal/query/terms"

// ErrQuery is wrapped by every *terms.Error.
var ErrQuery = terms.ErrQuery
