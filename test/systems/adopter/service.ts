import { scopes } from '../../../generated/operations.js'
import { type Mock, startMock } from '../../../src/mock/server.js'

/** The service as the app meets it: the mock, which can be away, lose an answer, or see what else happens meanwhile. */
export class Service {
  /** The bodies of the conversions that arrived. */
  readonly conversions: string[] = []
  /** What must not be in any log: the secret, and the tokens that were used. */
  readonly secrets: Set<string>
  /** What happens as soon as the next conversion has arrived, before it is answered. */
  onConversion: ((lose: () => void) => void) | undefined
  readonly #secret: string
  #mock: Mock | undefined

  constructor(secret: string) {
    this.#secret = secret
    this.secrets = new Set([secret])
  }

  async start(): Promise<void> {
    const port = this.#mock === undefined ? 0 : Number(new URL(this.#mock.url).port)
    this.#mock = await startMock({
      port,
      clients: [{ id: 'treasury', secret: this.#secret, scopes }],
      onRequest: ({ url = '', headers, socket }, body) => {
        const [, token] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
        if (token !== undefined) this.secrets.add(token)
        if (!url.endsWith('/v2/conversion/stablecoins')) return
        this.conversions.push(body.toString())
        this.onConversion?.(() => socket.destroy())
        this.onConversion = undefined
      },
    })
  }

  async stop(): Promise<void> {
    await this.#mock?.stop()
  }

  get addresses() {
    const { url = '', tokenUrl = '' } = this.#mock ?? {}
    return { url, tokenUrl }
  }
}
