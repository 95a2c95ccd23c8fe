"""The process of a client in Python: makes the conversions that it reads of, one after another."""
import importlib.util
import json
import sys
import time

spec = importlib.util.spec_from_file_location("client", sys.argv[1])
client = importlib.util.module_from_spec(spec)
spec.loader.exec_module(client)


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


hello = {"rows": {"Python's httpx": {}}, "version": client.version, "without": ["blocked"]}
print(json.dumps(hello), flush=True)
for line in sys.stdin:
    print(json.dumps(make(json.loads(line))), flush=True)
