import { Recent } from '../ads/world.ts'
import type { RunEnd } from './faults.ts'
import type { Query } from './insights-query.ts'
import type { LaterRow } from './insights-rows.ts'

/** An asynchronous report. */
export interface Run {
  readonly id: string
  readonly accountId: string
  readonly query: Query
  readonly startedAt: Date
  readonly end: RunEnd | 'completed'
  /** How often its status was requested. */
  polls: number
  isCancelled: boolean
}

/** The runs that were started. */
export class Runs {
  readonly #runs = new Map<string, Run>()
  #last = 6_023_000_000_000_000

  start(made: Pick<Run, 'accountId' | 'query' | 'startedAt' | 'end'>): Run {
    this.#last += 1
    const run: Run = { ...made, id: String(this.#last), polls: 0, isCancelled: false }
    this.#runs.set(run.id, run)
    return run
  }

  find(id: string): Run | undefined {
    return this.#runs.get(id)
  }
}

/** The status of a run, and whether its rows are available. */
export function stateOf(run: Run, pollsNeeded: number): { readonly status: string; readonly percent: number } {
  const waited = run.polls - 1
  if (run.end === 'stuck') return { status: 'Job Not Started', percent: 0 }
  if (run.end === 'endless') return { status: 'Job Running', percent: 70 }
  if (waited < pollsNeeded) {
    return waited === 0 ? { status: 'Job Started', percent: 0 } : { status: 'Job Running', percent: 35 }
  }
  if (run.end === 'failed' || run.end === 'failed_with_reason') return { status: 'Job Failed', percent: 35 }
  if (run.end === 'skipped') return { status: 'Job Skipped', percent: 0 }
  if (run.end === 'late' && waited === pollsNeeded) return { status: 'Job Completed', percent: 92 }
  return { status: 'Job Completed', percent: 100 }
}

const freshMs = 600_000

interface Kept {
  readonly at: number
  readonly rows: readonly LaterRow[]
}

/** Cached results during paging, so that the pages of one query fit together. */
export class Results {
  readonly #kept = new Recent<Kept>(6)

  /** The rows of a query; computed again when it starts over or is old. */
  get(
    key: string,
    { now, isFirst }: { readonly now: number; readonly isFirst: boolean },
    make: () => LaterRow[],
  ): readonly LaterRow[] {
    const anew = () => ({ at: now, rows: make() })
    if (isFirst) this.drop(key)
    const known = this.#kept.get(key, anew)
    if (now - known.at < freshMs) return known.rows
    this.drop(key)
    return this.#kept.get(key, anew).rows
  }

  /** The last page was read: the rows are only needed again if the query starts over. */
  drop(key: string): void {
    this.#kept.forget(key)
  }
}
