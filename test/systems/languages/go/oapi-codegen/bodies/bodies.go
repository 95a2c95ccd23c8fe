package bodies

import "languages/api"

var (
	reference = "r"

	_ = api.CryptoDestinationAddressByNetworkAddress{CryptoNetwork: api.BASE, Address: "0x1"}
	_ = api.CryptoDestinationAddressById{Id: "a"}
	_ = api.CreateStablecoinConversionRequest{ProfileId: "p", Amount: "1", RefId: &reference}
	_ = api.CreateIssuerQuoteRequest{Market: api.PAXGUSD, Side: api.BUY, BaseAmount: "1"}

	_ = api.CreateStablecoinConversionRequest{Amount: 1}               // refused: number
	_ = api.CreateStablecoinConversionRequest{Amount: "1", Refid: "r"} // refused: unlisted
	_ = api.CreateStablecoinConversionRequest{Metadata: "x"}           // refused: metadata
)
