// Package query says which items of a file a query means, where a pattern comes on
// the board, and what games have made of positions. Queries and patterns are plain data;
// they are compiled, and evaluated over the views of a file and what its index says.
// Numbers of items come out, or, in the order of a file or of a part of it, their tags and
// texts. The language of queries is that of package terms.
package query

import "github.com/chesszip/chesszip/internal/query/terms"

// ErrQuery is what every *terms.Error wraps.
var ErrQuery = terms.ErrQuery
