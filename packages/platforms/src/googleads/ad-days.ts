import { addDays, addMonths, type Day, type DayRange, dayOf, parseDay, startOfDay } from '@tillsight/core/days'
import type { AdAccount, AdRecord } from '../ad-records.ts'
import type { Checkpoint, ConnectorContext, Page, Stream } from '../contract.ts'
import { compareDays } from './compare-days.ts'
import { keptDays, readDays } from './read-days.ts'
import { openReadings, type Readings } from './readings.ts'
import { isCancelled, type OpenedAccount, openSession, reReadDays, type Session, toAccountRecord } from './session.ts'

/** Days per query; every level of an account for all of these days is in memory at once. */
const windowDays = 30
const historyMonths = 25
const openDays = 3
const monthDays = 30
/** A cancelled account is read this far back, and for as long; then its figures are final. */
const finalDays = 90

const hourMs = 3_600_000
const nightlyMs = 23 * hourMs
const weeklyMs = 7 * 24 * hourMs - hourMs
const pauseMs = 2 * 24 * hourMs

export const adDaysStream: Stream<AdRecord> = {
  id: 'ad_days',
  label: 'Daily figures',
  settlesAfterDays: 90,
  everyMinutes: { withWebhooks: 60, without: 60 },
  backfill,
  increment,
  compare: compareDays,
}

interface Progress {
  /** The newest and the oldest day of the history. */
  readonly anchor: Day
  readonly oldest: Day
  /** The current window, and the last account finished in it. */
  readonly window: number
  readonly after: string
  readonly done: number
}

async function* backfill(ctx: ConnectorContext, from: Checkpoint | null): AsyncIterable<Page<AdRecord>> {
  const session = await openSession(ctx)
  const now = ctx.clock.now()
  const readings = openReadings(session)
  const history: History = { session, readings, now, kept: new Map() }
  let at = toProgress(from, session, now)
  for (const window of windowsOf({ from: at.oldest, to: at.anchor }).slice(at.window)) {
    const reached: string[] = []
    const wanted = session.accounts.filter(({ id }) => id > at.after)
    for (const account of wanted) {
      ctx.signal.throwIfAborted()
      const part = await readPart(history, { account, window })
      reached.push(...part.since)
      const isLast = account === wanted.at(-1)
      at = advanced(at, part, isLast ? undefined : account)
      yield {
        records: part.records,
        checkpoint: { ...at },
        progress: { done: at.done, total: totalOf(at, session) },
        ...(isLast ? reachedBy(reached, part) : {}),
        ...part.oldestAvailable,
        warnings: [],
      }
      if (readings.isWaiting) break
    }
    if (readings.isHopeless || readings.isWaiting) break
  }
  readings.finish()
}

/**
 * The state of a back-fill; `kept` is the first day that Google still has, for accounts for which it refused earlier ones.
 */
interface History {
  readonly session: Session
  readonly readings: Readings
  readonly now: Date
  readonly kept: Map<string, Day>
}

/** The result of one window of an account. */
interface Part {
  readonly records: readonly AdRecord[]
  /** The instant from which the account is complete; empty if it was not read. */
  readonly since: readonly string[]
  /** Nothing could be read, or an account has to wait: this window is begun with again next time. */
  readonly hasStopped: boolean
  /** Set once Google has refused earlier days of every account. */
  readonly oldestAvailable: Pick<Page, 'oldestAvailable'>
}

async function readPart(
  { session, readings, now, kept }: History,
  { account, window }: { readonly account: AdAccount; readonly window: DayRange },
): Promise<Part> {
  const first = later(window.from, kept.get(account.id) ?? window.from)
  const range = { from: first, to: earlier(window.to, dayOf(now, account.zone)) }
  const read = await readWindow({ session, readings, account }, { range, now })
  if (read?.oldest) kept.set(account.id, read.oldest)
  const oldest = oldestOf(session, kept)
  const instant = (day: Day) => startOfDay(day, account.zone).toISOString()
  return {
    records: [...(read?.records ?? []), ...readings.problems(now)],
    since: read ? [instant(later(window.from, oldest ?? window.from))] : [],
    hasStopped: readings.isHopeless || readings.isWaiting,
    oldestAvailable: oldest === undefined ? {} : { oldestAvailable: instant(oldest) },
  }
}

/** The progress after a part; with `account`, other accounts of the window remain to be read. */
function advanced(at: Progress, { records, hasStopped }: Part, account: AdAccount | undefined): Progress {
  const done = at.done + records.length
  if (hasStopped) return { ...at, done }
  return account ? { ...at, done, after: account.id } : { ...at, done, window: at.window + 1, after: '' }
}

