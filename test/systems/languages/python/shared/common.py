"""What the programs of Python clients share: the document's examples, and a body for each rule that it breaks."""

import json
import os
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

ADDRESS: dict[str, Any] = {
    "crypto_network": "ETHEREUM",
    "address": "0x52908400098527886E0F7030069857D2E4169EE7",
    "nickname": "Treasury vault",
    "travelrule_metadata": {
        "vasp": {"id": "vasp-4410"},
    },
}
CONVERSION: dict[str, Any] = {
    "profile_id": "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77",
    "amount": "10005.25",
    "source_asset": "USDC",
    "target_asset": "USDG",
    "ref_id": "treasury-2026-03-02-0001",
}
QUOTE: dict[str, Any] = {
    "profile_id": "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77",
    "market": "PAXGUSD",
    "side": "BUY",
    "base_amount": "2.5",
}


def without(body: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key != name}


BROKEN: dict[str, tuple[str, dict[str, Any]]] = {
    "neither": ("put", {}),
    "both": ("put", {"id": "a", "crypto_network": "BASE", "address": "0x1"}),
    "half": ("put", {"crypto_network": "BASE"}),
    "network": ("put", {"crypto_network": "DOGECOIN", "address": "0x1"}),
    "missing": ("convert", without(CONVERSION, "profile_id")),
    "number": ("convert", {**CONVERSION, "amount": 1}),
    "pattern": ("convert", {**CONVERSION, "amount": "1."}),
    "unlisted": ("convert", {**without(CONVERSION, "ref_id"), "refid": CONVERSION["ref_id"]}),
    "metadata": ("convert", {**CONVERSION, "metadata": "x"}),
    "market": ("quote", {**QUOTE, "market": "BTCUSD"}),
    "side": ("quote", {**QUOTE, "side": "HOLD"}),
}


def token() -> str:
    form = {
        "grant_type": "client_credentials",
        "client_id": os.environ["CLIENT_ID"],
        "client_secret": os.environ["CLIENT_SECRET"],
        "scope": os.environ["SCOPE"],
    }
    with urlopen(os.environ["TOKEN_URL"], urlencode(form).encode()) as answer:
        return str(json.load(answer)["access_token"])


def show(**line: Any) -> None:
    print(json.dumps(line))


def report_all(send: Callable[[str, dict[str, Any]], int]) -> None:
    """Sends a body for each rule that is left, as it may come from elsewhere: as JSON without a type."""
    for kind, names in (("rule", "RULES"), ("probe", "PROBES")):
        for name in os.environ[names].split():
            operation, body = BROKEN[name]
            try:
                by = "mock" if send(operation, body) == 422 else "nobody"
            except (TypeError, ValueError):
                by = "client"
            show(**{kind: name, "by": by})
