import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CryptoDestinationAddressesApi;
import org.openapitools.client.api.IssuerQuotesApi;
import org.openapitools.client.api.StablecoinConversionsApi;
import org.openapitools.client.model.CreateIssuerQuoteRequest;
import org.openapitools.client.model.CreateStablecoinConversionRequest;
import org.openapitools.client.model.CryptoDestinationAddressById;
import org.openapitools.client.model.CryptoDestinationAddressByNetworkAddress;
import org.openapitools.client.model.CryptoNetwork;
import org.openapitools.client.model.PutCryptoDestinationAddressRequest;
import org.openapitools.client.model.Side;
import org.openapitools.client.model.TravelRuleMetadata;
import org.openapitools.client.model.TravelRuleMetadataVasp;

public final class Calls {
    private static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();

    interface Call {
        Object run() throws ApiException;
    }

    public static void main(String[] arguments) throws Exception {
        String token = token();
        ApiClient client = client("BASE_URL", token);
        CryptoDestinationAddressesApi addresses = new CryptoDestinationAddressesApi(client);
        StablecoinConversionsApi conversions = new StablecoinConversionsApi(client);
        IssuerQuotesApi quotes = new IssuerQuotesApi(client);

        CryptoDestinationAddressByNetworkAddress vault = new CryptoDestinationAddressByNetworkAddress()
            .cryptoNetwork(CryptoNetwork.ETHEREUM)
            .address("0x52908400098527886E0F7030069857D2E4169EE7")
            .nickname("Treasury vault")
            .travelruleMetadata(new TravelRuleMetadata()
                .vasp(new TravelRuleMetadataVasp().id("vasp-4410")));
        show("call", "putCryptoDestinationAddress", "answer",
            addresses.putCryptoDestinationAddress(new PutCryptoDestinationAddressRequest(vault)));

        show("call", "createStablecoinConversion", "answer",
            conversions.createStablecoinConversion(conversion()));
        show("call", "createIssuerQuote", "answer", quotes.createIssuerQuote(quote()));

        try {
            show("tomorrow", new IssuerQuotesApi(client("TOMORROW_URL", token)).createIssuerQuote(quote()));
        } catch (ApiException error) {
            show("tomorrow", null, "error", String.valueOf(error.getMessage()));
        }

        report("neither", () -> addresses.putCryptoDestinationAddress(new PutCryptoDestinationAddressRequest()));
        report("half", () -> addresses.putCryptoDestinationAddress(new PutCryptoDestinationAddressRequest(
            new CryptoDestinationAddressByNetworkAddress().cryptoNetwork(CryptoNetwork.BASE))));
        report("missing", () -> conversions.createStablecoinConversion(conversion().profileId(null)));
        report("pattern", () -> conversions.createStablecoinConversion(conversion().amount("1.")));
    }

    private static CreateStablecoinConversionRequest conversion() {
        return new CreateStablecoinConversionRequest()
            .profileId("0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77")
            .amount("10005.25")
            .sourceAsset("USDC")
            .targetAsset("USDG")
            .refId("treasury-2026-03-02-0001");
    }

    private static CreateIssuerQuoteRequest quote() {
        return new CreateIssuerQuoteRequest()
            .profileId("0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77")
            .market(CreateIssuerQuoteRequest.MarketEnum.PAXGUSD)
            .side(Side.BUY)
            .baseAmount("2.5");
    }

    private static ApiClient client(String address, String token) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv(address));
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        return client;
    }

    private static String token() throws Exception {
        Map<String, String> form = Map.of(
            "grant_type", "client_credentials",
            "client_id", System.getenv("CLIENT_ID"),
            "client_secret", System.getenv("CLIENT_SECRET"),
            "scope", System.getenv("SCOPE"));
        String body = form.entrySet().stream()
            .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
        HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("TOKEN_URL")))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
        String answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
        return JSON.readTree(answer).get("access_token").asText();
    }

    private static void report(String rule, Call call) throws Exception {
        try {
            call.run();
            show("rule", rule, "by", "nobody");
        } catch (ApiException error) {
            show("rule", rule, "by", error.getCode() == 422 ? "mock" : "client");
        }
    }

    private static void show(Object... pairs) throws Exception {
        Map<String, Object> line = new LinkedHashMap<>();
        for (int index = 0; index < pairs.length; index += 2) {
            line.put((String) pairs[index], pairs[index + 1]);
        }
        System.out.println(JSON.writeValueAsString(line));
    }
}
