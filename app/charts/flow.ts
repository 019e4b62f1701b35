// Layout of a Sankey diagram: nodes in columns, one per step, and a band for every way through them.

/** A path through the steps, with its volume. */
export interface FlowPath {
  /** The node at each step; undefined where it skips the step. */
  readonly steps: readonly (string | undefined)[]
  readonly value: number
}

export interface FlowNode {
  readonly step: number
  readonly key: string
  readonly value: number
  /** Percent of the drawing's width. */
  readonly x: number
  /** Its middle; like its height, in pixels. */
  readonly y: number
  readonly height: number
}

/** All paths through the same nodes. It is as thick as what takes it, from end to end. */
export interface FlowBand {
  readonly id: string
  /** Positions of its nodes in the list of nodes. */
  readonly nodes: readonly number[]
  readonly value: number
  readonly outline: string
}

interface FlowLayout {
  readonly nodes: readonly FlowNode[]
  readonly bands: readonly FlowBand[]
}

/** Height of the drawing in pixels; it is as wide as its place, so widths are percentages. */
export const flowHeight = 400
/** A node and the gap below it are a target for fingers, and a line of text, however low the node is. */
const leastHeight = 12
const gap = 12

interface Ranked {
  readonly key: string
  readonly value: number
}

/** The nodes of a step by their volume. */
export function rankStep(paths: readonly FlowPath[], step: number): Ranked[] {
  const sums = new Map<string, number>()
  for (const { steps, value } of paths) {
    const key = steps[step]
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + value)
  }
  return [...sums]
    .map(([key, value]) => ({ key, value }))
    .toSorted((one, other) => other.value - one.value || (one.key < other.key ? -1 : 1))
}

/** Lays out nodes and bands; nodes with more volume are higher up. */
export function layOutFlow(paths: readonly FlowPath[]): FlowLayout {
  const steps = Math.max(0, ...paths.map((path) => path.steps.length))
  const columns = Array.from({ length: steps }, (_, step) => rankStep(paths, step))
  const scale = Math.min(...columns.map(scaleOf))
  const nodes = columns.flatMap((column, step) => {
    const x = steps < 2 ? 0 : round((step / (steps - 1)) * 100)
    return stack(column, scale).map((node) => ({ ...node, step, x }))
  })
  return { nodes, bands: drawBands(mergePaths(paths, nodes), nodes, scale) }
}

/** Height per unit of volume with which a column fills the drawing; its low nodes take the least height. */
function scaleOf(column: readonly Ranked[]): number {
  for (let tall = column.length; tall > 0; tall -= 1) {
    const sum = column.slice(0, tall).reduce((whole, { value }) => whole + value, 0)
    const scale = (flowHeight - gap * column.length - leastHeight * (column.length - tall)) / sum
    if ((column[tall - 1]?.value ?? 0) * scale >= leastHeight) return scale
  }
  return 0
}

function stack(column: readonly Ranked[], scale: number): Omit<FlowNode, 'step' | 'x'>[] {
  const roomOf = ({ value }: Ranked) => Math.max(value * scale, leastHeight) + gap
  let top = (flowHeight - column.reduce((sum, node) => sum + roomOf(node), 0)) / 2
  return column.map((node) => {
    const y = top + roomOf(node) / 2
    top += roomOf(node)
    return { ...node, y: round(y), height: round(node.value * scale) }
  })
}

type Merged = Omit<FlowBand, 'outline'>

/** Sums paths through the same nodes; sorted by nodes, so that neighbours run side by side. */
function mergePaths(paths: readonly FlowPath[], nodes: readonly FlowNode[]): Merged[] {
  const places = new Map(nodes.map(({ step, key }, place) => [`${step} ${key}`, place]))
  const merged = new Map<string, Merged>()
  for (const { steps, value } of paths) {
    const passed = steps.flatMap((key, step) => (key === undefined ? [] : (places.get(`${step} ${key}`) ?? [])))
    const id = passed.join(' ')
    merged.set(id, { id, nodes: passed, value: (merged.get(id)?.value ?? 0) + value })
  }
  const { compare } = new Intl.Collator('en', { numeric: true })
  return [...merged.values()].toSorted((one, other) => compare(one.id, other.id))
}

/** Draws bands from node to node, sorted by both, so that few of them cross. */
function drawBands(bands: readonly Merged[], nodes: readonly FlowNode[], scale: number): FlowBand[] {
  const hops = bands.flatMap(({ id, nodes: passed, value }) =>
    passed.slice(1).flatMap((place, nth) => {
      const [from, to] = [nodes[passed[nth] ?? -1], nodes[place]]
      return from && to ? [{ id, from, to, thick: value * scale }] : []
    }),
  )
  const [left, entered] = [new Map<FlowNode, number>(), new Map<FlowNode, number>()]
  const outlines = new Map<string, string>()
  for (const { id, from, to, thick } of hops.toSorted(
    (one, other) => one.from.y - other.from.y || one.to.y - other.to.y,
  )) {
    const ends = { start: takeRoom(left, from, thick), end: takeRoom(entered, to, thick) }
    outlines.set(id, (outlines.get(id) ?? '') + outline([from.x, to.x], ends, thick))
  }
  return bands.map((band) => ({ ...band, outline: outlines.get(band.id) ?? '' }))
}

/** Top of the free part of a node's side; what is taken counts from then on. */
function takeRoom(taken: Map<FlowNode, number>, node: FlowNode, thick: number): number {
  const top = taken.get(node) ?? node.y - node.height / 2
  taken.set(node, top + thick)
  return top
}

/** Outline between two columns: an area and no line, because the drawing is stretched. */
function outline(
  [x1, x2]: readonly [number, number],
  { start, end }: Readonly<Record<'start' | 'end', number>>,
  thick: number,
): string {
  const middle = round((x1 + x2) / 2)
  const seen = Math.max(1, thick)
  const [top1, top2, foot1, foot2] = [start, end, start + seen, end + seen].map(round)
  return `M${x1},${top1}C${middle},${top1} ${middle},${top2} ${x2},${top2}V${foot2}C${middle},${foot2} ${middle},${foot1} ${x1},${foot1}Z`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
