import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

credentials = {
    "grant_type": "client_credentials",
    "client_id": os.environ["CLIENT_ID"],
    "client_secret": os.environ["CLIENT_SECRET"],
    "scope": "transfer:write_crypto_destination_address",
}
with urlopen(os.environ["TOKEN_URL"], urlencode(credentials).encode(), timeout=10) as response:
    token = json.load(response)["access_token"]

body = {
    "crypto_network": "ETHEREUM",
    "address": "0x52908400098527886E0F7030069857D2E4169EE7",
    "nickname": "Treasury vault",
    "travelrule_metadata": {
        "vasp": {
            "id": "vasp-4410"
        }
    }
}
request = Request(
    os.environ["BASE_URL"] + "/v2/transfer/crypto-destination-address",
    method="PUT",
    headers={"Authorization": "Bearer " + token, "Content-Type": "application/json"},
    data=json.dumps(body).encode(),
)
with urlopen(request, timeout=10) as response:
    print(json.dumps(json.load(response), indent=2))
