import { addDays, addMonths, countDays, type Day, type DayRange, dayOf, startOfDay } from '@tillsight/core/days'
import { differingDays, nextMonth } from '../ad-comparison.ts'
import type { AdAccount, AdRecord } from '../ad-records.ts'
import type { HeldAdDays } from '../ads.ts'
import type { Checkpoint, CompareWindow, ConnectorContext, Page, Stream } from '../contract.ts'
import type { InstantText } from '../records.ts'
import { handlingOfError } from './failures.ts'
import type { Marks } from './memory.ts'
import { type AccountPart, Reading } from './reading.ts'
import { toInstantText } from './values.ts'

/** TikTok's limit for a query with daily rows. */
const windowDays = 30
const historyMonths = 25
/** Days that are read again: with every reading, every night, every week. */
const recentDays = 3
const monthDays = 28
const longDays = 35
const nightMs = 20 * 3_600_000
const weekMs = 6.5 * 24 * 3_600_000

export const adDaysStream: Stream<AdRecord> = {
  id: 'ad_days',
  label: 'Daily figures',
  settlesAfterDays: monthDays,
  everyMinutes: { withWebhooks: 60, without: 60 },
  backfill,
  increment,
  compare,
}

type DaysPage = Page<AdRecord>

async function* backfill(ctx: ConnectorContext, from: Checkpoint | null): AsyncIterable<DaysPage> {
  const reading = await Reading.open(ctx, from)
  const began = new Date(textIn(from, 'began') ?? toInstantText(reading.beganAt))
  const newest = latestDay(reading.accounts, began)
  const oldest = addMonths(newest, -historyMonths)
  const total = countDays({ from: oldest, to: newest }) * Math.max(1, reading.accounts.length)
  let done = numberIn(from, 'done')
  // Days in a checkpoint were written by this stream.
  let to = (textIn(from, 'to') ?? newest) as Day
  let first = textIn(from, 'account')
  let pending: readonly AdRecord[] = reading.notices
  while (to >= oldest) {
    const window = { from: later(addDays(to, 1 - windowDays), oldest), to }
    const before = addDays(window.from, -1)
    const rest = fromAccount(reading.accounts, first)
    for (const [index, account] of rest.entries()) {
      const part = await readWindow(reading, { account, window, now: began })
      if (part === 'older') {
        yield end(reading, { pending, done, to, began })
        return
      }
      done += countDays(window)
      const next = rest[index + 1]
      // If nothing could be read, the window starts again next time.
      const place = next ? { to, account: next.id } : { to: reading.isHopeless ? to : before }
      const isReached = next === undefined && !reading.isHopeless
      yield {
        records: [...pending, ...part.records],
        checkpoint: { ...reading.kept(), began: toInstantText(began), done, ...place },
        progress: { done: Math.min(done, total), total },
        ...(isReached ? { completeSince: reachedBy(reading.accounts, window.from) } : {}),
        warnings: part.warnings,
      }
      pending = []
    }
    if (reading.accounts.length === 0) break
    first = undefined
    to = before
  }
  yield* lastPages(reading, { pending, done, to, began }, oldest)
}

/** The remaining records after the last window; throws if no account could be read. */
function* lastPages(reading: Reading, ending: Ending, oldest: Day): Iterable<DaysPage> {
  const { pending, done, to, began } = ending
  if (reading.isHopeless && pending.length > 0) {
    const checkpoint = { ...reading.kept(), began: toInstantText(began), done, to }
    yield { records: pending, checkpoint, progress: { done, total: null }, warnings: [] }
  }
  reading.finish()
  if (pending.length > 0 || reading.accounts.length === 0) yield end(reading, { ...ending, to: addDays(oldest, -1) })
}

interface Ending {
  readonly pending: readonly AdRecord[]
  readonly done: number
  readonly to: Day
  readonly began: Date
}

/** The last page, if there is nothing older or nothing could be read. */
function end(reading: Reading, { pending, done, to, began }: Ending): DaysPage {
  const oldest = addDays(to, 1)
  const isLimit = reading.accounts.length > 0
  return {
    records: pending,
    checkpoint: { ...reading.kept(), began: toInstantText(began), done, to: '0000-01-01' },
    progress: { done, total: done },
    ...(isLimit ? { completeSince: reachedBy(reading.accounts, oldest) } : {}),
    ...(isLimit ? { oldestAvailable: reachedBy(reading.accounts, oldest) } : {}),
    warnings: [],
  }
}

interface WindowQuery {
  readonly account: AdAccount
  readonly window: DayRange
  readonly now: Date
}

/** `older`: TikTok keeps nothing that old for anybody. */
async function readWindow(reading: Reading, { account, window, now }: WindowQuery): Promise<AccountPart | 'older'> {
  const today = dayOf(now, account.zone)
  const range = { from: window.from, to: window.to > today ? today : window.to }
  if (range.from > range.to) return { records: [], warnings: [] }
  try {
    return await reading.days(account, range)
  } catch (error) {
    if (handlingOfError(error) === 'range' && window.to < addDays(today, -2 * windowDays)) return 'older'
    throw error
  }
}

/** The accounts from this one on; all of them if it no longer exists. */
function fromAccount(accounts: readonly AdAccount[], id: string | undefined): readonly AdAccount[] {
  const at = accounts.findIndex((account) => account.id === id)
  return accounts.slice(Math.max(0, at))
}

