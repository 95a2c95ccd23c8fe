import static java.net.URLEncoder.encode;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

public class PutCryptoDestinationAddress {
    static final HttpClient client = HttpClient.newHttpClient();

    static final String body = """
            {
              "crypto_network": "ETHEREUM",
              "address": "0x52908400098527886E0F7030069857D2E4169EE7",
              "nickname": "Treasury vault",
              "travelrule_metadata": {
                "vasp": {
                  "id": "vasp-4410"
                }
              }
            }""";

    public static void main(String[] arguments) throws Exception {
        var address = URI.create(System.getenv("BASE_URL") + "/v2/transfer/crypto-destination-address");
        var request = HttpRequest.newBuilder(address)
            .timeout(Duration.ofSeconds(10))
            .header("Authorization", "Bearer " + fetchToken())
            .header("Content-Type", "application/json")
            .method("PUT", BodyPublishers.ofString(body))
            .build();
        System.out.println(send(request));
    }

    static String fetchToken() throws Exception {
        var form = Map.of(
            "grant_type", "client_credentials",
            "client_id", System.getenv("CLIENT_ID"),
            "client_secret", System.getenv("CLIENT_SECRET"),
            "scope", "transfer:write_crypto_destination_address");
        var encoded = form.entrySet().stream()
            .map(field -> field.getKey() + "=" + encode(field.getValue(), UTF_8))
            .collect(joining("&"));
        var request = HttpRequest.newBuilder(URI.create(System.getenv("TOKEN_URL")))
            .timeout(Duration.ofSeconds(10))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(encoded))
            .build();
        // Java ships without a JSON parser; with one at hand, read access_token by it.
        var token = Pattern.compile("\"access_token\"\\s*:\\s*\"([^\"]+)\"")
            .matcher(send(request));
        if (!token.find()) throw new IllegalStateException("The token endpoint gave no access_token");
        return token.group(1);
    }

    static String send(HttpRequest request) throws Exception {
        var response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200)
            throw new IllegalStateException(request.uri() + ": status " + response.statusCode());
        return response.body();
    }
}
