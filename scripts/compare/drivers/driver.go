// The process of a client in Go: makes the conversions that it reads of, one after another.
package main

import (
	"encoding/json"
	"os"
	"runtime"
	"time"
)

type object = map[string]any

type job struct {
	BaseUrl string
	Body    json.RawMessage
	Timeout time.Duration
	Reused  bool
}

func main() {
	out := json.NewEncoder(os.Stdout)
	rows := object{"Go's net/http": object{}, "Go's net/http, HTTP/2": object{"http2": true}}
	// When it was frozen, the scheduler decides whether its timer or its handshake goes on first.
	without := []string{"blocked", "frozen"}
	out.Encode(object{"rows": rows, "version": runtime.Version(), "without": without})
	for in := json.NewDecoder(os.Stdin); ; {
		var next job
		if in.Decode(&next) != nil {
			return
		}
		convert := connect(next.BaseUrl, next.Timeout*time.Millisecond)
		if next.Reused {
			convert(next.Body)
		}
		began := time.Now()
		status, answer, err := convert(next.Body)
		end := object{"settled": "resolved", "what": string(answer), "status": status}
		if err == nil && status < 300 {
			err = json.Unmarshal(answer, &object{})
		}
		if err != nil {
			end["what"] = err.Error()
		}
		if err != nil || status >= 300 {
			end["settled"] = "rejected"
		}
		end["startedAt"], end["took"] = began.UnixMilli(), time.Since(began).Milliseconds()
		out.Encode(end)
	}
}
