package main

import (
	"fmt"
	"io"
	"net/http"
	"path"
	"regexp"
	"time"
)

// pages measures the time until a browser shows games: the page with its style and
// scripts, one after the other, and the first games of the list; then the explorer's
// start position. First is after the start of the server, warm is every later time.
func (b *bench) pages() error {
	var list, explorer times
	var size int
	for range 21 {
		begun := time.Now()
		n, err := b.page()
		if err != nil {
			return err
		}
		var games, moves any
		if err := b.get("/api/games?limit=50", &games); err != nil {
			return err
		}
		size, list = n, append(list, time.Since(begun))
		begun = time.Now()
		if err := b.get(explorePath("", ""), &moves); err != nil {
			return err
		}
		explorer = append(explorer, time.Since(begun))
	}
	fmt.Printf("%d bytes of pages, styles and scripts\n\n", size)
	fmt.Println("| first page | first ms | warm requests | median ms | p95 ms | most ms |\n|---|--:|--:|--:|--:|--:|")
	list.pageRow("page and 50 games")
	explorer.pageRow("start position of the explorer")
	fmt.Println()
	return nil
}

func (t times) pageRow(name string) {
	first, warm := t[:1], t[1:]
	fmt.Printf("| %s | %.1f | %d | %.1f | %.1f | %.1f |\n", name, first.at(50), len(warm), warm.at(50), warm.at(95), warm.at(100))
}

var linked = regexp.MustCompile(`(?:src|href)="([^"#:]+\.(?:js|css|svg))"|(?:from|import) "(\.[^"]+)"`)

// page requests the page and all files that it and they refer to, and returns their
// bytes.
func (b *bench) page() (size int, err error) {
	seen := map[string]bool{"/": true}
	for queue := []string{"/"}; len(queue) > 0; queue = queue[1:] {
		r, err := http.Get(b.base + queue[0])
		if err != nil {
			return 0, err
		}
		text, err := io.ReadAll(r.Body)
		_ = r.Body.Close() // completely read
		if err != nil {
			return 0, err
		}
		if r.StatusCode != http.StatusOK {
			return 0, fmt.Errorf("%s: %s", queue[0], r.Status)
		}
		size += len(text)
		for _, m := range linked.FindAllStringSubmatch(string(text), -1) {
			to := path.Join(path.Dir(queue[0]), m[1]+m[2])
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return size, nil
}
