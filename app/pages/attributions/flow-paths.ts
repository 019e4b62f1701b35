import type { FlowPath } from '../../charts/flow.ts'

// Journeys as a flow with few enough columns to be read: the first three contacts, the last of longer ones, the order.

/** Heads of the columns, from left to right. */
const flowHeads = ['First contact', 'Second', 'Third', 'Last of longer ones', 'Order'] as const

/** What stands for everything that is too small for a place of its own. */
export const otherChannels = '(others)'
/** What every way ends in. */
export const orderNode = '(order)'

/** Channels of a column that have a place of their own. */
const mostNodes = 8

interface CountedPath {
  readonly steps: readonly string[]
  readonly orders: number
}

/** Places the contacts of each path in the columns; what is rare in a column is put together. */
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

function frontOf(paths: readonly FlowPath[], column: number): ReadonlySet<string> {
  const sums = new Map<string, number>()
  for (const { steps, value } of paths) {
    const step = steps[column]
    if (step !== undefined) sums.set(step, (sums.get(step) ?? 0) + value)
  }
  const ranked = [...sums].toSorted(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
  return new Set(ranked.slice(0, mostNodes).map(([key]) => key))
}

/** The same without columns that nothing passes: journeys may all be short. */
export function withoutEmpty(paths: readonly FlowPath[]): {
  readonly heads: readonly string[]
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
