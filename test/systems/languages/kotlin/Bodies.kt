import org.openapitools.client.models.CreateIssuerQuoteRequest
import org.openapitools.client.models.CreateStablecoinConversionRequest
import org.openapitools.client.models.CryptoDestinationAddressById
import org.openapitools.client.models.CryptoDestinationAddressByNetworkAddress
import org.openapitools.client.models.CryptoNetwork
import org.openapitools.client.models.PutCryptoDestinationAddressRequest
import org.openapitools.client.models.Side

val byId = PutCryptoDestinationAddressRequest(CryptoDestinationAddressById(id = "a"))
val byNetwork = CryptoDestinationAddressByNetworkAddress(CryptoNetwork.BASE, "0x1", nickname = "n")
val convert = CreateStablecoinConversionRequest("p", "1", "A", "B", refId = "r")
val quote = CreateIssuerQuoteRequest("p", CreateIssuerQuoteRequest.Market.PAXGUSD, Side.BUY, "1")

val both = CryptoDestinationAddressById(id = "a", address = "0x1") // refused: both
val half = CryptoDestinationAddressByNetworkAddress(cryptoNetwork = CryptoNetwork.BASE) // refused: half
val network = CryptoDestinationAddressByNetworkAddress("DOGECOIN", "0x1") // refused: network
val missing = CreateStablecoinConversionRequest(amount = "1", sourceAsset = "A", targetAsset = "B") // refused: missing
val number = CreateStablecoinConversionRequest("p", 1, "A", "B") // refused: number
val unlisted = CreateStablecoinConversionRequest("p", "1", "A", "B", refid = "r") // refused: unlisted
val metadata = CreateStablecoinConversionRequest("p", "1", "A", "B", metadata = "x") // refused: metadata
val market = CreateIssuerQuoteRequest("p", "BTCUSD", Side.BUY, "1") // refused: market
val side = CreateIssuerQuoteRequest("p", CreateIssuerQuoteRequest.Market.PAXGUSD, "HOLD", "1") // refused: side
