/** A CommonJS module: Node has loaded ES modules by `require` since 20.19. */
import api = require('stablecoin-issuer-api')

export const client: api.Client = api.createClient({
  baseUrl: 'https://api.example.com',
  auth: 'token',
})
