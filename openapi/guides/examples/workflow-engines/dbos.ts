import { DBOS } from '@dbos-inc/dbos-sdk'
import { ClientError } from 'stablecoin-issuer-api'

/** A call in a workflow: each try is a step, and the wait between two survives a restart. */
export async function settled<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
  const step = async () => {
    try {
      return { result: await call() }
    } catch (error) {
      if (ClientError.is(error) && error.retryAt) return { retryAt: error.retryAt.getTime() }
      throw error
    }
  }
  const end = await DBOS.runStep(step, { name })
  if ('result' in end) return end.result
  await DBOS.sleep(Math.max(end.retryAt - (await DBOS.now()), 1))
  return settled(name, call)
}
