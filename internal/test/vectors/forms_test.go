package vectors_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/column/tags/values"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

const formsHeading = `Numbers and times in values of tags, docs/spec/tags.md, 9.1 and 9.3.
form  the form, 0 to 5
find  number | where it begins in the text | where it ends | the text; or: none | the text
write number | text
sum   a | d | what sum gives
apart v | a | what difference gives
from  form of a reference | its number | what that is in this form`

// formCases have texts with and without a number, and numbers.
var formCases = []struct {
	name  string
	form  values.NumberForm
	texts []string
	of    []int64
}{
	{"integers", values.Plain, []string{
		"0", "7", "10", "007", "00", "-7", "-0", "--7", "a-7", " -7", "+7", "x 12 y 345 z", "12.50", "1.05", "none", "a0", "a00", "9 a",
		"999999999999999", "1000000000000000", "-999999999999999", "1 0000000000000001", "/", ":", "/3:", "0-1", "-1", "1", "x-1", "00", "10", "1000000",
	}, []int64{0, 1, -1, 10, -10, 999_999_999_999_999, -999_999_999_999_999}},
	{"integers with a sign", values.Signed, []string{
		"0", "+0", "-0", "7", "+7", "-7", "+10", "--7", "a+7b", "a 0 b", "+07", "x-3y+4", "5+", "+", "-100000000000000", "+999999999999999", "+1000000000000000",
	}, []int64{0, 1, -1, 250, -250}},
	{"times of day", values.Daytime, []string{
		"00:00:00", "23:59:59", "24:00:00", "20:60:00", "20:00:60", "19:59:59", "1:02:03", "101:02:03", "x 12:34:56 y 11:11:11", "24:01:02:03", "99:99:12:00:00:00", "12:34:5", "12-34-56", "/2:34:56", ":2:34:56",
	}, []int64{0, 1, 59, 60, 3599, 3600, 86_399}},
	{"dates", values.Date, []string{
		"2024.05.13", "2023.02.28", "2023.02.29", "2024.02.29", "2024.02.30", "1900.02.29", "2000.02.29", "2100.02.29", "0000.02.29", "0000.02.28", "0000.03.01", "0000.01.01", "0000.12.31", "0400.02.29", "0100.02.29",
		"9999.12.31", "2023.01.31", "2023.01.32", "2023.03.31", "2023.03.32", "2023.04.30", "2023.04.31", "2023.05.31", "2023.05.32", "2023.06.30", "2023.06.31", "2023.07.31", "2023.07.32", "2023.08.31", "2023.08.32",
		"2023.09.30", "2023.09.31", "2023.10.31", "2023.10.32", "2023.11.30", "2023.11.31", "2023.12.31", "2023.12.32", "2023.13.01", "2023.00.10", "2023.05.00", "2023.??.??", "12023.05.06", "2023.99.2023.05.06", "on 2023.05.06 at", "2023-05-06",
		"2000.03.01", "2003.12.31", "0400.03.01", "0399.12.31", "1600.03.01", "9999.03.01", "0001.03.01", "2000.01.01", "0000.03.31", "1200.06.30", "2100.03.01", "1900.12.31", "0200.05.05", "0201.05.05",
	}, []int64{0, 1, 30, 31, 60, 61, 305, 306, 307, 364, 365, 366, 1459, 1460, 1461, 1825, 36_523, 36_524, 36_525, 73_048, 109_572, 146_095, 146_096, 146_097, 146_462, 739_000, 3_652_118, 3_652_119, 3_652_365, 3_652_424}},
	{"moments", values.Moment, []string{
		"2024-05-13T18:10:12.282", "2024-05-13 18:10:12.282", "2024-05-13T24:10:12.282", "2024-02-30T18:10:12.282", "2024-05-13T18:10:12", "x2024-05-13T18:10:12.2829", "0000-03-01T00:00:00.000",
	}, []int64{0, 1, 999, 1000, 86_399_999, 86_400_000, 315_569_519_999_999}},
	{"stamps", values.Stamp, []string{
		"2024-05-13 18:10:12.282031", "2024-05-13T18:10:12.282031", "2024-05-13 18:60:12.282031", "[2024-05-13 18:10:12.282031]", "2024-05-13 18:10:12.282",
	}, []int64{0, 1, 999_999, 1_000_000, 86_400_000_000, 315_569_519_999_999_999}},
}

// TestForms checks vectors/layers/forms.txt.
func TestForms(t *testing.T) {
	var list []*vectors.Vector
	for _, c := range formCases {
		v := vectors.New("%s", c.name)
		v.Add("form", "%d", c.form)
		for _, text := range c.texts {
			n, around, ok := c.form.Cut([]byte(text))
			if !ok {
				v.Add("find", "none | %s", vectors.Quote([]byte(text)))
				continue
			}
			v.Add("find", "%d | %d | %d | %s", n, len(around.Before), len(text)-len(around.Behind), vectors.Quote([]byte(text)))
			whole := string(around.Before) + string(c.form.Append(nil, n)) + string(around.Behind)
			require.Equal(t, text, whole, "what is found is written otherwise")
		}
		for i, n := range c.of {
			text := c.form.Append(nil, n)
			back, ok := c.form.Parse(text)
			require.True(t, ok && back == n, "%s is not %d", text, n)
			v.Add("write", "%d | %s", n, text)
			other := c.of[(i*5+2)%len(c.of)]
			v.Add("sum", "%d | %d | %d", n, other-3, c.form.Sum(n, other-3))
			v.Add("apart", "%d | %d | %d", n, other, c.form.Difference(n, other))
		}
		for _, r := range formCases {
			if c.form.Time() && r.form.Time() {
				last := r.of[len(r.of)-1]
				v.Add("from", "%d | %d | %d", r.form, last, c.form.From(last, r.form))
				v.Add("from", "%d | %d | %d", r.form, last/2+1, c.form.From(last/2+1, r.form))
			}
		}
		list = append(list, v)
	}
	golden.Equal(t, "../../../vectors/layers/forms.txt", vectors.File(formsHeading, list))
}
