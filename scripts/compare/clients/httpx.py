import platform

import httpx

version = f"httpx {httpx.__version__}, Python {platform.python_version()}"


def make(base_url, timeout):
    client = httpx.Client(base_url=base_url, timeout=timeout / 1000)

    def convert(body):
        return client.post("/v2/conversion/stablecoins", json=body).raise_for_status().json()

    return convert
