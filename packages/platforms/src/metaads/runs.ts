import { z } from 'zod'
import { ConnectorError } from '../failures.ts'
import type { ReadRow } from './ad-rows.ts'
import { hasCode, isKind } from './failures.ts'
import type { Graph } from './graph.ts'
import { figures, type InsightsQuery, readRunRows, startRun } from './insights.ts'
import { WireCount } from './values.ts'

const Progress = z.object({
  async_status: z.string(),
  async_percent_completion: WireCount,
  error_code: z.unknown().optional(),
  error_message: z.string().nullish(),
})

const fields = 'id,async_status,async_percent_completion,is_running,error_code,error_message,error_subcode'
const firstPauseMs = 1_000
const longestPauseMs = 15_000
const startWithinMs = 5 * 60_000
const endWithinMs = 30 * 60_000

/** A started run, or the error of starting it, which is thrown when its rows are needed. */
export type Started = { readonly run: string } | { readonly error: unknown }

/** Starts a run without waiting for it. */
export async function begin(graph: Graph, query: InsightsQuery): Promise<Started> {
  try {
    return { run: await startRun(graph, query) }
  } catch (error) {
    graph.ctx.signal.throwIfAborted()
    return { error }
  }
}

/** The rows of a run, once it has completed. Throws `too_big` if it fails: query less then. */
export async function finish(graph: Graph, query: InsightsQuery, started: Started): Promise<ReadRow[]> {
  if ('error' in started) throw started.error
  const first = await waitFor(graph, query, started.run)
  if (first === 'complete') return await readRunRows(graph, started.run, query)
  if (first === 'heavy' || first === 'stuck') throw tooHeavy(query)
  // It failed without a reason, or was skipped: retry once, unchanged.
  const again = await startRun(graph, query)
  if ((await waitFor(graph, query, again)) !== 'complete') throw tooHeavy(query)
  return await readRunRows(graph, again, query)
}

type Outcome = 'complete' | 'failed' | 'heavy' | 'stuck'

async function waitFor(graph: Graph, query: InsightsQuery, run: string): Promise<Outcome> {
  let waitedMs = 0
  let pauseMs = firstPauseMs
  for (;;) {
    const { status, percent, hasReason } = await look(graph, query, run)
    if (status === 'Job Completed' && percent >= 100) return 'complete'
    if (status === 'Job Failed') return hasReason ? 'heavy' : 'failed'
    if (status === 'Job Skipped') return 'failed'
    const hasBegun = percent > 0
    if (waitedMs >= (hasBegun ? endWithinMs : startWithinMs)) {
      await cancel(graph, query, run)
      return 'stuck'
    }
    await graph.pause(pauseMs)
    waitedMs += pauseMs
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }
}

async function look(graph: Graph, { account }: InsightsQuery, run: string) {
  try {
    const progress = await graph.ask({ path: run, params: { fields }, what: figures, shape: Progress, account })
    return {
      status: progress.async_status,
      percent: progress.async_percent_completion,
      hasReason: Boolean(progress.error_code),
    }
  } catch (error) {
    // A run may not exist yet right after its creation.
    if (!hasCode(error, 100, 33)) throw error
    return { status: 'Job Not Started', percent: 0, hasReason: false }
  }
}

async function cancel(graph: Graph, { account }: InsightsQuery, run: string): Promise<void> {
  try {
    await graph.ask({ method: 'DELETE', path: run, what: figures, shape: z.unknown(), account, retries: 0 })
  } catch (error) {
    graph.ctx.signal.throwIfAborted()
    // It may already be gone; nobody waits for it any more.
    if (!isKind(error, 'permission', 'bad_request', 'transient', 'too_big')) throw error
  }
}

function tooHeavy({ account, range }: InsightsQuery): ConnectorError {
  return new ConnectorError({
    kind: 'too_big',
    message: `Meta did not finish its report about ${account.name} from ${range.from} to ${range.to}; smaller portions are asked for.`,
    platformCode: 'run',
  })
}
