package plainjson

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type inner struct {
	A int    `json:"a"`
	B string `json:"b,omitempty"`
}

type outer struct {
	inner
	List   []inner  `json:"list"`
	None   []int    `json:"none"`
	Null   *float64 `json:"null"`
	Any    []any    `json:"any"`
	Hidden int      `json:"-"`
	Named  bool
	Large  int64 `json:"large"`
	Last   inner `json:"last"`
}

// TestAsStandard compares with encoding/json.
func TestAsStandard(t *testing.T) {
	texts := []string{"", "plain", "\"\\/", "<script>&amp;</script>", "\x00\x1f\x7f\b\f\n\r\t", "Müller 象 \u2028\u2029\ufffd", "\xff\xc3(\xe2\x82", strings.Repeat("a", 100)}
	for _, v := range []any{
		nil, outer{}, &outer{inner: inner{1, "x"}, List: []inner{{2, ""}, {0, "y"}}, None: []int{}, Null: new(float64), Any: []any{nil, "z", &inner{}, 7}, Hidden: 1, Named: true, Large: math.MinInt64, Last: inner{3, "w"}},
		texts, []float64{0, math.Copysign(0, -1), 1, -1.5, 1e20, 1e21, -1e21, 1e-6, 1e-7, 9.9e-7, 123456.789, 1e-10, math.MaxFloat64, math.SmallestNonzeroFloat64},
		[]int32{-1, math.MaxInt32}, struct{}{}, []inner(nil), true,
	} {
		want, err := json.Marshal(v)
		require.NoError(t, err)
		if got := Append([]byte("before "), v); string(got) != "before "+string(want) {
			t.Errorf("%#v:\n%s\nwant\n%s", v, got[7:], want)
		}
	}
	require.Panics(t, func() { Append(nil, map[string]int{}) })
}
