package tagsection

// successors records the literals after each pair of literals.
type successors struct {
	// near has, for the second literal of a pair + 1, the first few pairs with it;
	// usually there are no others. The rest is in far.
	near [][]successor
	far  map[[2]int]*successor
}

// successor is the last two different literals after a pair, the latest first.
type successor struct {
	before int
	last   [2]int
}

// nearPairs is the most pairs of a literal that are searched linearly.
const nearPairs = 8

// noLiteral means the start of a chain, or a successor not yet seen.
const noLiteral = -1

func newSuccessors() successors { return successors{far: map[[2]int]*successor{}} }

// find returns the successor of a pair, or nil if the pair was not seen.
func (s *successors) find(pair [2]int) *successor {
	if pair[1]+1 >= len(s.near) {
		return nil
	}
	list := s.near[pair[1]+1]
	for i := range list {
		if list[i].before == pair[0] {
			return &list[i]
		}
	}
	if len(list) < nearPairs {
		return nil
	}
	return s.far[pair]
}

// after returns the two likeliest successors of a pair.
func (s *successors) after(pair [2]int) [2]int {
	if f := s.find(pair); f != nil {
		return f.last
	}
	return [2]int{noLiteral, noLiteral}
}

// learn records that next followed pair.
func (s *successors) learn(pair [2]int, next int) {
	if f := s.find(pair); f != nil {
		if f.last[0] != next {
			f.last = [2]int{next, f.last[0]}
		}
		return
	}
	for pair[1]+1 >= len(s.near) {
		s.near = append(s.near, nil)
	}
	f := successor{pair[0], [2]int{next, noLiteral}}
	if list := &s.near[pair[1]+1]; len(*list) < nearPairs {
		*list = append(*list, f)
		return
	}
	s.far[pair] = &f
}
