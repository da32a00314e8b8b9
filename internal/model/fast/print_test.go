package fast

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPrint checks that fingerprints depend on all that is known of the moves before.
func TestPrint(t *testing.T) {
	require.Equal(t, 2, reflect.TypeFor[Past]().NumField())
	none := Past{}.Print(0)
	require.NotEqual(t, none, Past{last: 1}.Print(0))
	require.NotEqual(t, none, Past{prior: 1}.Print(0))
	require.NotEqual(t, Past{last: 1}.Print(0), Past{prior: 1}.Print(0))
}
