const { ClientError } = require('stablecoin-issuer-api')

/**
 * @param {import('stablecoin-issuer-api').Client} client
 * @param {import('stablecoin-issuer-api').CreateIssuerQuoteRequest} order
 */
async function quote(client, order) {
  try {
    return (await client.createIssuerQuote(order)).price
  } catch (error) {
    if (ClientError.is(error) && error.code === 'ERR_INVALID_REQUEST') return error.issues[0]?.path
    throw error
  }
}

module.exports = { quote }
