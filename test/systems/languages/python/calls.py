"""Makes the README's first calls. mypy has to refuse each line that is marked, and no other."""

import os

from client import AuthenticatedClient
from client.api.crypto_destination_addresses import put_crypto_destination_address
from client.api.issuer_quotes import create_issuer_quote
from client.api.stablecoin_conversions import create_stablecoin_conversion
from client.models import CreateIssuerQuoteRequest as Quote
from client.models import CreateIssuerQuoteRequestMarket as Market
from client.models import CreateStablecoinConversionRequest as Convert
from client.models import CryptoDestinationAddressById as ById
from client.models import CryptoDestinationAddressByNetworkAddress as ByNetwork
from client.models import CryptoNetwork, Side

client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"])

place = ByNetwork(crypto_network=CryptoNetwork.BASE, address="0x1")
order = Quote(profile_id="treasury", market=Market.PAXGUSD, side=Side.BUY, base_amount="1.5")
conversion = Convert(
    profile_id="treasury", ref_id="order-2031", amount="1250.50", source_asset="USDC", target_asset="USDG"
)

ById()  # refused: neither
ById(id="a", address="0x1")  # refused: both
ByNetwork(crypto_network=CryptoNetwork.BASE)  # refused: half
ByNetwork(crypto_network="DOGECOIN", address="D1")  # refused: network
Quote(profile_id="p", market="BTCUSD", side=Side.BUY, base_amount="1")  # refused: market
Quote(profile_id="p", market=Market.PAXGUSD, side="HOLD", base_amount="1")  # refused: side
Convert(amount="1", source_asset="A", target_asset="B")  # refused: missing
Convert(profile_id="p", amount=1, source_asset="A", target_asset="B")  # refused: number
Convert(profile_id="p", amount="1", source_asset="A", target_asset="B", refid="r")  # refused: unlisted
Convert(profile_id="p", amount="1", source_asset="A", target_asset="B", metadata="x")  # refused: metadata

put = put_crypto_destination_address.sync(client=client, body=place)
print(put and put.address.status)
quote = create_issuer_quote.sync(client=client, body=order)
print(quote and quote.price, quote and quote.side)
made = create_stablecoin_conversion.sync(client=client, body=conversion)
print(made and made.status)
