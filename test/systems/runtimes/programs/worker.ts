/** The scenario as a worker, which gets the setting by a request and answers with the lines. */
import type { Line, Setting } from '../report.js'
import { runScenario } from '../scenario.js'

export default {
  async fetch(request: Request): Promise<Response> {
    const lines: Line[] = []
    await runScenario((await request.json()) as Setting, (line) => lines.push(line))
    return Response.json(lines)
  },
}
