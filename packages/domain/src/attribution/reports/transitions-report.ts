import type { PathRow } from '@tillsight/attribution'
import { fitMarkov } from '../fitted/fit-markov.ts'
import { readPaths } from '../fitted/read-paths.ts'
import type { ReportContext } from './base-journeys.ts'
import type { ReportOf } from './outputs.ts'

const [start, won, lost] = ['(start)', '(conversion)', '(null)']
const rarest = 0.01

/** Transitions of the first-order chain as a graph of journeys, including lost ones. */
export async function reportTransitions({ ctx, question }: ReportContext): Promise<ReportOf<'transitions'>> {
  const [paths, fit] = await Promise.all([readPaths(ctx, question), fitMarkov(ctx, question)])
  const steps = countSteps(paths.rows)
  const leaving = new Map<string, number>()
  for (const { from, journeys } of steps) leaving.set(from, (leaving.get(from) ?? 0) + journeys)
  const arriving = new Map<string, number>()
  for (const { to, journeys } of steps) arriving.set(to, (arriving.get(to) ?? 0) + journeys)
  const states = [...new Set([start, ...arriving.keys()])]
  return {
    report: 'transitions',
    states: states.map((state) => ({ state, journeys: leaving.get(state) ?? arriving.get(state) ?? 0 })),
    edges: steps
      .map((step) => ({ ...step, share: step.journeys / (leaving.get(step.from) ?? 1) }))
      .filter(({ share }) => share >= rarest)
      .sort(
        (one, other) =>
          other.journeys - one.journeys || (`${one.from} ${one.to}` < `${other.from} ${other.to}` ? -1 : 1),
      ),
    fit: fit.facts,
  }
}

interface Step {
  readonly from: string
  readonly to: string
  readonly journeys: number
}

/** Consecutive repeats of a channel do not affect what follows, and would hide it. */
function countSteps(rows: readonly PathRow[]): Step[] {
  const steps = new Map<string, Map<string, number>>()
  const add = (from: string, to: string, journeys: number): void => {
    if (journeys === 0) return
    const next = steps.get(from) ?? new Map<string, number>()
    next.set(to, (next.get(to) ?? 0) + journeys)
    steps.set(from, next)
  }
  for (const row of rows) {
    let from = start
    for (const to of row.path) {
      if (to !== from) add(from, to, row.conversions + row.null)
      from = to
    }
    add(from, won, row.conversions)
    add(from, lost, row.null)
  }
  return [...steps].flatMap(([from, next]) => [...next].map(([to, journeys]) => ({ from, to, journeys })))
}
