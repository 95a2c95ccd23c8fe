package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"languages/api"
)

func main() {
	ctx := context.Background()
	client := connect(os.Getenv("BASE_URL"))

	var put api.PutCryptoDestinationAddressRequest
	check(put.FromCryptoDestinationAddressByNetworkAddress(api.CryptoDestinationAddressByNetworkAddress{
		CryptoNetwork: api.ETHEREUM,
		Address:       "0x52908400098527886E0F7030069857D2E4169EE7",
	}))
	address := must(client.PutCryptoDestinationAddressWithResponse(ctx, put))
	show("putCryptoDestinationAddress", address.StatusCode(), address.JSON200)

	reference := "next-1"
	converted := must(client.CreateStablecoinConversionWithResponse(ctx, api.CreateStablecoinConversionRequest{
		ProfileId: "p", Amount: "1", SourceAsset: "USDC", TargetAsset: "USDG", RefId: &reference,
	}))
	show("createStablecoinConversion", converted.StatusCode(), converted.JSON200)

	quote := must(client.CreateIssuerQuoteWithResponse(ctx, api.CreateIssuerQuoteRequest{
		ProfileId: "p", Market: api.PAXGUSD, Side: api.BUY, BaseAmount: "7",
	}))
	show("createIssuerQuote", quote.StatusCode(), quote.JSON200)
	id := quote.JSON200.QuoteId

	again := must(client.GetQuoteWithResponse(ctx, id))
	show("getQuote", again.StatusCode(), again.JSON200)

	limit := 5
	list := must(client.ListQuotesWithResponse(ctx, &api.ListQuotesParams{ProfileId: "p", Limit: &limit}))
	show("listQuotes", list.StatusCode(), list.JSON200)

	team := []string{"a b", "c"}
	accepted := must(client.AcceptThingWithResponse(ctx, id,
		&api.AcceptThingParams{XDesk: 7, XTeam: &team},
		api.AcceptThingRequest{BaseAmount: "7", OrderRef: &reference}))
	show("acceptThing", accepted.StatusCode(), accepted.JSON200)

	verbose, tag, near := true, []int{7, 8}, []string{"x", "y"}
	expand := api.Expand{"fees", "parties"}
	thing := must(client.GetThingWithResponse(ctx, converted.JSON200.Id.String(),
		&api.GetThingParams{Verbose: &verbose, Expand: &expand, Tag: &tag, Near: &near}))
	show("getThing", thing.StatusCode(), thing.JSON200)

	cancelled := must(client.CancelThingWithResponse(ctx, "a b/ä?", nil))
	show("cancelThing", cancelled.StatusCode(), nil)
}

func show(call string, status int, answer any) {
	line := map[string]any{"call": call, "status": status, "answer": answer}
	fmt.Println(string(must(json.Marshal(line))))
}
