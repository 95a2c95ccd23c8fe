import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CryptoDestinationAddressesApi;
import org.openapitools.client.api.IssuerQuotesApi;
import org.openapitools.client.api.StablecoinConversionsApi;
import org.openapitools.client.model.CreateIssuerQuoteRequest;
import org.openapitools.client.model.CreateStablecoinConversionRequest;
import org.openapitools.client.model.CryptoDestinationAddressById;
import org.openapitools.client.model.CryptoDestinationAddressByNetworkAddress;
import org.openapitools.client.model.PutCryptoDestinationAddressRequest;

/** Makes the calls of a file by the generated client. */
public final class Calls {
    private static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();

    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of(System.getenv("CALLS")))) {
            System.out.println(JSON.writeValueAsString(result(JSON.readTree(line))));
        }
    }

    private static Map<String, Object> result(JsonNode call) {
        try {
            return Map.of("status", 200, "answer", send(call));
        } catch (ApiException error) {
            return error.getCode() == 0
                ? Map.of("error", String.valueOf(error.getMessage()))
                : Map.of("status", error.getCode());
        } catch (IOException error) {
            return Map.of("error", String.valueOf(error.getMessage()));
        }
    }

    private static Object send(JsonNode call) throws ApiException, IOException {
        ApiClient client = new ApiClient();
        client.updateBaseUri(call.get("url").asText());
        client.setRequestInterceptor(
            request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));
        String body = call.get("body").toString();
        return switch (call.get("operation").asText()) {
            // The union's own reader finds each body in both alternatives, and refuses it.
            case "putCryptoDestinationAddress" -> new CryptoDestinationAddressesApi(client)
                .putCryptoDestinationAddress(call.get("body").has("id")
                    ? new PutCryptoDestinationAddressRequest(JSON.readValue(body, CryptoDestinationAddressById.class))
                    : new PutCryptoDestinationAddressRequest(
                        JSON.readValue(body, CryptoDestinationAddressByNetworkAddress.class)));
            case "createStablecoinConversion" -> new StablecoinConversionsApi(client)
                .createStablecoinConversion(JSON.readValue(body, CreateStablecoinConversionRequest.class));
            default -> new IssuerQuotesApi(client)
                .createIssuerQuote(JSON.readValue(body, CreateIssuerQuoteRequest.class));
        };
    }
}
