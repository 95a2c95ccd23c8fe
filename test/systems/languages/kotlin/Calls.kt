import java.net.URI
import java.net.URLEncoder
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import com.google.gson.JsonParser
import org.openapitools.client.apis.CryptoDestinationAddressesApi
import org.openapitools.client.apis.IssuerQuotesApi
import org.openapitools.client.apis.StablecoinConversionsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer.gson
import org.openapitools.client.models.CreateIssuerQuoteRequest
import org.openapitools.client.models.CreateStablecoinConversionRequest
import org.openapitools.client.models.CryptoDestinationAddressByNetworkAddress
import org.openapitools.client.models.CryptoNetwork
import org.openapitools.client.models.PutCryptoDestinationAddressRequest
import org.openapitools.client.models.Side
import org.openapitools.client.models.TravelRuleMetadata
import org.openapitools.client.models.TravelRuleMetadataVasp

fun variable(name: String): String = System.getenv(name)

fun main() {
    ApiClient.accessToken = token()
    val addresses = CryptoDestinationAddressesApi(variable("BASE_URL"))
    val conversions = StablecoinConversionsApi(variable("BASE_URL"))
    val quotes = IssuerQuotesApi(variable("BASE_URL"))

    val vault = CryptoDestinationAddressByNetworkAddress(
        cryptoNetwork = CryptoNetwork.ETHEREUM,
        address = "0x52908400098527886E0F7030069857D2E4169EE7",
        nickname = "Treasury vault",
        travelruleMetadata = TravelRuleMetadata(
            vasp = TravelRuleMetadataVasp(id = "vasp-4410"),
        ),
    )
    val put = addresses.putCryptoDestinationAddress(PutCryptoDestinationAddressRequest(vault))
    show("call" to "putCryptoDestinationAddress", "answer" to put)

    val conversion = CreateStablecoinConversionRequest(
        profileId = "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77",
        amount = "10005.25",
        sourceAsset = "USDC",
        targetAsset = "USDG",
        refId = "treasury-2026-03-02-0001",
    )
    show("call" to "createStablecoinConversion", "answer" to conversions.createStablecoinConversion(conversion))

    val quote = CreateIssuerQuoteRequest(
        profileId = "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77",
        market = CreateIssuerQuoteRequest.Market.PAXGUSD,
        side = Side.BUY,
        baseAmount = "2.5",
    )
    show("call" to "createIssuerQuote", "answer" to quotes.createIssuerQuote(quote))

    try {
        show("tomorrow" to IssuerQuotesApi(variable("TOMORROW_URL")).createIssuerQuote(quote))
    } catch (error: Exception) {
        show("tomorrow" to null, "error" to error.toString().take(200))
    }

    report("rule", "neither") { addresses.putCryptoDestinationAddress(PutCryptoDestinationAddressRequest()) }
    report("rule", "pattern") { conversions.createStablecoinConversion(conversion.copy(amount = "1.")) }

    // As JSON from elsewhere.
    val putJson = { name: String, text: String ->
        report("probe", name) {
            addresses.putCryptoDestinationAddress(gson.fromJson(text, PutCryptoDestinationAddressRequest::class.java))
        }
    }
    putJson("both", """{"id": "a", "crypto_network": "BASE", "address": "0x1"}""")
    putJson("network", """{"crypto_network": "DOGECOIN", "address": "0x1"}""")
    report("probe", "unlisted") {
        val text = """{"profile_id": "p", "amount": "1", "source_asset": "A", "target_asset": "B", "refid": "r"}"""
        conversions.createStablecoinConversion(gson.fromJson(text, CreateStablecoinConversionRequest::class.java))
    }
}

fun report(kind: String, name: String, call: () -> Any) {
    val by = try {
        call()
        "nobody"
    } catch (error: ClientException) {
        if (error.statusCode == 422) "mock" else throw error
    } catch (error: Exception) {
        "client"
    }
    show(kind to name, "by" to by)
}

fun token(): String {
    val form = mapOf(
        "grant_type" to "client_credentials",
        "client_id" to variable("CLIENT_ID"),
        "client_secret" to variable("CLIENT_SECRET"),
        "scope" to variable("SCOPE"),
    )
    val body = form.map { (name, value) -> name + "=" + URLEncoder.encode(value, Charsets.UTF_8) }.joinToString("&")
    val request = HttpRequest.newBuilder(URI.create(variable("TOKEN_URL")))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build()
    val answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body()
    return JsonParser.parseString(answer).asJsonObject.get("access_token").asString
}

fun show(vararg pairs: Pair<String, Any?>) {
    println(gson.newBuilder().serializeNulls().create().toJson(mapOf(*pairs)))
}
