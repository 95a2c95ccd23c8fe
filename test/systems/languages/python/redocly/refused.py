from client import (
    CreateIssuerQuoteRequest,
    CreateStablecoinConversionRequest,
    CryptoDestinationAddressById,
    CryptoDestinationAddressByNetworkAddress,
    CryptoNetwork,
    Side,
)

CryptoDestinationAddressById()  # refused: neither
CryptoDestinationAddressById(id="a", address="0x1")  # refused: both
CryptoDestinationAddressByNetworkAddress(crypto_network=CryptoNetwork.BASE)  # refused: half
CryptoDestinationAddressByNetworkAddress(crypto_network="DOGECOIN", address="0x1")  # refused: network
CreateStablecoinConversionRequest(amount="1", source_asset="A", target_asset="B")  # refused: missing
CreateStablecoinConversionRequest("p", 1, "A", "B")  # refused: number
CreateStablecoinConversionRequest("p", "1", "A", "B", refid="r")  # refused: unlisted
CreateStablecoinConversionRequest("p", "1", "A", "B", metadata="x")  # refused: metadata
CreateIssuerQuoteRequest("p", "PAXGUSD", "HOLD", "1")  # refused: side
