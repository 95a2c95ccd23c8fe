package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"languages/api"
)

func main() {
	ctx := context.Background()
	bearer := token()
	editor := api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+bearer)
		return nil
	})
	client := must(api.NewClientWithResponses(os.Getenv("BASE_URL"), editor))

	nickname, provider := "Treasury vault", "vasp-4410"
	var put api.PutCryptoDestinationAddressRequest
	check(put.FromCryptoDestinationAddressByNetworkAddress(api.CryptoDestinationAddressByNetworkAddress{
		CryptoNetwork: api.ETHEREUM,
		Address:       "0x52908400098527886E0F7030069857D2E4169EE7",
		Nickname:      &nickname,
		TravelruleMetadata: &api.TravelRuleMetadata{
			Vasp: &struct {
				Id *string `json:"id,omitempty"`
			}{Id: &provider},
		},
	}))
	address := must(client.PutCryptoDestinationAddressWithResponse(ctx, put))
	show(map[string]any{"call": "putCryptoDestinationAddress", "answer": address.JSON200})

	profile, reference := "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77", "treasury-2026-03-02-0001"
	conversion := api.CreateStablecoinConversionRequest{
		ProfileId: profile, Amount: "10005.25", SourceAsset: "USDC", TargetAsset: "USDG", RefId: &reference,
	}
	converted := must(client.CreateStablecoinConversionWithResponse(ctx, conversion))
	show(map[string]any{"call": "createStablecoinConversion", "answer": converted.JSON200})

	quote := api.CreateIssuerQuoteRequest{
		ProfileId: profile, Market: api.PAXGUSD, Side: api.BUY, BaseAmount: "2.5",
	}
	held := must(client.CreateIssuerQuoteWithResponse(ctx, quote))
	show(map[string]any{"call": "createIssuerQuote", "answer": held.JSON200})

	tomorrow := must(api.NewClientWithResponses(os.Getenv("TOMORROW_URL"), editor))
	later, err := tomorrow.CreateIssuerQuoteWithResponse(ctx, quote)
	if err != nil {
		show(map[string]any{"tomorrow": nil, "error": err.Error()})
	} else {
		show(map[string]any{"tomorrow": later.JSON200})
	}

	sendAddress := func(rule string, fill func(*api.PutCryptoDestinationAddressRequest) error) {
		var body api.PutCryptoDestinationAddressRequest
		check(fill(&body))
		report(rule, must(client.PutCryptoDestinationAddressWithResponse(ctx, body)).StatusCode())
	}
	sendAddress("neither", func(*api.PutCryptoDestinationAddressRequest) error { return nil })
	// A literal may leave out any field: address is sent as "" here, which is a string.
	sendAddress("half", func(body *api.PutCryptoDestinationAddressRequest) error {
		return body.FromCryptoDestinationAddressByNetworkAddress(
			api.CryptoDestinationAddressByNetworkAddress{CryptoNetwork: api.BASE})
	})
	sendAddress("network", func(body *api.PutCryptoDestinationAddressRequest) error {
		return body.FromCryptoDestinationAddressByNetworkAddress(
			api.CryptoDestinationAddressByNetworkAddress{CryptoNetwork: "DOGECOIN", Address: "0x1"})
	})
	sendAddress("both", func(body *api.PutCryptoDestinationAddressRequest) error {
		check(body.FromCryptoDestinationAddressById(api.CryptoDestinationAddressById{Id: "a"}))
		return body.MergeCryptoDestinationAddressByNetworkAddress(
			api.CryptoDestinationAddressByNetworkAddress{CryptoNetwork: api.BASE, Address: "0x1"})
	})

	missing := conversion
	missing.ProfileId = ""
	report("missing", must(client.CreateStablecoinConversionWithResponse(ctx, missing)).StatusCode())
	pattern := conversion
	pattern.Amount = "1."
	report("pattern", must(client.CreateStablecoinConversionWithResponse(ctx, pattern)).StatusCode())
	market := quote
	market.Market = "BTCUSD"
	report("market", must(client.CreateIssuerQuoteWithResponse(ctx, market)).StatusCode())
	side := quote
	side.Side = "HOLD"
	report("side", must(client.CreateIssuerQuoteWithResponse(ctx, side)).StatusCode())
}

func token() string {
	answer := must(http.PostForm(os.Getenv("TOKEN_URL"), url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {os.Getenv("CLIENT_ID")},
		"client_secret": {os.Getenv("CLIENT_SECRET")},
		"scope":         {os.Getenv("SCOPE")},
	}))
	defer func() { check(answer.Body.Close()) }()
	var body struct {
		AccessToken string `json:"access_token"`
	}
	check(json.NewDecoder(answer.Body).Decode(&body))
	return body.AccessToken
}

func report(rule string, status int) {
	by := "nobody"
	if status == http.StatusUnprocessableEntity {
		by = "mock"
	}
	show(map[string]any{"rule": rule, "by": by})
}

func show(line map[string]any) {
	fmt.Println(string(must(json.Marshal(line))))
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
