import org.openapitools.client.ApiClient;
import org.openapitools.client.api.DefaultApi;
import org.openapitools.client.api.StablecoinConversionsApi;
import org.openapitools.client.model.CreateStablecoinConversionRequest;
import org.openapitools.client.model.StablecoinConversion;

/** Makes, reads, lists and cancels a conversion of a provider's document by the generated client. */
public final class Calls {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("BASE_URL"));
        client.setRequestInterceptor(
            request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));
        String reference = "java-1";
        CreateStablecoinConversionRequest order = new CreateStablecoinConversionRequest()
            .profileId("p").amount("1").sourceAsset("USDC").targetAsset("USDG")
            .refId(reference).purpose("TREASURY");
        StablecoinConversion made =
            new StablecoinConversionsApi(client).createStablecoinConversion(reference, order);
        DefaultApi provider = new DefaultApi(client);
        String id = made.getId().toString();
        System.out.printf(
            "%s %s %s %s%n",
            id,
            provider.getStablecoinConversion(id).getId(),
            provider.listStablecoinConversions(reference, null, null).getConversions().get(0).getId(),
            provider.cancelStablecoinConversion(id).getId());
    }
}
