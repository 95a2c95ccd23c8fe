import { DBOS } from '@dbos-inc/dbos-sdk'
import { type Client, ClientError } from 'stablecoin-issuer-api'
import type { Conversion } from './worker.js'

/** Registers the workflow that converts, before `DBOS.launch()`. The client has a journal with a lease of 15 minutes. */
export function registerConversion(
  client: Client,
  askPerson: (refId: string) => Promise<void>,
  wait = 16 * 60_000,
) {
  const send = (body: Conversion) =>
    client.createStablecoinConversion(body).then(
      ({ id }) => ({ outcome: 'succeeded', id }),
      (error: unknown) => {
        if (!ClientError.is(error)) throw error
        return { outcome: error.outcome }
      },
    )
  const convert = async (body: Conversion) => {
    const step = (name: string) => DBOS.runStep(() => send(body), { name, retriesAllowed: false })
    let end = await step('convert')
    for (let looks = 0; looks < 5 && ['unknown', 'not_sent'].includes(end.outcome); looks++) {
      await DBOS.sleep(wait)
      end = await step('look up') // by the journal, before anything is sent again
    }
    if (end.outcome === 'unknown')
      await DBOS.runStep(() => askPerson(body.ref_id), { name: 'ask a person' })
    return end
  }
  return DBOS.registerWorkflow(convert, { name: 'convert' })
}
