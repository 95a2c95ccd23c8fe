from typing import Any

from client.models import (
    CreateIssuerQuoteRequest,
    CreateStablecoinConversionRequest,
    CryptoDestinationAddressById,
    CryptoDestinationAddressByNetworkAddress,
    CryptoNetwork,
    Side,
)

anything: Any = None

CryptoDestinationAddressById(id="a")
CryptoDestinationAddressByNetworkAddress(crypto_network=CryptoNetwork.BASE, address="0x1", nickname="n")
CreateStablecoinConversionRequest(profile_id="p", amount="1", source_asset="A", target_asset="B", ref_id="r")
CreateIssuerQuoteRequest(profile_id="p", market=anything, side=Side.BUY, base_amount="1")

CryptoDestinationAddressById()  # refused: neither
CryptoDestinationAddressById(id="a", address="0x1")  # refused: both
CryptoDestinationAddressByNetworkAddress(crypto_network=CryptoNetwork.BASE)  # refused: half
CryptoDestinationAddressByNetworkAddress(crypto_network="DOGECOIN", address="0x1")  # refused: network
CreateStablecoinConversionRequest(amount="1", source_asset="A", target_asset="B")  # refused: missing
CreateStablecoinConversionRequest(profile_id="p", amount=1, source_asset="A", target_asset="B")  # refused: number
CreateStablecoinConversionRequest(profile_id="p", amount="1", source_asset="A", target_asset="B", refid="r")  # refused: unlisted
CreateStablecoinConversionRequest(profile_id="p", amount="1", source_asset="A", target_asset="B", metadata="x")  # refused: metadata
CreateIssuerQuoteRequest(profile_id="p", market="BTCUSD", side=Side.BUY, base_amount="1")  # refused: market
CreateIssuerQuoteRequest(profile_id="p", market=anything, side="HOLD", base_amount="1")  # refused: side
