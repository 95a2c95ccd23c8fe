module.exports = {
  transformIgnorePatterns: ['/node_modules/(?!(?:stablecoin-issuer-api|oauth4webapi)/)'],
}
