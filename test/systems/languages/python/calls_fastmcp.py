"""Calls the tools that FastMCP makes of the document, as a model would."""

import asyncio
import json
import re
from typing import Any

import httpx2
from common import TOKEN, make_calls
from fastmcp import Client, FastMCP
from fastmcp.exceptions import ToolError

with open("openapi.json") as file:
    document = json.load(file)
headers = {"Authorization": "Bearer " + TOKEN}


async def ask(operation: str, url: str, body: dict[str, Any]) -> tuple[int, Any]:
    async with httpx2.AsyncClient(base_url=url, headers=headers) as sender:
        async with Client(FastMCP.from_openapi(document, client=sender)) as model:
            # Fields are arguments of their own, but those of a union.
            fields = {"body": body} if operation == "putCryptoDestinationAddress" else body
            try:
                return 200, (await model.call_tool(operation, fields)).structured_content
            except ToolError as error:
                status = re.search(r"HTTP error (\d{3})", str(error))
                if status is None:
                    raise
                return int(status.group(1)), None


make_calls(lambda operation, url, body: asyncio.run(ask(operation, url, body)))
