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

/** Makes the README's first calls. The compiler has to refuse each line that is marked, and no other. */
final class Calls {
    public static void main(String[] arguments) throws ApiException {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("BASE_URL"));
        client.setRequestInterceptor(
            request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));

        var place = new PutCryptoDestinationAddressRequest(new CryptoDestinationAddressByNetworkAddress()
            .cryptoNetwork(CryptoNetwork.BASE).address("0x1"));
        var order = new CreateIssuerQuoteRequest()
            .profileId("treasury").market(CreateIssuerQuoteRequest.MarketEnum.PAXGUSD)
            .side(Side.BUY).baseAmount("1.5");
        var conversion = new CreateStablecoinConversionRequest()
            .profileId("treasury").refId("order-2031").amount("1250.50")
            .sourceAsset("USDC").targetAsset("USDG");

        new CryptoDestinationAddressById().id("a").address("0x1"); // refused: both
        new CryptoDestinationAddressByNetworkAddress().cryptoNetwork("DOGECOIN"); // refused: network
        new CreateIssuerQuoteRequest().market("BTCUSD"); // refused: market
        new CreateIssuerQuoteRequest().side("HOLD"); // refused: side
        new CreateStablecoinConversionRequest().amount(1250.5); // refused: number
        new CreateStablecoinConversionRequest().refid("order-2031"); // refused: unlisted
        new CreateStablecoinConversionRequest().metadata("x"); // refused: metadata

        var put = new CryptoDestinationAddressesApi(client).putCryptoDestinationAddress(place);
        System.out.println(put.getAddress().getStatus());
        var quote = new IssuerQuotesApi(client).createIssuerQuote(order);
        System.out.println(quote.getPrice() + " " + quote.getSide());
        var made = new StablecoinConversionsApi(client).createStablecoinConversion(conversion);
        System.out.println(made.getStatus());
    }
}
