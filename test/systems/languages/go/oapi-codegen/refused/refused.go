package refused

import "languages/api"

var (
	_ = api.CreateStablecoinConversionRequest{Amount: 1}               // refused: number
	_ = api.CreateStablecoinConversionRequest{Amount: "1", Refid: "r"} // refused: unlisted
	_ = api.CreateStablecoinConversionRequest{Metadata: "x"}           // refused: metadata
)
