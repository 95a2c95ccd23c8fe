import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

credentials = {
    "grant_type": "client_credentials",
    "client_id": os.environ["CLIENT_ID"],
    "client_secret": os.environ["CLIENT_SECRET"],
    "scope": "conversion:write_conversion_stablecoin",
}
with urlopen(os.environ["TOKEN_URL"], urlencode(credentials).encode(), timeout=10) as response:
    token = json.load(response)["access_token"]

body = {
    "profile_id": "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77",
    "amount": "10005.25",
    "source_asset": "USDC",
    "target_asset": "USDG",
    "ref_id": "treasury-2026-03-02-0001"
}
request = Request(
    os.environ["BASE_URL"] + "/v2/conversion/stablecoins",
    method="POST",
    headers={"Authorization": "Bearer " + token, "Content-Type": "application/json"},
    data=json.dumps(body).encode(),
)
with urlopen(request, timeout=10) as response:
    print(json.dumps(json.load(response), indent=2))
