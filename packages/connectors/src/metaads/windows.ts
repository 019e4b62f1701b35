import { addDays, addMonths, type Day, type DayRange, dayOf, parseDay, startOfDay } from '@tillsight/core/days'
import type { AdAccount, AdAccountRecord, AdDayRecord, AdRecord } from '../ad-records.ts'
import type { Checkpoint, ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { accountRecord, isProblem, lookAt, problemOf, refusalOf } from './accounts.ts'
import { readDays } from './day-reader.ts'
import { hasCode } from './failures.ts'
import { type Graph, openGraph } from './graph.ts'

/** Days to read, newest first, in windows, every account in each of them. */
export interface Plan {
  readonly newest: Day
  readonly oldest: Day
  /** When the reading began; survives a crash. */
  readonly startedAt: string
  /** Accounts that are left out this time. */
  readonly skips?: (account: AdAccount) => boolean
}

/** Where a reading stands: the last day of the window, and the last account that was read in it. */
export interface Position {
  readonly window: Day
  readonly account: string
}

/** One account's days of one window. */
export interface WindowRead {
  readonly records: readonly AdRecord[]
  readonly position: Position
  readonly from: Day
  /** Whether every account has been read in this window. */
  readonly isWhole: boolean
  readonly isLast: boolean
  readonly warnings: readonly string[]
  /** By account: the first day that Meta has, where it refused an earlier one. */
  readonly oldest: ReadonlyMap<string, Day>
}

/** Days of one window. */
const windowLength = 30
const usualWindows = { click: 7, view: 1 }

interface Progress {
  readonly graph: Graph
  readonly readable: Map<string, AdAccount>
  readonly windows: Map<string, { readonly click: number; readonly view: number }>
  /** The first day that Meta has of an account, once it has refused an earlier one. */
  readonly oldest: Map<string, Day>
  readonly seenAt: string
  failure: ConnectorError | undefined
}

/**
 * Reads a plan from a position on. An account that cannot be read is told of once and left out. Throws when none can be read,
 * and for everything that concerns all of them.
 */
export async function* readWindows(
  ctx: ConnectorContext,
  plan: Plan,
  from: Position | undefined,
): AsyncGenerator<WindowRead, void, void> {
  const accounts = (ctx.accounts ?? []).filter((account) => !plan.skips?.(account))
  const progress: Progress = {
    graph: openGraph(ctx),
    readable: new Map(),
    windows: new Map(),
    oldest: new Map(),
    seenAt: plan.startedAt,
    failure: undefined,
  }
  let told = await lookAtAll(progress, accounts)
  const take = () => {
    const records = told
    told = []
    return { records, warnings: newWarnings(progress.graph) }
  }
  for (const { start, to, done } of windowsOf(plan, from)) {
    const isLastWindow = start <= plan.oldest
    const readable = accounts.filter(({ id }) => progress.readable.has(id))
    const rest = readable.slice(1 + readable.findIndex(({ id }) => id === done))
    for (const account of rest) {
      const records = await readWindow(progress, account, { from: start, to })
      const { records: before, warnings } = take()
      const isWhole = progress.readable.size > 0 && account === rest.at(-1)
      const position = { window: to, account: account.id }
      const { oldest } = progress
      yield {
        records: [...before, ...records],
        warnings,
        position,
        from: start,
        isWhole,
        isLast: isWhole && isLastWindow,
        oldest,
      }
    }
    const refusal = refusalOfAll(progress, accounts)
    if (refusal || (isLastWindow && rest.length === 0)) {
      const position = { window: to, account: done ?? '' }
      const isWhole = refusal === undefined
      yield { ...take(), position, from: start, isWhole, isLast: isWhole, oldest: progress.oldest }
    }
    if (refusal) throw refusal
  }
}

/** Set once no account is left that can be read. */
function refusalOfAll({ readable, failure }: Progress, accounts: readonly AdAccount[]): ConnectorError | undefined {
  return accounts.length > 0 && readable.size === 0 ? failure : undefined
}

/** The windows of a plan, newest first; in the one where a reading stopped some accounts are done. */
function* windowsOf(plan: Plan, from: Position | undefined) {
  let done = from?.account
  for (let to = from?.window ?? plan.newest; to >= plan.oldest; done = undefined) {
    const start = laterOf(addDays(to, 1 - windowLength), plan.oldest)
    yield { start, to, done }
    to = addDays(start, -1)
  }
}

/** What was found out since the last page and should be known. */
function newWarnings({ learnt }: Graph): string[] {
  const fields = [...learnt.dropped].filter((field) => !learnt.told.has(field))
  for (const field of fields) learnt.told.add(field)
  return fields.map(
    (field) =>
      `Meta does not give the field ${field} any more; everything else is read without it. Update Tillsight when there is a newer version.`,
  )
}

/** Records of the accounts that cannot be read. */
async function lookAtAll(progress: Progress, accounts: readonly AdAccount[]): Promise<AdRecord[]> {
  const records: AdRecord[] = []
  for (const account of accounts) {
    const found = await lookAt(progress.graph, account)
    if (isProblem(found)) {
      progress.failure ??= refusalOf(found)
      records.push(recordOf(progress, account, found))
    } else progress.readable.set(account.id, found)
  }
  return records
}

async function readWindow(progress: Progress, account: AdAccount, range: DayRange): Promise<AdRecord[]> {
  const { graph } = progress
  const now = progress.readable.get(account.id) ?? account
  const today = dayOf(graph.ctx.clock.now(), now.zone)
  const to = today < range.to ? today : range.to
  const from = laterOf(range.from, progress.oldest.get(account.id) ?? range.from)
  const days = to < from ? [] : await readAccountDays(progress, now, { from, to })
  if (!Array.isArray(days)) return [days]
  return [recordOf(progress, now, null), ...days]
}

/** Meta refuses days before 37 months ago. */
const keptMonths = 36

/** The days, or the account's record when it cannot be read any more. */
async function readAccountDays(
  progress: Progress,
  account: AdAccount,
  range: DayRange,
): Promise<AdDayRecord[] | AdAccountRecord> {
  try {
    const read = await readDays(progress.graph, account, range)
    if ('kind' in read) return giveUp(progress, account, { ...read, cause: undefined })
    if (read.windows) progress.windows.set(account.id, read.windows)
    return [...read.days]
  } catch (error) {
    if (hasCode(error, 3_018)) return await readKept(progress, account, range)
    const problem = problemOf(error)
    if (problem === undefined) throw error
    return giveUp(progress, account, { ...problem, cause: error })
  }
}

/** Part of the range is older than what Meta keeps: there is nothing, and nothing was missed. */
async function readKept(
  progress: Progress,
  account: AdAccount,
  range: DayRange,
): Promise<AdDayRecord[] | AdAccountRecord> {
  const today = dayOf(progress.graph.ctx.clock.now(), account.zone)
  const first = addDays(addMonths(today, -keptMonths), 1)
  const isInside = first > range.from && first <= range.to
  progress.oldest.set(account.id, isInside ? first : addDays(range.to, 1))
  return isInside ? await readAccountDays(progress, account, { from: first, to: range.to }) : []
}

function giveUp(
  progress: Progress,
  account: AdAccount,
  { cause, ...problem }: NonNullable<AdAccountRecord['problem']> & { readonly cause: unknown },
): AdAccountRecord {
  progress.readable.delete(account.id)
  progress.failure ??= cause instanceof ConnectorError ? cause : refusalOf(problem)
  return recordOf(progress, account, problem)
}

function recordOf(progress: Progress, account: AdAccount, problem: AdAccountRecord['problem']): AdAccountRecord {
  const windows = progress.windows.get(account.id) ?? usualWindows
  return accountRecord(account, { problem, windows, seenAt: progress.seenAt })
}

function laterOf(one: Day, other: Day): Day {
  return one > other ? one : other
}

/** The newest day of all chosen accounts. */
export function newestDay(ctx: ConnectorContext): Day {
  const now = ctx.clock.now()
  const days = (ctx.accounts ?? []).map(({ zone }) => dayOf(now, zone)).sort()
  return days.at(-1) ?? dayOf(now, 'UTC')
}

/** From when on every account is read, given the oldest day of the windows: the latest of its beginnings. */
export function instantOf(ctx: ConnectorContext, day: Day): string {
  const starts = (ctx.accounts ?? []).map(({ zone }) => startOfDay(day, zone).getTime())
  return new Date(starts.length === 0 ? startOfDay(day, 'UTC').getTime() : Math.max(...starts)).toISOString()
}

/** A position out of a checkpoint; undefined where it holds none. */
export function positionOf(checkpoint: Checkpoint | null): Position | undefined {
  const { window, account } = checkpoint ?? {}
  return typeof window === 'string' && typeof account === 'string' ? { window: parseDay(window), account } : undefined
}

/** A day out of a checkpoint. */
export function dayIn(checkpoint: Checkpoint | null, key: string): Day | undefined {
  const value = checkpoint?.[key]
  return typeof value === 'string' && value !== '' ? parseDay(value) : undefined
}
