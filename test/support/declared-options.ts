import { credentialsOptions } from '../../src/auth/client-credentials.js'
import { callOptions, clientOptions } from '../../src/options.js'

/** The options as the source declares them, by the function that takes them. */
export const declaredOptions = {
  createClient: clientOptions,
  call: callOptions,
  clientCredentials: credentialsOptions,
}
