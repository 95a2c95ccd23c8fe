import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import stablecoinissuerapi.Client;
import stablecoinissuerapi.Client.ApiException;
import stablecoinissuerapi.Client.Auth;
import stablecoinissuerapi.Client.Config;
import stablecoinissuerapi.Client.CreateIssuerQuoteRequest;
import stablecoinissuerapi.Client.CreateStablecoinConversionRequest;
import stablecoinissuerapi.Client.CryptoDestinationAddressByNetworkAddress;
import stablecoinissuerapi.Client.CryptoNetwork;
import stablecoinissuerapi.Client.Json;
import stablecoinissuerapi.Client.Side;
import stablecoinissuerapi.Client.TravelRuleMetadata;

public final class Calls {
    private static final String PROFILE = "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77";

    public static void main(String[] arguments) throws Exception {
        String token = token();
        Client client = client("BASE_URL", token);

        show("call", "putCryptoDestinationAddress", "answer",
            client.putCryptoDestinationAddress(new CryptoDestinationAddressByNetworkAddress(
                CryptoNetwork.ETHEREUM,
                "0x52908400098527886E0F7030069857D2E4169EE7",
                "Treasury vault",
                null,
                new TravelRuleMetadata(null, Map.of("id", "vasp-4410")))));
        show("call", "createStablecoinConversion", "answer",
            client.createStablecoinConversion(conversion(PROFILE, "10005.25")));
        show("call", "createIssuerQuote", "answer", client.createIssuerQuote(quote("PAXGUSD")));

        try {
            show("tomorrow", client("TOMORROW_URL", token).createIssuerQuote(quote("PAXGUSD")));
        } catch (IllegalArgumentException error) {
            show("tomorrow", null, "error", String.valueOf(error.getMessage()));
        }

        // The type of the body is Object: whatever can be JSON is sent.
        report("neither", () -> client.putCryptoDestinationAddress(Map.of()));
        report("both", () -> client.putCryptoDestinationAddress(Map.of("id", "a", "address", "0x1")));
        report("half", () -> client.putCryptoDestinationAddress(Map.of("crypto_network", "BASE")));
        report("missing", () -> client.createStablecoinConversion(conversion(null, "1")));
        report("pattern", () -> client.createStablecoinConversion(conversion(PROFILE, "1.")));
        report("market", () -> client.createIssuerQuote(quote("BTCUSD")));
    }

    private static CreateStablecoinConversionRequest conversion(String profile, String amount) {
        return new CreateStablecoinConversionRequest(
            profile, amount, "USDC", "USDG", "treasury-2026-03-02-0001", null, null, null, null);
    }

    private static CreateIssuerQuoteRequest quote(String market) {
        return new CreateIssuerQuoteRequest(PROFILE, market, Side.BUY, "2.5");
    }

    private static Client client(String address, String token) {
        return new Client(new Config().serverUrl(System.getenv(address)).auth(new Auth().bearer(token)));
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
        return (String) ((Map<?, ?>) Json.parse(answer)).get("access_token");
    }

    private static void report(String rule, Runnable call) {
        try {
            call.run();
            show("rule", rule, "by", "nobody");
        } catch (ApiException error) {
            show("rule", rule, "by", error.status == 422 ? "mock" : "nobody");
        }
    }

    private static void show(Object... pairs) {
        Map<String, Object> line = new LinkedHashMap<>();
        for (int index = 0; index < pairs.length; index += 2) {
            line.put((String) pairs[index], pairs[index + 1]);
        }
        System.out.println(Json.write(line));
    }
}
