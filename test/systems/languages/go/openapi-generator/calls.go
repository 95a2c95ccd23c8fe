package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"golang.org/x/oauth2"
	"languages/api"
)

func main() {
	source := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: token()})
	ctx := context.WithValue(context.Background(), api.ContextOAuth2, source)
	client := connect("BASE_URL")

	vault := api.NewCryptoDestinationAddressByNetworkAddress(api.ETHEREUM, "0x52908400098527886E0F7030069857D2E4169EE7")
	vault.SetNickname("Treasury vault")
	vasp := api.NewTravelRuleMetadataVasp()
	vasp.SetId("vasp-4410")
	travelRule := api.NewTravelRuleMetadata()
	travelRule.SetVasp(*vasp)
	vault.SetTravelruleMetadata(*travelRule)
	put := func(body api.PutCryptoDestinationAddressRequest) (*api.PutCryptoDestinationAddressResponse, *http.Response, error) {
		return client.CryptoDestinationAddressesAPI.PutCryptoDestinationAddress(ctx).PutCryptoDestinationAddressRequest(body).Execute()
	}
	address, _, err := put(api.CryptoDestinationAddressByNetworkAddressAsPutCryptoDestinationAddressRequest(vault))
	check(err)
	show(map[string]any{"call": "putCryptoDestinationAddress", "answer": address})

	conversion := *api.NewCreateStablecoinConversionRequest("0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77", "10005.25", "USDC", "USDG")
	conversion.SetRefId("treasury-2026-03-02-0001")
	convert := func(body api.CreateStablecoinConversionRequest) (*api.StablecoinConversion, *http.Response, error) {
		return client.StablecoinConversionsAPI.CreateStablecoinConversion(ctx).CreateStablecoinConversionRequest(body).Execute()
	}
	converted, _, err := convert(conversion)
	check(err)
	show(map[string]any{"call": "createStablecoinConversion", "answer": converted})

	quote := *api.NewCreateIssuerQuoteRequest("0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77", "PAXGUSD", api.BUY, "2.5")
	take := func(from *api.APIClient, body api.CreateIssuerQuoteRequest) (*api.IssuerQuote, *http.Response, error) {
		return from.IssuerQuotesAPI.CreateIssuerQuote(ctx).CreateIssuerQuoteRequest(body).Execute()
	}
	held, _, err := take(client, quote)
	check(err)
	show(map[string]any{"call": "createIssuerQuote", "answer": held})

	later, _, err := take(connect("TOMORROW_URL"), quote)
	if err != nil {
		show(map[string]any{"tomorrow": nil, "error": err.Error()})
	} else {
		show(map[string]any{"tomorrow": later})
	}

	sendAddress := func(rule string, body api.PutCryptoDestinationAddressRequest) {
		_, answer, _ := put(body)
		report("rule", rule, answer)
	}
	sendAddress("neither", api.PutCryptoDestinationAddressRequest{})
	// The fields of the union are pointers, and both may be set.
	sendAddress("both", api.PutCryptoDestinationAddressRequest{
		CryptoDestinationAddressById:             api.NewCryptoDestinationAddressById("a"),
		CryptoDestinationAddressByNetworkAddress: api.NewCryptoDestinationAddressByNetworkAddress(api.BASE, "0x1"),
	})
	sendAddress("half", api.PutCryptoDestinationAddressRequest{
		CryptoDestinationAddressByNetworkAddress: &api.CryptoDestinationAddressByNetworkAddress{CryptoNetwork: api.BASE},
	})
	sendAddress("network", api.PutCryptoDestinationAddressRequest{
		CryptoDestinationAddressByNetworkAddress: api.NewCryptoDestinationAddressByNetworkAddress("DOGECOIN", "0x1"),
	})
	missing, pattern := conversion, conversion
	missing.ProfileId = ""
	_, answer, _ := convert(missing)
	report("rule", "missing", answer)
	pattern.Amount = "1."
	_, answer, _ = convert(pattern)
	report("rule", "pattern", answer)
	market, side := quote, quote
	market.Market = "BTCUSD"
	_, answer, _ = take(client, market)
	report("rule", "market", answer)
	side.Side = "HOLD"
	_, answer, _ = take(client, side)
	report("rule", "side", answer)

	// As JSON from elsewhere.
	var body api.CreateStablecoinConversionRequest
	text := `{"profile_id":"p","amount":"1","source_asset":"A","target_asset":"B","refid":"r"}`
	if json.Unmarshal([]byte(text), &body) != nil {
		answer = nil
	} else {
		_, answer, _ = convert(body)
	}
	report("probe", "unlisted", answer)
}

func connect(address string) *api.APIClient {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv(address)}}
	return api.NewAPIClient(configuration)
}

func token() string {
	answer, err := http.PostForm(os.Getenv("TOKEN_URL"), url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {os.Getenv("CLIENT_ID")},
		"client_secret": {os.Getenv("CLIENT_SECRET")},
		"scope":         {os.Getenv("SCOPE")},
	})
	check(err)
	defer func() { check(answer.Body.Close()) }()
	var body struct {
		AccessToken string `json:"access_token"`
	}
	check(json.NewDecoder(answer.Body).Decode(&body))
	return body.AccessToken
}

// Without an answer, nothing was sent.
func report(kind, name string, answer *http.Response) {
	by := "nobody"
	if answer == nil {
		by = "client"
	} else if answer.StatusCode == http.StatusUnprocessableEntity {
		by = "mock"
	}
	show(map[string]any{kind: name, "by": by})
}

func show(line map[string]any) {
	text, err := json.Marshal(line)
	check(err)
	fmt.Println(string(text))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
