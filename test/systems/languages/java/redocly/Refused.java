import stablecoinissuerapi.Client.CreateIssuerQuoteRequest;
import stablecoinissuerapi.Client.CreateStablecoinConversionRequest;
import stablecoinissuerapi.Client.CryptoDestinationAddressByNetworkAddress;

final class Refused {
    Object network = new CryptoDestinationAddressByNetworkAddress("DOGECOIN", "0x1", null, null, null); // refused: network
    Object number = new CreateStablecoinConversionRequest("p", 1, "A", "B", null, null, null, null, null); // refused: number
    Object unlisted = new CreateStablecoinConversionRequest("p", "1", "A", "B", "r", null, null, null, null).refid(); // refused: unlisted
    Object metadata = new CreateStablecoinConversionRequest("p", "1", "A", "B", null, null, null, "x", null); // refused: metadata
    Object side = new CreateIssuerQuoteRequest("p", "PAXGUSD", "HOLD", "1"); // refused: side
}
