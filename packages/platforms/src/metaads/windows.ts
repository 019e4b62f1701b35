import { addDays, type Day, type DayRange, dayOf, parseDay, startOfDay } from '@tillsight/core/days'
import type { AdAccount, AdRecord } from '../ad-records.ts'
import type { Checkpoint, ConnectorContext } from '../contract.ts'
import { Reading } from './reading.ts'

/** A range of days to read, newest first, in windows that cover every account. */
export interface Plan {
  readonly newest: Day
  readonly oldest: Day
  /** When the reading began; survives a crash. */
  readonly startedAt: string
}

/** The position of a reading: the last day of the current window, and the last account read in it. */
export interface Position {
  readonly window: Day
  readonly account: string
}

/** One account's days of one window. */
export interface WindowRead {
  readonly records: readonly AdRecord[]
  readonly position: Position
  /** The first day of the window, or the first one that Meta has of any account. */
  readonly from: Day
  /** Whether every account has been read in this window. */
  readonly isWhole: boolean
  readonly isLast: boolean
  readonly warnings: readonly string[]
  /** The first day that Meta has of any account, where it refused earlier ones of all. */
  readonly oldest: Day | undefined
}

/** Days per window. */
export const windowLength = 30

/**
 * Reads a plan from a position on. An account that cannot be read is told of once and left out. Throws when none can be read,
 * when one has to wait, and for everything that concerns all of them.
 */
export async function* readWindows(
  ctx: ConnectorContext,
  plan: Plan,
  from: Position | undefined,
): AsyncGenerator<WindowRead, void, void> {
  const accounts = ctx.accounts ?? []
  const reading = await Reading.open(ctx, accounts, plan.startedAt)
  // Ads that fail in every portion are not requested again in every window.
  const lacking = new Set<string>()
  for (const window of windowsOf(plan, from)) {
    const readable = accounts.filter((account) => reading.reads(account))
    const rest = readable.slice(1 + readable.findIndex(({ id }) => id === window.done))
    let read = window.done ?? ''
    for (const account of rest) {
      const part = await reading.days(account, { range: window.range, withoutAds: lacking.has(account.id) })
      // If an account has to wait, or nothing can be read, this window continues next time.
      if (!reading.isWhole) break
      if (part.lacks) lacking.add(account.id)
      read = account.id
      const { records, warnings } = reading.take()
      const told = {
        records: [...records, ...part.records],
        warnings,
        position: { window: window.range.to, account: read },
      }
      yield { ...told, ...reachedBy(window, { isWhole: account === rest.at(-1), oldest: reading.oldestOf(accounts) }) }
    }
    if (!reading.isWhole || (window.isLast && rest.length === 0)) {
      const position = { window: window.range.to, account: read }
      yield { ...reading.take(), position, ...reachedBy(window, { isWhole: reading.isWhole, oldest: undefined }) }
    }
    reading.finish()
  }
}

interface Window {
  readonly range: DayRange
  /** The account that was read last in it, where a reading stopped here. */
  readonly done: string | undefined
  readonly isLast: boolean
}

function reachedBy(
  { range, isLast }: Window,
  { isWhole, oldest }: { readonly isWhole: boolean; readonly oldest: Day | undefined },
): Pick<WindowRead, 'from' | 'isWhole' | 'isLast' | 'oldest'> {
  return { from: laterOf(oldest ?? range.from, range.from), isWhole, isLast: isWhole && isLast, oldest }
}

/** The windows of a plan, newest first; in the one where a reading stopped some accounts are done. */
function* windowsOf(plan: Plan, from: Position | undefined): Generator<Window, void, void> {
  let done = from?.account
  for (let to = from?.window ?? plan.newest; to >= plan.oldest; done = undefined) {
    const start = laterOf(addDays(to, 1 - windowLength), plan.oldest)
    yield { range: { from: start, to }, done, isLast: start <= plan.oldest }
    to = addDays(start, -1)
  }
}

/** The later one of two days. */
export function laterOf(one: Day, other: Day): Day {
  return one > other ? one : other
}

/** The current day in the account zone that is furthest ahead. */
export function newestDay(ctx: ConnectorContext): Day {
  const now = ctx.clock.now()
  const days = (ctx.accounts ?? []).map(({ zone }) => dayOf(now, zone)).sort()
  return days.at(-1) ?? dayOf(now, 'UTC')
}

/**
 * The instant from which every account is complete, given the oldest day: the latest start of that day in any account's zone.
 */
export function instantOf({ accounts = [] }: { readonly accounts?: readonly AdAccount[] }, day: Day): string {
  const starts = accounts.map(({ zone }) => startOfDay(day, zone).getTime())
  return new Date(starts.length === 0 ? startOfDay(day, 'UTC').getTime() : Math.max(...starts)).toISOString()
}

/** The position in a checkpoint; undefined if it has none. */
export function positionOf(checkpoint: Checkpoint | null): Position | undefined {
  const { window, account } = checkpoint ?? {}
  return typeof window === 'string' && typeof account === 'string' ? { window: parseDay(window), account } : undefined
}

/** A day out of a checkpoint. */
export function dayIn(checkpoint: Checkpoint | null, key: string): Day | undefined {
  const value = checkpoint?.[key]
  return typeof value === 'string' && value !== '' ? parseDay(value) : undefined
}
