package tokens;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.server.authorization.InMemoryOAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.config.annotation.web.configurers.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;
import org.springframework.security.oauth2.server.authorization.web.authentication.OAuth2AccessTokenResponseAuthenticationSuccessHandler;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * A Spring Authorization Server for the clients in CLIENTS, with doors for the test: what a token covers, and how to
 * revoke one and change a secret.
 */
@SpringBootApplication
@RestController
public class Server implements RegisteredClientRepository {
  private final Map<String, RegisteredClient> clients = new ConcurrentHashMap<>();
  private final OAuth2AuthorizationService tokens = new InMemoryOAuth2AuthorizationService();
  private final JsonNode given = new ObjectMapper().readTree(System.getenv("CLIENTS"));

  public Server() throws Exception {
    for (var each : given) save(clientOf(each));
  }

  public static void main(String[] arguments) {
    var application = new SpringApplication(Server.class);
    application.setDefaultProperties(
        Map.of("server.port", System.getenv("PORT"), "server.address", "127.0.0.1"));
    application.run(arguments);
  }

  private static RegisteredClient clientOf(JsonNode given) {
    var id = given.get("id").asText();
    var keys = "http://127.0.0.1:" + System.getenv("PORT") + "/control/keys?client=" + id;
    var settings = ClientSettings.builder();
    if (given.has("jwk"))
      settings.jwkSetUrl(keys).tokenEndpointAuthenticationSigningAlgorithm(SignatureAlgorithm.ES256);
    var client =
        RegisteredClient.withId(id)
            .clientId(id)
            .clientSecret("{noop}" + given.path("secret").asText())
            .clientAuthenticationMethod(new ClientAuthenticationMethod(given.get("method").asText()))
            .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
            .clientSettings(settings.build())
            .tokenSettings(
                TokenSettings.builder()
                    .accessTokenTimeToLive(Duration.ofSeconds(given.get("lifetime").asLong()))
                    .build());
    for (var scope : given.get("scopes")) client.scope(scope.asText());
    return client.build();
  }

  @Bean
  SecurityFilterChain chain(HttpSecurity http) throws Exception {
    var members = Map.<String, Object>of("id_token", "not.a.token", "more", Map.of("a", 1));
    var answers = new OAuth2AccessTokenResponseAuthenticationSuccessHandler();
    answers.setAccessTokenResponseCustomizer(
        context -> context.getAccessTokenResponse().additionalParameters(members));
    http.with(
            OAuth2AuthorizationServerConfigurer.authorizationServer(),
            server -> server.tokenEndpoint(endpoint -> endpoint.accessTokenResponseHandler(answers)))
        .authorizeHttpRequests(
            requests -> requests.requestMatchers("/control/**").permitAll().anyRequest().authenticated())
        .csrf(CsrfConfigurer::disable);
    return http.build();
  }

  @Bean
  JWKSource<SecurityContext> keys() throws Exception {
    return new ImmutableJWKSet<>(new JWKSet(new RSAKeyGenerator(2048).keyID("k").generate()));
  }

  @Bean
  OAuth2AuthorizationService tokens() {
    return tokens;
  }

  @Override
  public void save(RegisteredClient client) {
    clients.put(client.getClientId(), client);
  }

  @Override
  public RegisteredClient findById(String id) {
    return clients.get(id);
  }

  @Override
  public RegisteredClient findByClientId(String id) {
    return clients.get(id);
  }

  @GetMapping("/control/scopes")
  ResponseEntity<String> scopes(@RequestParam String token) {
    var found = tokens.findByToken(token, OAuth2TokenType.ACCESS_TOKEN);
    if (found == null || !found.getAccessToken().isActive())
      return ResponseEntity.status(HttpStatus.NOT_FOUND).build();
    return ResponseEntity.ok(String.join(" ", found.getAccessToken().getToken().getScopes()));
  }

  @GetMapping("/control/revoke")
  void revoke(@RequestParam String token) {
    tokens.remove(tokens.findByToken(token, OAuth2TokenType.ACCESS_TOKEN));
  }

  @GetMapping("/control/rotate")
  void rotate(@RequestParam String client, @RequestParam String secret) {
    save(RegisteredClient.from(clients.get(client)).clientSecret("{noop}" + secret).build());
  }

  @GetMapping("/control/keys")
  Map<String, Object> keysOf(@RequestParam String client) {
    var keys = new HashMap<String, Object>();
    for (var each : given) if (each.get("id").asText().equals(client)) keys.put("keys", new JsonNode[] {each.get("jwk")});
    return keys;
  }
}
