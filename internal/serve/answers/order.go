package answers

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/gamelist"
)

// unindexed is the greatest number of games of a file without an index that are sorted,
// since their tags must be decoded.
const unindexed = 20_000

// sorts returns whether a file can be sorted by numbers, and by names.
func (s *Site) sorts(file int) (numbers, names bool) {
	a := s.files[file].Archive
	if a.NumGames() <= unindexed {
		return true, true
	}
	o, _ := a.WriterOptions() // the columns do not depend on the level
	numbers = o.Open&chesszip.ColumnNumbers != 0 && a.NumGames() <= gamelist.MostGames
	return numbers, numbers && o.Open&chesszip.ColumnNames != 0
}

// page returns the games of a query from a rank on, in an order, and the number of all.
func (s *Site) page(ctx context.Context, files []int, q *chesszip.Query, text string, key gamelist.Key, from, limit int64) (page []Place, total int64, err error) {
	if key != (gamelist.Key{}) {
		order, err := s.order(ctx, files, q, text, key)
		if err != nil {
			return nil, 0, err
		}
		for rank := from; rank < min(from+limit, order.Len()); rank++ {
			i, number := order.At(rank)
			page = append(page, Place{files[i], number})
		}
		return page, order.Len(), nil
	}
	for _, i := range files {
		x, err := s.selected(ctx, i, q, text, false)
		if err != nil {
			return nil, 0, err
		}
		if rank, left := from+int64(len(page))-total, limit-int64(len(page)); rank >= 0 && left > 0 {
			for _, n := range x.at(rank, left) {
				page = append(page, Place{i, n})
			}
		}
		total += x.count
	}
	return page, total, nil
}

// order returns the games of a query in order.
func (s *Site) order(ctx context.Context, files []int, q *chesszip.Query, text string, key gamelist.Key) (*gamelist.Order, error) {
	for _, i := range files {
		numbers, names := s.sorts(i)
		if !numbers || key.OfNames() && !names {
			return nil, Bad("sort: %s cannot be sorted by %s: it needs an index (chesszip --index players), and at most %d games", s.files[i].Name, key.Name(), gamelist.MostGames)
		}
	}
	order, err := s.lists.orders.Get(ctx, fmt.Sprint(files, key, text), func(ctx context.Context) (*gamelist.Order, error) {
		if key.OfNames() {
			return s.orderOfNames(ctx, files, q, text, key)
		}
		return inTurn(ctx, s.searches, func() (*gamelist.Order, error) {
			b := gamelist.NewBuilder(key)
			for _, i := range files {
				if err := b.AddNumbers(ctx, s.files[i].Archive, q); err != nil {
					return nil, s.in(i, err)
				}
			}
			return b.Order(), ctx.Err()
		})
	})
	if errors.Is(err, gamelist.ErrMany) {
		err = Bad("%v", gamelist.ErrMany)
	}
	return order, err
}

// orderOfNames is order for a key of names.
func (s *Site) orderOfNames(ctx context.Context, files []int, q *chesszip.Query, text string, key gamelist.Key) (*gamelist.Order, error) {
	players := make([]*gamelist.Players, len(files))
	for k, i := range files {
		var err error
		if players[k], err = s.playersOf(ctx, i); err != nil {
			return nil, err
		}
	}
	ranks := gamelist.Rank(players)
	b := gamelist.NewBuilder(key)
	for k, i := range files {
		x, err := s.selected(ctx, i, q, text, false)
		if err != nil {
			return nil, err
		}
		var numbers []int64
		if x.set != nil {
			numbers = x.at(0, x.count)
		}
		if err := b.AddPlayers(players[k], ranks[k], numbers); err != nil {
			return nil, err
		}
	}
	return b.Order(), ctx.Err()
}

// playersOf returns the names of the players of a file.
func (s *Site) playersOf(ctx context.Context, file int) (*gamelist.Players, error) {
	return s.lists.players.Get(ctx, strconv.Itoa(file), func(ctx context.Context) (*gamelist.Players, error) {
		return inTurn(ctx, s.searches, func() (*gamelist.Players, error) {
			p, err := gamelist.ReadPlayers(ctx, s.files[file].Archive)
			return p, s.in(file, err)
		})
	})
}
