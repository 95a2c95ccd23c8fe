/** The scenario as a script of a page. */
import type { Line, Setting } from '../report.js'
import { runScenario } from '../scenario.js'

export async function run(setting: Setting): Promise<Line[]> {
  const lines: Line[] = []
  await runScenario(setting, (line) => lines.push(line))
  return lines
}
