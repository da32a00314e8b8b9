package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFileName(t *testing.T) {
	for value, want := range map[string]string{
		"Carlsen, Magnus": "Carlsen, Magnus", "Ðukić": "Ðukić",
		"a/b\\c:d*e?f\"g<h>i|j": "a_b_c_d_e_f_g_h_i_j", "a\x00b\nc\x7f": "a_b_c_", "a\u202eb\u00a0c": "a_b_c", "a\xffb": "a_b",
		"..": "__", ".x": "_x", "-x": "_x", " x": "_x", "x.": "x_", "x ": "x_", ".": "_",
		"con": "_con", "Aux.txt": "_Aux.txt", "LPT1": "_LPT1", "nul .x": "_nul .x", "console": "console", "COM": "COM",
		strings.Repeat("x", 120): strings.Repeat("x", 100), strings.Repeat("é", 60): strings.Repeat("é", 50), "x" + strings.Repeat("é", 60): "x" + strings.Repeat("é", 49),
	} {
		require.Equal(t, want, fileName(value), "%q", value)
	}
}

// No two values get the same file, even without letter case, and names stay short.
func TestValueNames(t *testing.T) {
	b := &byValue{keys: map[string]uint32{}, taken: map[string]bool{unknownValue: true}}
	long := strings.Repeat("x", 300)
	values := []string{"", "a", "A", "a/b", "a\\b", "a_b", "A_B", "unknown", "Unknown", long, long + "y", long + "z", long[:100], long[:101]}
	seen := map[string]bool{}
	for i, v := range values {
		key, err := b.key(v)
		require.NoError(t, err)
		require.Equal(t, uint32(i), key, "%q", v)
		name := strings.ToLower(b.names[key])
		require.False(t, seen[name], "%q is %s, as another is", v, name)
		require.LessOrEqual(t, len(name), maxValueName)
		seen[name] = true
	}
	for i, v := range values {
		key, err := b.key(v)
		require.NoError(t, err)
		require.Equal(t, uint32(i), key, "again %q", v)
	}
	for len(b.names) < maxValues {
		b.names = append(b.names, "")
	}
	_, err := b.key("one more")
	require.ErrorContains(t, err, "more than 262,144 values")
}

// Texts of a key come from all runs, in their order, with a blank line only if one is
// missing.
func TestSpool(t *testing.T) {
	c := &console{}
	s, err := c.newSpool(t.Context(), t.TempDir()+"/x")
	require.NoError(t, err)
	defer s.close()
	require.NoError(t, s.add([]byte("a\n"), 1, 0))
	require.NoError(t, s.add([]byte("b"), 1))
	require.NoError(t, s.flush())
	require.NoError(t, s.add([]byte(strings.Repeat("c", maxSpool)), 2))
	require.Len(t, s.runs, 2, "one that was full")
	require.NoError(t, s.add([]byte("d\n"), 3, 1))
	require.NoError(t, s.add([]byte("e"), 1))
	r, err := s.sorted()
	require.NoError(t, err)
	for key, want := range []string{"a\n", "a\nb\n\nd\ne", strings.Repeat("c", maxSpool), "d\n"} {
		r.begin(uint32(key))
		var got bytes.Buffer
		_, err := got.ReadFrom(r)
		require.NoError(t, err)
		require.True(t, want == got.String(), "key %d", key)
	}
}
