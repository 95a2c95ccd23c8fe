import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inFolder } from '../lib/in-folder.js'
import { contestants, titles } from './measured/contestants.js'
import spec from './plot.vl.json' with { type: 'json' }
import type { Found } from './results.js'
import { callsOf } from './throughput.js'

/** Installed only when a plot is drawn: it has 80 packages, which nothing else needs. */
const vegaLite = '--yes --ignore-scripts -p vega@6.4.0 -p vega-lite@6.4.3 vl2svg'

/** The colours of plot.vl.json, and their replacements on a dark page. */
const dark = {
  ...{ '#ffffff': '#0d1117', '#1f2328': '#f0f6fc', '#59636e': '#9198a1', '#e4e8ec': '#2b313a' },
  ...{ '#8c959f': '#7d8590', '#424a53': '#c9d1d9', '#c24e00': '#ff9c4a', '#0064c8': '#4aa8ff' },
}

/** Draws throughput against calls in flight, by Vega-Lite. */
export function drawPlot(found: Found, file: string): Promise<void> {
  return inFolder('plot', async (folder) => {
    const [filled, svg] = [join(folder, 'plot.json'), join(folder, 'plot.svg')]
    await writeFile(filled, JSON.stringify(plotOf(found)))
    await promisify(execFile)('npx', [...vegaLite.split(' '), filled, svg], { cwd: folder })
    // The SVG has colours as attributes, which CSS rules override.
    const rules = Object.entries(dark).map(
      ([day, night]) => `[fill="${day}"]{fill:${night}}[stroke="${day}"]{stroke:${night}}`,
    )
    const style = `<style>@media (prefers-color-scheme:dark){${rules.join('')}}</style>`
    const drawn = (await readFile(svg, 'utf8')).replace(/<svg[^>]*>/, (start) => start + style)
    await writeFile(file, `${drawn}\n`)
  })
}

/** The specification of the plot, with what was measured in it. */
function plotOf(found: Found) {
  const { node = '', throughput } = found
  const rows = throughput?.rows ?? []
  const levels = new Set(rows.map(({ inFlight }) => inFlight))
  // A client that was not measured at every level gets no line.
  const drawn = contestants.filter(
    (name) => rows.filter((row) => row.name === name).length === levels.size,
  )
  const points = drawn.flatMap((name) =>
    rows
      .filter((row) => row.name === name)
      .map((row) => ({ name, inFlight: row.inFlight, rate: row.callsPerSecond })),
  )
  const rates = points.map(({ rate }) => rate)
  const [low, high] = [Math.min(...rates) / 1.1, Math.max(...rates) * 1.1]
  const { y } = spec.encoding
  const values = y.axis.values.filter((tick) => tick > low && tick < high)
  // From the top down, each label is placed below the one before, so that no two overlap.
  const gap = (high / low) ** (17 / spec.height)
  const ends = points.filter(({ inFlight }) => inFlight === Math.max(...levels))
  let above = Infinity
  const labels = ends
    .sort((a, b) => b.rate - a.rate)
    .map(({ name, inFlight, rate }) => {
      above = Math.min(rate * gap ** 0.5, above / gap)
      return { name, title: titles[name], inFlight: inFlight * 1.3, rate: above }
    })
  const leaders = [...ends.map((end) => ({ ...end, inFlight: end.inFlight * 1.05 })), ...labels]
  const title = `Calls per second, by how many are in flight at once (Node ${node})`
  return {
    ...spec,
    title: { ...spec.title, text: title, subtitle: headline(found) },
    encoding: {
      ...spec.encoding,
      y: { ...y, scale: { ...y.scale, domain: [low, high] }, axis: { ...y.axis, values } },
    },
    datasets: { points, leaders, labels },
  }
}

/** What the picture shows, in a sentence. */
function headline({ node = '', throughput }: Found): string[] {
  const { againstFetch, againstUndici } = callsOf(throughput, 'ours-undici', 32) ?? {}
  if (!againstFetch || !againstUndici) return []
  const share = (againstUndici.median * 100).toFixed(0)
  const times = againstFetch.median.toFixed(1)
  const where = `Ours over undici, 32 in flight, Node ${Number.parseInt(node)}`
  return [`${where}: ${times} × bare fetch, ${share} % of undici by itself`]
}
