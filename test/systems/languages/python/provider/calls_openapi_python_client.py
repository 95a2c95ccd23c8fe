"""Makes, reads, lists and cancels a parcel of a provider's document by the generated client."""

import os

from client import AuthenticatedClient
from client.api.default import cancel_parcel, create_parcel, get_parcel, list_parcels
from client.models import CreateParcelRequest, Parcel, Parcels

reference = "python-1"
client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"])
order = CreateParcelRequest(
    depot_id="p",
    weight="1",
    from_town="Ulm",
    to_town="Bonn",
    ref_id=reference,
    purpose="TREASURY",
)
made = create_parcel.sync(client=client, body=order, idempotency_key=reference)
assert isinstance(made, Parcel), made
read = get_parcel.sync(str(made.id), client=client)
assert isinstance(read, Parcel), read
page = list_parcels.sync(client=client, ref_id=reference)
assert isinstance(page, Parcels), page
cancelled = cancel_parcel.sync(str(made.id), client=client)
assert isinstance(cancelled, Parcel), cancelled
print(made.id, read.id, page.parcels[0].id, cancelled.id)