async function* increment(ctx: ConnectorContext, from: Checkpoint | null): AsyncIterable<DaysPage> {
  const reading = await Reading.open(ctx, from)
  const now = reading.beganAt
  let pending: readonly AdRecord[] = reading.notices
  for (const account of reading.accounts) {
    const span = spanOf(ctx, reading.marksOf(account), now)
    const today = dayOf(now, account.zone)
    const oldest = addDays(today, 1 - span.days)
    for (let to = today; to >= oldest; to = addDays(to, -windowDays)) {
      const part = await reading.days(account, { from: later(addDays(to, 1 - windowDays), oldest), to })
      const isRead = reading.accounts.includes(account)
      // Until an account was read completely once, the next reading starts where this one did.
      if (isRead && addDays(to, -windowDays) < oldest) reading.mark(account, span.marks)
      yield {
        records: [...pending, ...part.records],
        checkpoint: reading.kept(),
        progress: { done: 0, total: null },
        warnings: part.warnings,
      }
      pending = []
      if (!isRead) break
    }
  }
  yield {
    records: pending,
    checkpoint: reading.kept(),
    progress: { done: 0, total: null },
    ...(reading.isHopeless ? {} : { syncedThrough: toInstantText(now) }),
    warnings: [],
  }
  reading.finish()
}

/**
 * Re-reads days that TikTok has restated in one older month; for each account without restatements, this takes one or two
 * short queries.
 */
async function* compare(ctx: ConnectorContext, { adDays: held, from = null }: CompareWindow): AsyncIterable<DaysPage> {
  const now = ctx.clock.now()
  const oldest = addMonths(dayOf(now, 'UTC'), -historyMonths)
  const month = held && nextMonth({ from, held, now, oldest })
  if (!held || !month) return
  const reading = await Reading.open(ctx, from)
  const usual = { checkpoint: from ?? {}, progress: { done: 0, total: null } }
  if (reading.notices.length > 0) yield { ...usual, records: reading.notices, warnings: [] }
  for (const account of reading.accounts) {
    for (const part of partsOf(month.of(account))) {
      const read = await compareDays(reading, { account, part, held })
      if (read.records.length > 0) yield { ...usual, ...read }
      if (!reading.accounts.includes(account)) break
    }
  }
  reading.finish()
  const checkpoint = { ...reading.kept(), ...month.checkpoint }
  yield { records: [], checkpoint, progress: { done: 0, total: null }, warnings: [] }
}

interface Compared {
  readonly account: AdAccount
  readonly part: DayRange
  readonly held: HeldAdDays
}

/** The days that differ from the stored ones; no rows if there is no difference. */
async function compareDays(reading: Reading, { account, part, held }: Compared) {
  const { told, records } = await reading.totals(account, part)
  const span = told && differingDays(part, { told, held: await held.totals(account.id, part) })
  return span ? await reading.days(account, span) : { records, warnings: [] }
}

/** Splits a range into windows within TikTok's limit. */
function partsOf(range: DayRange | undefined): DayRange[] {
  if (!range) return []
  const { from, to } = range
  const middle = addDays(from, windowDays - 1)
  return to <= middle ? [{ from, to }] : [{ from, to: middle }, ...partsOf({ from: addDays(middle, 1), to })]
}

/** How many days up to today to re-read for an account, and its marks afterwards. */
function spanOf(ctx: ConnectorContext, marks: Marks | undefined, now: Date) {
  const at = toInstantText(now)
  const ageMs = (mark: string | undefined) => {
    return mark === undefined ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(mark)
  }
  const gap = marks?.recentAt ?? ctx.since
  // After a pause, days that were unsettled at the last reading are re-read too.
  const missed = Math.ceil((now.getTime() - Date.parse(gap)) / (24 * 3_600_000))
  const isWeekly = ageMs(marks?.weekAt) > weekMs
  const isNightly = isWeekly || ageMs(marks?.nightAt) > nightMs
  const usual = isWeekly ? longDays : isNightly ? monthDays : recentDays
  const days = missed > 1 ? Math.max(usual, missed + monthDays) : usual
  const most = countDays({ from: addMonths(dayOf(now, 'UTC'), -historyMonths), to: dayOf(now, 'UTC') })
  return {
    days: Math.min(days, most),
    marks: { recentAt: at, ...(isNightly ? { nightAt: at } : {}), ...(isWeekly ? { weekAt: at } : {}) },
  }
}

function latestDay(accounts: readonly AdAccount[], at: Date): Day {
  const days = accounts.map(({ zone }) => dayOf(at, zone))
  return days.reduce((one, other) => later(one, other), dayOf(at, 'UTC'))
}

function later(one: Day, other: Day): Day {
  return one > other ? one : other
}

/** The instant from which every account is complete. */
function reachedBy(accounts: readonly AdAccount[], day: Day): InstantText {
  const starts = accounts.map(({ zone }) => toInstantText(startOfDay(day, zone)))
  return starts.reduce((one, other) => (one > other ? one : other), toInstantText(startOfDay(day, 'UTC')))
}

function textIn(from: Checkpoint | null, key: string): string | undefined {
  const value = from?.[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numberIn(from: Checkpoint | null, key: string): number {
  const value = from?.[key]
  return typeof value === 'number' ? value : 0
}
