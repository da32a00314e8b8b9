package dictionary

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// TestAgeClasses checks that each age is in one class, two for each doubling.
func TestAgeClasses(t *testing.T) {
	for age := 1; age < 200_000; age++ {
		class := ageClass(age)
		from, to := agesOf(class)
		require.True(t, from <= age && age < to, "age %d has class %d, from %d to %d", age, class, from, to)
		require.NotEqual(t, classNew, class)
	}
	for age, class := range map[int]int{1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 5, 7: 5, 8: 6, 1 << 14: 28, 3 << 14: 31, 1 << 20: 31} {
		require.Equal(t, class, ageClass(age), "age %d", age)
	}
}

// byAge writes the names of games, White's and Black's in turns, and returns how many
// bytes they take.
func byAge(t *testing.T, digits, games int, name func(game, side int) string) int {
	var sides []int
	var refs [][References]int
	var texts []string
	numbers := map[string]int{}
	for game := range games {
		white := -1
		for side := range 2 {
			text := name(game, side)
			if _, ok := numbers[text]; !ok {
				numbers[text] = len(numbers)
			}
			sides, refs, texts = append(sides, side), append(refs, [References]int{white, -1, -1}), append(texts, text)
			white = numbers[text]
		}
	}
	o := Options{Digits: digits, Values: 2 * games}
	src := write(o, true, sides, refs, texts)
	got, err := read(o, true, sides, refs, src, limit)
	require.NoError(t, err)
	require.Equal(t, texts, got)
	return len(src)
}

// TestByAge checks that names by their age take less than by their numbers where players
// come and go, and more where they meet in turns.
func TestByAge(t *testing.T) {
	comeAndGo := func(game, side int) string { return fmt.Sprint("player ", game/8+(game*7+side*5)%13) }
	require.Less(t, byAge(t, 0, 1000, comeAndGo)*10, byAge(t, 8, 1000, comeAndGo)*9)
	inTurns := func(game, side int) string { return fmt.Sprint("player ", (game*(1+side)+side)%19) }
	require.Less(t, byAge(t, 5, 1000, inTurns), byAge(t, 0, 1000, inTurns))
	// As many names as a frame may have.
	many := func(game, side int) string { return fmt.Sprint("p", 2*game+side) }
	byAge(t, 0, 4000, many)
	// The same name on both sides, and one that alone is of its age but is known not to come.
	byAge(t, 0, 50, func(game, side int) string { return "p" })
	byAge(t, 0, 50, func(game, side int) string { return []string{"a", "b", "b", "a"}[(game+side)%4] })
}

// TestNoSuchAge has a class of ages that no value has.
func TestNoSuchAge(t *testing.T) {
	coder := &contextmix.Coder{Enc: rangecoder.NewEncoder(nil)}
	d := NewPlayers(Options{Coder: coder, Values: 1}, 1)
	d.model.Use(choiceAge, 0, 0, 0)
	d.model.Index(7, ageDigits)
	_, err := read(Options{Values: 1}, true, []int{0}, [][References]int{{-1, -1, -1}}, coder.Enc.Finish(), limit)
	require.ErrorIs(t, err, corrupt.Err)
	require.ErrorContains(t, err, "no value came as long ago as class 7 says")
}
