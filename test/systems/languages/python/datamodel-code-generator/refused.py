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
CreateStablecoinConversionRequest(profile_id="p", amount=1, source_asset="A", target_asset="B")  # refused: number
CreateStablecoinConversionRequest(profile_id="p", amount="1", source_asset="A", target_asset="B", refid="r")  # refused: unlisted
CreateStablecoinConversionRequest(profile_id="p", amount="1", source_asset="A", target_asset="B", metadata="x")  # refused: metadata
CreateIssuerQuoteRequest(profile_id="p", market="PAXGUSD", side="HOLD", base_amount="1")  # refused: side
CreateIssuerQuoteRequest(profile_id="p", market="BTCUSD", side=Side.BUY, base_amount="1")  # refused: market
