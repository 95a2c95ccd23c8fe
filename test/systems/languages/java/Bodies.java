import org.openapitools.client.model.CreateIssuerQuoteRequest;
import org.openapitools.client.model.CreateStablecoinConversionRequest;
import org.openapitools.client.model.CryptoDestinationAddressById;
import org.openapitools.client.model.CryptoDestinationAddressByNetworkAddress;
import org.openapitools.client.model.CryptoNetwork;
import org.openapitools.client.model.PutCryptoDestinationAddressRequest;
import org.openapitools.client.model.Side;

final class Bodies {
    Object byId = new PutCryptoDestinationAddressRequest(new CryptoDestinationAddressById().id("a"));
    Object byNetwork = new PutCryptoDestinationAddressRequest(new CryptoDestinationAddressByNetworkAddress()
        .cryptoNetwork(CryptoNetwork.BASE).address("0x1"));
    Object convert = new CreateStablecoinConversionRequest()
        .profileId("p").amount("1").sourceAsset("A").targetAsset("B").refId("r");
    Object quote = new CreateIssuerQuoteRequest()
        .profileId("p").market(CreateIssuerQuoteRequest.MarketEnum.PAXGUSD).side(Side.BUY).baseAmount("1");

    Object both = new CryptoDestinationAddressById().id("a").address("0x1"); // refused: both
    Object network = new CryptoDestinationAddressByNetworkAddress().cryptoNetwork("DOGECOIN"); // refused: network
    Object number = new CreateStablecoinConversionRequest().amount(1); // refused: number
    Object unlisted = new CreateStablecoinConversionRequest().refid("r"); // refused: unlisted
    Object metadata = new CreateStablecoinConversionRequest().metadata("x"); // refused: metadata
    Object market = new CreateIssuerQuoteRequest().market("BTCUSD"); // refused: market
    Object side = new CreateIssuerQuoteRequest().side("HOLD"); // refused: side
}
