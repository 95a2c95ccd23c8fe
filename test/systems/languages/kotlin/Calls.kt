import com.google.gson.JsonObject
import com.google.gson.JsonParser
import java.io.File
import org.openapitools.client.apis.CryptoDestinationAddressesApi
import org.openapitools.client.apis.IssuerQuotesApi
import org.openapitools.client.apis.StablecoinConversionsApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer.gson
import org.openapitools.client.models.CreateIssuerQuoteRequest
import org.openapitools.client.models.CreateStablecoinConversionRequest
import org.openapitools.client.models.PutCryptoDestinationAddressRequest

/** Makes the calls of a file by the generated client. */
fun main() {
    ApiClient.accessToken = System.getenv("TOKEN")
    File(System.getenv("CALLS")).forEachLine { println(gson.toJson(result(JsonParser.parseString(it).asJsonObject))) }
}

fun result(call: JsonObject): Map<String, Any> = try {
    mapOf("status" to 200, "answer" to send(call["operation"].asString, call["url"].asString, call["body"].toString()))
} catch (error: ClientException) {
    mapOf("status" to error.statusCode)
} catch (error: Exception) {
    mapOf("error" to error.toString().take(200))
}

fun send(operation: String, url: String, body: String): Any = when (operation) {
    "putCryptoDestinationAddress" -> CryptoDestinationAddressesApi(url)
        .putCryptoDestinationAddress(gson.fromJson(body, PutCryptoDestinationAddressRequest::class.java))
    "createStablecoinConversion" -> StablecoinConversionsApi(url)
        .createStablecoinConversion(gson.fromJson(body, CreateStablecoinConversionRequest::class.java))
    else -> IssuerQuotesApi(url)
        .createIssuerQuote(gson.fromJson(body, CreateIssuerQuoteRequest::class.java))
}
