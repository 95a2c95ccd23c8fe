// Makes the README's first calls. The compiler has to refuse each line that is marked, and no other.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"languages/api"
)

func main() {
	ctx, reference := context.Background(), "order-2031"
	client := must(api.NewClientWithResponses(os.Getenv("BASE_URL"), api.WithRequestEditorFn(authorize)))

	var place api.PutCryptoDestinationAddressRequest
	check(place.FromCryptoDestinationAddressByNetworkAddress(
		api.CryptoDestinationAddressByNetworkAddress{CryptoNetwork: api.BASE, Address: "0x1"}))
	order := api.CreateIssuerQuoteRequest{
		ProfileId: "treasury", Market: api.PAXGUSD, Side: api.BUY, BaseAmount: "1.5",
	}
	conversion := api.CreateStablecoinConversionRequest{
		ProfileId: "treasury", RefId: &reference, Amount: "1250.50", SourceAsset: "USDC", TargetAsset: "USDG",
	}

	_ = api.CreateStablecoinConversionRequest{Amount: 1250.5}          // refused: number
	_ = api.CreateStablecoinConversionRequest{Amount: "1", Refid: "r"} // refused: unlisted
	_ = api.CreateStablecoinConversionRequest{Metadata: "x"}           // refused: metadata

	put := must(client.PutCryptoDestinationAddressWithResponse(ctx, place))
	fmt.Println(put.JSON200.Address.Status)
	quote := must(client.CreateIssuerQuoteWithResponse(ctx, order))
	fmt.Println(quote.JSON200.Price, quote.JSON200.Side)
	made := must(client.CreateStablecoinConversionWithResponse(ctx, conversion))
	fmt.Println(made.JSON200.Status)
}

func authorize(_ context.Context, request *http.Request) error {
	request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
	return nil
}

func must[Value any](value Value, err error) Value {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
