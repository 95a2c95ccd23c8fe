import { clientCredentials, type ClientOptions, createClient } from 'stablecoin-issuer-api'
import type { Journal } from '../../guides/after-unknown/journal.js'
import { follow } from './follow.js'
import { freeze } from './freeze.js'
import type { Plan } from './plan.js'
import { work } from './work.js'

/** Plays a program's part, and waits until its journal has closed what ended. */
export async function play(plan: Plan, journal: Journal): Promise<void> {
  const closing = new Set<unknown>()
  const onEvent: ClientOptions['onEvent'] = (event) => void closing.add(journal.onEvent(event))
  const { baseUrl, tokenUrl, clientId, clientSecret, totalTimeout } = plan
  const options = { timeout: totalTimeout, totalTimeout, beforeSend: journal.beforeSend, onEvent }
  const makeClient = (own: Partial<ClientOptions> & { readonly tokenUrl?: string } = {}) => {
    const { tokenUrl: at = tokenUrl, ...rest } = own
    const auth = clientCredentials({ tokenUrl: at, clientId, clientSecret })
    return createClient({ baseUrl, auth, ...options, ...rest, dangerouslyAllowPlainHttp: true })
  }
  if (plan.role === 'work') await work(plan, makeClient())
  if (plan.role === 'freeze') await freeze(plan, journal, makeClient)
  if (plan.role === 'follow') await follow(plan, journal, makeClient())
  await Promise.all(closing)
}

/** What is converted: `prefix` says who asks, `order` is counted. */
export const order = (prefix: string, number: number) => ({
  profile_id: 'profile',
  amount: '1.5',
  source_asset: 'USDC',
  target_asset: 'USDG',
  metadata: { order: number, prefix },
})
