package boardmodel

import (
	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/model/boards/embedded"
)

// V1 is the scheme for most purposes. It never changes: a better one has another
// name, and what V1 has stored stays readable. The byte in front of a position is
// 0x64. Its model is unpacked when it is
// first used, which takes some 30 ms and 6 MiB.
//
// It is a static value, without work at the start of a program, so that the
// linker can leave it and its weights out.
var V1 = &Scheme{name: "learned", method: blob.PositionV1, data: boards.Data, embedded: boards.V1}
