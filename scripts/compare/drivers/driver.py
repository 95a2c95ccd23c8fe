"""The process of a client in Python: makes the conversions that it is told of, one after another."""
import importlib.util
import json
import sys
import time

spec = importlib.util.spec_from_file_location("client", sys.argv[1])
client = importlib.util.module_from_spec(spec)
spec.loader.exec_module(client)


def tell(line):
    print(json.dumps(line), flush=True)


def make(job):
    convert = client.make(job["baseUrl"], job["timeout"])
    if job["reused"]:
        convert(job["body"])
    started, began = time.time(), time.monotonic()
    try:
        end = {"settled": "resolved", "what": json.dumps(convert(job["body"]))[:200]}
    except Exception as error:
        status = getattr(getattr(error, "response", None), "status_code", 0)
        end = {"settled": "rejected", "what": f"{type(error).__name__}: {error}"[:200]}
        end |= {"status": status} if status else {}
    return end | {"startedAt": started * 1000, "took": (time.monotonic() - began) * 1000}


name = "Python's httpx"
tell({"rows": {name: {}}, "version": client.version})
for line in sys.stdin:
    tell(make(json.loads(line)))