function reachedBy(instants: readonly string[], { hasStopped }: Part): Pick<Page, 'completeSince'> {
  const since = instants.toSorted().at(-1)
  return hasStopped || since === undefined ? {} : { completeSince: since }
}

/** The first day that Google has for any account; undefined until it has refused earlier days for all of them. */
function oldestOf({ accounts }: Session, kept: ReadonlyMap<string, Day>): Day | undefined {
  return accounts.every(({ id }) => kept.has(id)) ? [...kept.values()].toSorted()[0] : undefined
}

function toProgress(from: Checkpoint | null, session: Session, now: Date): Progress {
  if (from !== null && typeof from['anchor'] === 'string') {
    return {
      anchor: parseDay(from['anchor']),
      oldest: parseDay(String(from['oldest'])),
      window: Number(from['window']),
      after: String(from['after']),
      done: Number(from['done']),
    }
  }
  const todays = session.accounts.map(({ zone }) => dayOf(now, zone)).toSorted()
  const anchor = todays.at(-1) ?? dayOf(now, 'Etc/UTC')
  const oldest = later(addMonths(anchor, -historyMonths), addDays(anchor, -keptDays))
  return { anchor, oldest, window: 0, after: '', done: 0 }
}

/** One record for each account and day, and one for the account itself. */
function totalOf({ anchor, oldest, done }: Progress, { accounts }: Session): number {
  const days = windowsOf({ from: oldest, to: anchor }).reduce((sum, window) => sum + daysIn(window) + 1, 0)
  return Math.max(done, days * accounts.length)
}

interface Reading {
  readonly session: Session
  readonly readings: Readings
  readonly account: AdAccount
}

/** The data read from one account. */
interface WindowRead {
  readonly records: readonly AdRecord[]
  /** The first day that Google still has of it, where it refused earlier ones. */
  readonly oldest?: Day | undefined
}

/** An account with whole days; undefined if the account cannot be read. */
async function readWindow(
  { session, readings, account }: Reading,
  { range, now }: { readonly range: DayRange; readonly now: Date },
): Promise<WindowRead | undefined> {
  return await readings.attempt(account, async () => {
    const opened = await session.open(account)
    const { days, oldest } = range.from > range.to ? { days: [] } : await readDays(session, opened, { range, now })
    return { records: [toAccountRecord(opened, now), ...days], oldest }
  })
}

/** When an account was last read: at all, with its last thirty days, and with all days that may still change. */
interface Marks {
  readonly through: string
  readonly nightly: string
  readonly weekly: string
  /** When it was first seen cancelled; empty while it is not. */
  readonly cancelled: string
}

async function* increment(ctx: ConnectorContext, from: Checkpoint | null): AsyncIterable<Page<AdRecord>> {
  const session = await openSession(ctx)
  const now = ctx.clock.now()
  const readings = openReadings(session)
  const before = from ?? {}
  let next: Checkpoint = {}
  let done = 0
  for (const account of session.accounts) {
    ctx.signal.throwIfAborted()
    const marks = marksOf(account.id, { checkpoint: before, since: ctx.since })
    const due = dueOf(marks, now)
    next = { ...next, ...marksToCheckpoint(account.id, marks) }
    // Closed accounts are checked once a day.
    if (isResting(account, session) && due === 'recent') continue
    const opened = await readings.attempt(account, async () => await session.open(account))
    const options = optionsOf({ marks, due, now }, opened)
    let isWhole = true
    for (const range of options.windows(account)) {
      const read = await readWindow({ session, readings, account }, { range, now })
      isWhole &&= read !== undefined
      const records = [...(read?.records ?? []), ...readings.problems(now)]
      done += records.length
      if (records.length > 0) yield { records, checkpoint: before, progress: { done, total: null }, warnings: [] }
    }
    if (isWhole) next = { ...next, ...marksToCheckpoint(account.id, options.after) }
  }
  readings.finish()
  const syncedThrough = now.toISOString()
  yield { records: [], checkpoint: next, progress: { done, total: done }, syncedThrough, warnings: [] }
}

function marksOf(id: string, { checkpoint, since }: { checkpoint: Checkpoint; since: string }): Marks {
  const read = (name: Exclude<keyof Marks, 'cancelled'>) => {
    const value = checkpoint[`${id}.${name}`]
    return typeof value === 'string' ? value : since
  }
  const cancelled = checkpoint[`${id}.cancelled`]
  return {
    through: read('through'),
    nightly: read('nightly'),
    weekly: read('weekly'),
    cancelled: typeof cancelled === 'string' ? cancelled : '',
  }
}

