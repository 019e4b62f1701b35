import { type FlowPath, rankStep } from '../../charts/flow.ts'

// Journeys as a flow with few enough columns to be read: the first three touchpoints, the last of longer ones, the order.

/** The columns, from the first to the last: the last touchpoint is that of longer journeys. */
const flowHeads = ['first', 'second', 'third', 'last', 'order'] as const

/** Collects the channels that are too small for a node of their own. */
export const otherChannels = '(others)'
/** The final node of every path. */
export const orderNode = '(order)'

/** Maximum number of nodes in each column, that of the other channels included. */
const mostNodes = 6

interface CountedPath {
  readonly steps: readonly string[]
  readonly orders: number
}

/** Assigns the touchpoints of each path to columns; the rare channels of a column are combined. */
export function toFlowPaths(paths: readonly CountedPath[]): FlowPath[] {
  const placed = paths.map(({ steps, orders }) => ({ steps: columnsOf(steps), value: orders }))
  const front = flowHeads.map((_, column) => frontOf(placed, column))
  return placed.map(({ steps, value }) => ({
    value,
    steps: steps.map((step, column) =>
      step === undefined || front[column]?.has(step) === true ? step : otherChannels,
    ),
  }))
}

function columnsOf(steps: readonly string[]): (string | undefined)[] {
  const last = steps.length > 3 ? steps.at(-1) : undefined
  return [steps[0], steps[1], steps[2], last, orderNode]
}

/** The channels of a column that have a node of their own. */
function frontOf(paths: readonly FlowPath[], column: number): ReadonlySet<string> {
  const ranked = rankStep(paths, column)
  const front = ranked.length > mostNodes ? ranked.slice(0, mostNodes - 1) : ranked
  return new Set(front.map(({ key }) => key))
}

/** The paths without empty columns: all journeys may be short. */
export function withoutEmpty(paths: readonly FlowPath[]): {
  readonly heads: readonly (typeof flowHeads)[number][]
  readonly paths: readonly FlowPath[]
} {
  const kept = flowHeads.flatMap((head, column) =>
    paths.some(({ steps }) => steps[column] !== undefined) ? [{ head, column }] : [],
  )
  return {
    heads: kept.map(({ head }) => head),
    paths: paths.map(({ steps, value }) => ({ value, steps: kept.map(({ column }) => steps[column]) })),
  }
}
