/** One bar for a client. */
export interface Bar {
  readonly title: string
  readonly callsPerSecond: number
  /** Microseconds of a call. */
  readonly cpu: number
}

const [width, row, labels, longest] = [760, 30, 190, 330]

/** Draws calls per second as bars; the CPU time of a call stands beside each. */
export function drawPlot(bars: readonly Bar[], machine: string): string {
  const most = Math.max(...bars.map(({ callsPerSecond }) => callsPerSecond))
  const drawn = bars.map(({ title, callsPerSecond, cpu }, at) => {
    const [y, length] = [60 + at * row, (callsPerSecond / most) * longest]
    const figures = `${Math.round(callsPerSecond).toLocaleString('en')} calls/s, ${cpu.toFixed(0)} µs of CPU`
    return `<text x="${labels - 8}" y="${y + 14}" text-anchor="end">${title}</text>
<rect x="${labels}" y="${y}" width="${length.toFixed(1)}" height="20"${title.startsWith('ours') ? ' class="ours"' : ''}/>
<text x="${(labels + length + 8).toFixed(1)}" y="${y + 14}">${figures}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${70 + bars.length * row}" role="img">
<title>Calls per second with 32 in flight, and CPU time of a call</title>
<style>
svg { background: #fff; font: 13px sans-serif } text { fill: #1f2328 } rect { fill: #8c959f } .ours { fill: #0064c8 }
@media (prefers-color-scheme: dark) { svg { background: #0d1117 } text { fill: #f0f6fc } .ours { fill: #4aa8ff } }
</style>
<text x="12" y="24" font-weight="bold">Calls per second, 32 in flight, and CPU time of a call</text>
<text x="12" y="44">${machine}</text>
${drawn.join('\n')}
</svg>
`
}
