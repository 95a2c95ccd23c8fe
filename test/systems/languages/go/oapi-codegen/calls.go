// Makes the calls of a file by the generated client.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"languages/api"
)

type call struct {
	Operation, URL string
	Body           json.RawMessage
}

func main() {
	file := must(os.Open(os.Getenv("CALLS")))
	for calls := json.NewDecoder(file); calls.More(); {
		var one call
		check(calls.Decode(&one))
		fmt.Println(string(must(json.Marshal(result(one)))))
	}
}

func result(one call) (line map[string]any) {
	defer func() {
		if err := recover(); err != nil {
			line = map[string]any{"error": fmt.Sprint(err)}
		}
	}()
	status, answer := send(one)
	return map[string]any{"status": status, "answer": answer}
}

func send(one call) (int, any) {
	ctx, client := context.Background(), connect(one.URL)
	switch one.Operation {
	case "putCryptoDestinationAddress":
		body := read[api.PutCryptoDestinationAddressRequest](one.Body)
		answer := must(client.PutCryptoDestinationAddressWithResponse(ctx, body))
		return answer.StatusCode(), answer.JSON200
	case "createStablecoinConversion":
		body := read[api.CreateStablecoinConversionRequest](one.Body)
		answer := must(client.CreateStablecoinConversionWithResponse(ctx, body))
		return answer.StatusCode(), answer.JSON200
	default:
		body := read[api.CreateIssuerQuoteRequest](one.Body)
		answer := must(client.CreateIssuerQuoteWithResponse(ctx, body))
		return answer.StatusCode(), answer.JSON200
	}
}

func read[Body any](text []byte) (body Body) {
	check(json.Unmarshal(text, &body))
	return body
}
