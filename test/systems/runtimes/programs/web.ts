/** The scenario where there is no process: for a page, which calls `run`, and as a worker, which answers a request. */
import { type Line, runScenario, type Setting } from '../scenario.js'

export async function run(setting: Setting): Promise<Line[]> {
  const lines: Line[] = []
  await runScenario(setting, (line) => lines.push(line))
  return lines
}

export default {
  fetch: async (request: Request): Promise<Response> =>
    Response.json(await run((await request.json()) as Setting)),
}
