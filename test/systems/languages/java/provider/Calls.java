import org.openapitools.client.ApiClient;
import org.openapitools.client.api.DefaultApi;
import org.openapitools.client.model.CreateParcelRequest;
import org.openapitools.client.model.Parcel;

/** Makes, reads, lists and cancels a parcel of a provider's document by the generated client. */
public final class Calls {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("BASE_URL"));
        client.setRequestInterceptor(
            request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));
        String reference = "java-1";
        CreateParcelRequest order = new CreateParcelRequest()
            .depotId("p").weight("1").fromTown("Ulm").toTown("Bonn")
            .refId(reference).purpose("TREASURY");
        DefaultApi provider = new DefaultApi(client);
        Parcel made = provider.createParcel(reference, order);
        String id = made.getId().toString();
        System.out.printf(
            "%s %s %s %s%n",
            id,
            provider.getParcel(id).getId(),
            provider.listParcels(reference, null, null).getParcels().get(0).getId(),
            provider.cancelParcel(id).getId());
    }
}