function marksToCheckpoint(id: string, marks: Marks): Checkpoint {
  return Object.fromEntries(Object.entries(marks).map(([name, at]) => [`${id}.${name}`, at]))
}

type Due = 'recent' | 'month' | 'window'

function dueOf({ nightly, weekly }: Marks, now: Date): Due {
  const age = (instant: string) => now.getTime() - Date.parse(instant)
  if (age(weekly) >= weeklyMs) return 'window'
  return age(nightly) >= nightlyMs ? 'month' : 'recent'
}

/**
 * An account that does not change: it is only checked now and then, unless all accounts are unreadable, which nothing else
 * would reveal.
 */
function isResting(account: AdAccount, { accounts }: Session): boolean {
  if (account.readable) return isCancelled(account)
  return accounts.some(({ readable }) => readable)
}

/** The windows of an account to read, and its marks afterwards. */
interface Options {
  /** At least one, so that the account itself is told of; the first may be empty. */
  windows(account: AdAccount): DayRange[]
  readonly after: Marks
}

interface Timing {
  readonly marks: Marks
  readonly due: Due
  readonly now: Date
}

/** An account that is open is read as far back as is due; a cancelled one 90 days once a week, until they are final. */
function optionsOf({ marks, due, now }: Timing, opened: OpenedAccount | undefined): Options {
  if (opened && isCancelled(opened.account)) return optionsOfCancelled({ marks, due, now })
  const widest = opened ? reReadDays(opened.counting) : monthDays
  // Read every day once more after it has settled: the last weekly reading may have come some days too early.
  const reach = { recent: openDays, month: monthDays, window: widest + 7 }[due]
  // After a pause, days that were unsettled before it are read again as well.
  const isPause = now.getTime() - Date.parse(marks.through) > pauseMs
  const through = isPause ? new Date(Date.parse(marks.through) - widest * 24 * hourMs).toISOString() : marks.through
  return {
    windows: (account) => windowsOf(rangeOf({ account, reach, through, now })),
    after: { ...marksAfter(marks, due, now), cancelled: '' },
  }
}

function optionsOfCancelled({ marks, due, now }: Timing): Options {
  const at = now.toISOString()
  const isNew = marks.cancelled === ''
  const isFinal = !isNew && now.getTime() - Date.parse(marks.cancelled) > finalDays * 24 * hourMs
  if (isNew || (due === 'window' && !isFinal)) {
    return {
      windows: (account) => windowsOf(rangeOf({ account, reach: finalDays, through: marks.through, now })),
      after: { ...marksAfter(marks, 'window', now), cancelled: isNew ? at : marks.cancelled },
    }
  }
  const looked = { ...marks, nightly: at, weekly: due === 'window' ? at : marks.weekly }
  return { windows: ({ zone }) => [emptyRange(dayOf(now, zone))], after: looked }
}

function emptyRange(today: Day): DayRange {
  return { from: addDays(today, 1), to: today }
}

function marksAfter(marks: Marks, due: Due, now: Date): Omit<Marks, 'cancelled'> {
  const at = now.toISOString()
  return {
    through: at,
    nightly: due === 'recent' ? marks.nightly : at,
    weekly: due === 'window' ? at : marks.weekly,
  }
}

/** The days that may have changed since, without those that Google no longer has. */
function rangeOf({
  account,
  reach,
  through,
  now,
}: {
  readonly account: AdAccount
  readonly reach: number
  readonly through: string
  readonly now: Date
}): DayRange {
  const to = dayOf(now, account.zone)
  const wanted = earlier(addDays(to, 1 - reach), dayOf(new Date(through), account.zone))
  return { from: later(wanted, addDays(to, -keptDays)), to }
}

/** Windows of at most thirty days, newest first. */
function windowsOf({ from, to }: DayRange): DayRange[] {
  const windows: DayRange[] = []
  for (let end = to; end >= from; end = addDays(end, -windowDays)) {
    windows.push({ from: later(from, addDays(end, 1 - windowDays)), to: end })
  }
  return windows
}

function daysIn({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / (24 * hourMs)) + 1
}

function earlier(one: Day, other: Day): Day {
  return one < other ? one : other
}

function later(one: Day, other: Day): Day {
  return one > other ? one : other
}
