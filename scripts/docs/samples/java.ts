import { jsonText, type SampleCall } from './sample-call.js'

export function javaSample({ id, method, target, headers, body, scope, hasAnswer }: SampleCall) {
  const fields = Object.entries({
    ...headers,
    ...(body && { 'Content-Type': 'application/json' }),
  }).map(([name, value]) => `\n            .header(${text(name)}, ${text(value)})`)
  const margin = ' '.repeat(12)
  const block = body && jsonText(body, margin).replaceAll('\\', '\\\\').replaceAll('"""', '\\"""')
  return `import static java.net.URLEncoder.encode;
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

public class ${id.charAt(0).toUpperCase()}${id.slice(1)} {
    static final HttpClient client = HttpClient.newHttpClient();
${block === undefined ? '' : `\n    static final String body = """\n${margin}${block}""";\n`}
    public static void main(String[] arguments) throws Exception {
        var address = URI.create(System.getenv("BASE_URL") + ${text(target)});
        var request = HttpRequest.newBuilder(address)
            .timeout(Duration.ofSeconds(10))
            .header("Authorization", "Bearer " + fetchToken())${fields.join('')}
            .method("${method}", ${block === undefined ? 'BodyPublishers.noBody()' : 'BodyPublishers.ofString(body)'})
            .build();
        ${hasAnswer ? 'System.out.println(send(request))' : 'send(request)'};
    }

    static String fetchToken() throws Exception {
        var form = Map.of(
            "grant_type", "client_credentials",
            "client_id", System.getenv("CLIENT_ID"),
            "client_secret", System.getenv("CLIENT_SECRET")${scope === '' ? '' : `,\n            "scope", ${text(scope)}`});
        var encoded = form.entrySet().stream()
            .map(field -> field.getKey() + "=" + encode(field.getValue(), UTF_8))
            .collect(joining("&"));
        var request = HttpRequest.newBuilder(URI.create(System.getenv("TOKEN_URL")))
            .timeout(Duration.ofSeconds(10))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(encoded))
            .build();
        // Java ships without a JSON parser; with one at hand, read access_token by it.
        var token = Pattern.compile("\\"access_token\\"\\\\s*:\\\\s*\\"([^\\"]+)\\"")
            .matcher(send(request));
        if (!token.find()) throw new IllegalStateException("The token endpoint gave no access_token");
        return token.group(1);
    }

    static String send(HttpRequest request) throws Exception {
        var response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2)
            throw new IllegalStateException(request.uri() + ": status " + response.statusCode());
        return response.body();
    }
}
`
}

const text = (value: string): string => JSON.stringify(value)
