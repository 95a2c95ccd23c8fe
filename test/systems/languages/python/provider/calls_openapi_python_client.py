"""Makes, reads, lists and cancels a conversion of a provider's document by the generated client."""

import os

from client import AuthenticatedClient
from client.api.default import (
    cancel_stablecoin_conversion,
    get_stablecoin_conversion,
    list_stablecoin_conversions,
)
from client.api.stablecoin_conversions import create_stablecoin_conversion
from client.models import Conversions, CreateStablecoinConversionRequest, StablecoinConversion

reference = "python-1"
client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"])
order = CreateStablecoinConversionRequest(
    profile_id="p",
    amount="1",
    source_asset="USDC",
    target_asset="USDG",
    ref_id=reference,
    purpose="TREASURY",
)
made = create_stablecoin_conversion.sync(client=client, body=order, idempotency_key=reference)
assert isinstance(made, StablecoinConversion), made
read = get_stablecoin_conversion.sync(str(made.id), client=client)
assert isinstance(read, StablecoinConversion), read
page = list_stablecoin_conversions.sync(client=client, ref_id=reference)
assert isinstance(page, Conversions), page
cancelled = cancel_stablecoin_conversion.sync(str(made.id), client=client)
assert isinstance(cancelled, StablecoinConversion), cancelled
print(made.id, read.id, page.conversions[0].id, cancelled.id)
