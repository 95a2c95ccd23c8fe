/** The scenario where there is no process: for a page, which calls `run`, and as a worker, which answers a request. */
import { runScenario, type Setting } from '../scenario.js'

export const run = runScenario

export default {
  fetch: async (request: Request): Promise<Response> =>
    Response.json(await run((await request.json()) as Setting)),
}
