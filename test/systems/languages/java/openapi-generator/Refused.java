import org.openapitools.client.model.CreateIssuerQuoteRequest;
import org.openapitools.client.model.CreateStablecoinConversionRequest;
import org.openapitools.client.model.CryptoDestinationAddressById;
import org.openapitools.client.model.CryptoDestinationAddressByNetworkAddress;

final class Refused {
    Object both = new CryptoDestinationAddressById().id("a").address("0x1"); // refused: both
    Object network = new CryptoDestinationAddressByNetworkAddress().cryptoNetwork("DOGECOIN"); // refused: network
    Object number = new CreateStablecoinConversionRequest().amount(1); // refused: number
    Object unlisted = new CreateStablecoinConversionRequest().refid("r"); // refused: unlisted
    Object metadata = new CreateStablecoinConversionRequest().metadata("x"); // refused: metadata
    Object market = new CreateIssuerQuoteRequest().market("BTCUSD"); // refused: market
    Object side = new CreateIssuerQuoteRequest().side("HOLD"); // refused: side
}
