import { svg, text, width } from '../lib/picture.js'
import { type Fault, isUnsent } from './faults.js'
import { type Cell, counted, type Figure } from './verify.js'

/** What a mark means, and how it is drawn around its middle: without colour too, no two look alike. */
const marks = {
  right: ['It says what happened', '<circle r="5.5" />'],
  open: ['It says "unknown", or only "error"', '<circle r="4.75" />'],
  untrue: ['False: it says what did not happen', '<path d="M-4.5-4.5 4.5 4.5M4.5-4.5-4.5 4.5" />'],
  twice: [
    'Carried out more than once',
    '<path d="M-6.5-6.5H6.5V6.5H-6.5z" /><text y="4.5">2</text>',
  ],
} as const
type Mark = keyof typeof marks
const kinds = Object.keys(marks) as Mark[]

const style = `
  .own { font-weight: 600 }
  #right circle { fill: var(--good) }
  #open circle { fill: none; stroke: var(--ink); stroke-width: 1.5 }
  #untrue path { stroke: var(--bad); stroke-width: 3.5 }
  #twice path { fill: var(--bad) }
  #twice text { fill: var(--paper); font-size: 12px; font-weight: 700; text-anchor: middle }
`
/** The middle of the first column, the width of one and of the gap, the height of a line, and where the rows begin. */
const [left, column, gap, line, top] = [197, 15, 8, 18, 244]

/** The mark of a cell. A true refusal is as right as a success. */
function markOf(cell: Cell): Mark {
  const counts = (figure: Figure): boolean => counted([cell], figure).length > 0
  if (counts('twice')) return 'twice'
  if (counts('untrue')) return 'untrue'
  const isDenied = cell.statement === 'refused' || cell.statement === 'failed'
  return counts('succeeded') || isDenied ? 'right' : 'open'
}

/** A row for each client and setting, ours first, and a column for each fault. */
export function plot(faults: readonly Fault[], cells: readonly Cell[]): string {
  const isCarriedOut = ({ does }: Fault): boolean => does === 'carries it out'
  const lost = faults.filter(isCarriedOut)
  const columns = [...lost, ...faults.filter((fault) => !isCarriedOut(fault))]
  const xOf = (at: number): number => left + column * at + (at < lost.length ? 0 : gap)
  const rows = [...new Set(cells.map(({ row }) => row))]
  const isOwn = (row: string): boolean => row.startsWith('ours')
  const sorted = [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))]

  const places: Record<Mark, string[]> = { right: [], open: [], untrue: [], twice: [] }
  const parts: string[] = []
  for (const [at, mark] of kinds.entries()) {
    places[mark].push(`16 ${20 + at * 22}`)
    parts.push(text(32, 25 + at * 22, marks[mark][0]))
  }
  const own = ' class="own"'
  parts.push(text(left - 7, 124, 'carried out', own))
  parts.push(text(xOf(lost.length) - 7, 124, 'not carried out', own))
  for (const [at, { name }] of columns.entries()) {
    const turned = ` transform="translate(${xOf(at) + 5} ${top - 8}) rotate(-90)"`
    parts.push(text(0, 0, name.replace(', close', ''), turned))
  }
  let y = top
  for (const [at, row] of sorted.entries()) {
    // A setting stands below its client, further in.
    const [, setting] = /, (.*)/.exec(row) ?? []
    const lines = setting?.match(/\S.{0,18}(?!\S)/g) ?? [row]
    const height = line * lines.length + 6
    if (at % 2 === 0) parts.push(`<path class="soft" d="M0 ${y}H${width}v${height}H0z" />`)
    for (const [at, words] of lines.entries())
      parts.push(text(setting ? 18 : 6, y + 17 + at * line, words, isOwn(row) ? own : ''))
    for (const cell of cells.filter((one) => one.row === row)) {
      const x = xOf(columns.findIndex(({ name }) => name === cell.fault.name))
      places[markOf(cell)].push(`${x} ${y + height / 2}`)
    }
    y += height
  }
  // A marker is drawn at each point of a path that itself is not.
  for (const mark of kinds)
    parts.push(
      `<marker id="${mark}" viewBox="-8 -8 16 16" markerWidth="16" markerHeight="16" markerUnits="userSpaceOnUse">${marks[mark][1]}</marker>`,
      `<path fill="none" marker-start="url(#${mark})" marker-mid="url(#${mark})" marker-end="url(#${mark})" d="M${places[mark].join('L')}" />`,
    )
  const words = faults.map((fault) => sentenceOf(fault, cells)).join(' ')
  return svg({
    title: 'What each client says of a conversion in each fault',
    words,
    height: y + 6,
    style,
    parts,
  })
}

/** In words of which clients each figure counts in a fault: more than marks tell, so no cell changes unnoticed. */
function sentenceOf(fault: Fault, all: readonly Cell[]): string {
  const cells = all.filter((cell) => cell.fault.name === fault.name)
  const figures: readonly (readonly [string, Figure])[] = [
    ['Succeeded', 'succeeded'],
    ['More than once', 'twice'],
    ['False', 'untrue'],
    ['Needless', isUnsent(fault) ? 'unsent' : 'undone'],
  ]
  const named = figures.flatMap(([title, figure]) => {
    const some = counted(cells, figure)
    return some.length > 0 ? [` ${title}: ${namesOf(some, cells)}.`] : []
  })
  return `${fault.name}.${named.join('')}`
}

/** The rows of some cells, or of the others where these are fewer. */
function namesOf(some: readonly Cell[], all: readonly Cell[]): string {
  const others = all.filter((cell) => !some.includes(cell))
  const names = (cells: readonly Cell[]) => cells.map(({ row }) => row).join('; ')
  if (some.length <= others.length) return names(some)
  return others.length === 0 ? 'all' : `all but ${names(others)}`
}
