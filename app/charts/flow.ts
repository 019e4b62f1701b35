// Layout of a Sankey diagram: nodes and links from left to right, one column per step.

/** A path through the steps, with its volume. */
export interface FlowPath {
  /** The node at each step; undefined where it skips the step. */
  readonly steps: readonly (string | undefined)[]
  readonly value: number
}

export interface FlowNode {
  readonly id: string
  readonly step: number
  readonly key: string
  readonly value: number
  /** In units of the drawing. */
  readonly x: number
  readonly y: number
  readonly height: number
}

export interface FlowLink {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly value: number
  readonly width: number
  /** Path of its middle line. */
  readonly line: string
}

export interface FlowLayout {
  readonly width: number
  readonly height: number
  readonly nodeWidth: number
  readonly nodes: readonly FlowNode[]
  readonly links: readonly FlowLink[]
}

/** Size of the drawing in its own units. */
const width = 960
const height = 360
const nodeWidth = 10
const gap = 10

interface Stacked {
  readonly id: string
  readonly step: number
  readonly key: string
  readonly value: number
}

/** Lays out nodes and links; those with more volume are higher up. */
export function layOutFlow(paths: readonly FlowPath[]): FlowLayout {
  const steps = Math.max(0, ...paths.map((path) => path.steps.length))
  const sums = new Map<string, Stacked>()
  const flows = new Map<string, { readonly from: string; readonly to: string; value: number }>()
  for (const path of paths) walk(path, { sums, flows })
  const columns = Array.from({ length: steps }, (_, step) =>
    [...sums.values()].filter((node) => node.step === step).toSorted(byValue),
  )
  const scale = scaleOf(columns)
  const nodes = columns.flatMap((column, step) => stack(column, { scale, x: xOf(step, steps) }))
  return { width, height, nodeWidth, nodes, links: join([...flows.values()], nodes, scale) }
}

interface Sums {
  readonly sums: Map<string, Stacked>
  readonly flows: Map<string, { readonly from: string; readonly to: string; value: number }>
}

function walk({ steps, value }: FlowPath, { sums, flows }: Sums): void {
  let before: string | undefined
  steps.forEach((key, step) => {
    if (key === undefined) return
    const id = `${step} ${key}`
    sums.set(id, { id, step, key, value: (sums.get(id)?.value ?? 0) + value })
    if (before !== undefined) {
      const flow = flows.get(`${before} → ${id}`) ?? { from: before, to: id, value: 0 }
      flow.value += value
      flows.set(`${before} → ${id}`, flow)
    }
    before = id
  })
}

function byValue(one: Stacked, other: Stacked): number {
  return other.value - one.value || (one.key < other.key ? -1 : 1)
}

/** Height per unit of volume, so that the fullest column fits. */
function scaleOf(columns: readonly (readonly Stacked[])[]): number {
  const room = columns.map((column) => {
    const sum = column.reduce((whole, { value }) => whole + value, 0)
    return sum === 0 ? Number.POSITIVE_INFINITY : (height - gap * (column.length - 1)) / sum
  })
  const least = Math.min(...room)
  return Number.isFinite(least) ? least : 0
}

function xOf(step: number, steps: number): number {
  return steps < 2 ? 0 : round((step / (steps - 1)) * (width - nodeWidth))
}

function stack(column: readonly Stacked[], { scale, x }: { readonly scale: number; readonly x: number }): FlowNode[] {
  const filled = column.reduce((sum, { value }) => sum + value * scale, 0) + gap * (column.length - 1)
  let y = (height - filled) / 2
  return column.map((node) => {
    const placed = { ...node, x, y: round(y), height: round(node.value * scale) }
    y += node.value * scale + gap
    return placed
  })
}

/** Sorts links by their targets and sources, so that few of them cross. */
function join(
  flows: readonly { readonly from: string; readonly to: string; readonly value: number }[],
  nodes: readonly FlowNode[],
  scale: number,
): FlowLink[] {
  const places = new Map(nodes.map((node) => [node.id, node]))
  const left = new Map<string, number>()
  const arrived = new Map<string, number>()
  const ends = flows.flatMap((flow) => {
    const [from, to] = [places.get(flow.from), places.get(flow.to)]
    return from && to ? [{ ...flow, source: from, target: to }] : []
  })
  const sorted = ends.toSorted((one, other) => one.source.y - other.source.y || one.target.y - other.target.y)
  return sorted.map(({ from, to, value, source, target }) => {
    const thick = value * scale
    const start = source.y + (left.get(from) ?? 0) + thick / 2
    const end = target.y + (arrived.get(to) ?? 0) + thick / 2
    left.set(from, (left.get(from) ?? 0) + thick)
    arrived.set(to, (arrived.get(to) ?? 0) + thick)
    return { id: `${from} → ${to}`, from, to, value, width: round(thick), line: curve(source, target, { start, end }) }
  })
}

function curve(source: FlowNode, target: FlowNode, { start, end }: { readonly start: number; readonly end: number }) {
  const [x1, x2] = [source.x + nodeWidth, target.x]
  const middle = round((x1 + x2) / 2)
  return `M${x1},${round(start)}C${middle},${round(start)} ${middle},${round(end)} ${x2},${round(end)}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
