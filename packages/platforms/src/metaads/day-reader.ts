import { addDays, type Day, type DayRange, dayOf, listDays } from '@tillsight/core/days'
import type { AdAccount, AdAccountProblem, AdDayRecord, AdRow } from '../ad-records.ts'
import type { AdDayTotals } from '../ads.ts'
import { isCircle } from '../failures.ts'
import { changed } from './accounts.ts'
import { type ReadRow, windowDays } from './ad-rows.ts'
import { isKind } from './failures.ts'
import type { Graph } from './graph.ts'
import { isForRun, isWell, readInsights } from './ladder.ts'
import { begin, type Started } from './runs.ts'

/** Complete days of an account, with the attribution windows of their purchases. */
export interface ReadDays {
  readonly days: readonly AdDayRecord[]
  /** Undefined if not reported. */
  readonly windows: { readonly click: number; readonly view: number } | undefined
  /** Levels that could not be read, so that the days come without them. */
  readonly lacks?: Lack
}

/** The levels below the account that could not be read, and why as display text; undefined if they were not requested. */
export interface Lack {
  readonly level: 'ads' | 'campaigns'
  readonly why: string | undefined
}

/** The days to read of an account. */
interface DaysQuery {
  readonly range: DayRange
  /** Reading its ads failed recently, so they are not requested. */
  readonly withoutAds?: boolean
}

/** A run may lack the purchases of very recent days, so these are always read synchronously. */
const freshDays = 3

/**
 * Reads every level of some days completely; days without activity are included. Returns a problem if the account's currency
 * has changed. The account's own rows are the control total: the part that no lower level accounts for is left to the reader
 * of the records.
 */
export async function readDays(
  graph: Graph,
  account: AdAccount,
  { range, withoutAds = false }: DaysQuery,
): Promise<ReadDays | AdAccountProblem> {
  const fetchedAt = graph.ctx.clock.now()
  const whole = await readInsights(graph, { account, level: 'account', range, by: 'day' })
  const active = spanOf(whole)
  const today = dayOf(fetchedAt, account.zone)
  const below = active === undefined ? nothing : await readBelow(graph, account, { range: active, today, withoutAds })
  const levels = [whole, below.campaigns, below.ads]
  const other = levels.flatMap(
    (rows) => rows.find(({ currency }) => currency && currency !== account.currency) ?? [],
  )[0]
  if (other) return changed(account, `${other.currency} instead of ${account.currency}`)
  const settings = settingsOf(levels)
  const rows = groupByDay(levels)
  const common = {
    type: 'ad_day',
    accountId: account.id,
    currency: account.currency,
    zone: account.zone,
    attribution: `${settings.join(' or ') || 'account setting'}, impression`,
    fetchedAt: fetchedAt.toISOString(),
  } as const
  return {
    days: listDays(range).map((day) => ({ ...common, day, rows: rows.get(day) ?? [] })),
    windows: windowDays(settings),
    ...(below.lacks ? { lacks: below.lacks } : {}),
  }
}

/** The totals of an account's days. */
export async function readTotals(
  graph: Graph,
  account: AdAccount,
  range: DayRange,
): Promise<ReadonlyMap<Day, AdDayTotals>> {
  const rows = await readInsights(graph, { account, level: 'account', range, by: 'day' })
  return new Map(rows.map(({ day, row }) => [day, row]))
}

interface Below {
  readonly campaigns: readonly ReadRow[]
  readonly ads: readonly ReadRow[]
  readonly lacks?: Lack
}

const nothing: Below = { campaigns: [], ads: [] }

/** Campaigns and ads; a level that fails does not block the other. */
async function readBelow(
  graph: Graph,
  account: AdAccount,
  { range, today, withoutAds }: { readonly range: DayRange; readonly today: Day; readonly withoutAds: boolean },
): Promise<Below> {
  const level = 'ad' as const
  const parts = withoutAds
    ? []
    : agesOf(range, today).map((part) => ({ account, level, range: part, by: 'day' as const }))
  const started: (Started | undefined)[] = []
  for (const part of parts) started.push(isForRun(part) ? await begin(graph, part) : undefined)
  // The runs proceed in the meantime.
  const campaigns = await whereItComes(graph, async () =>
    readInsights(graph, { account, level: 'campaign', range, by: 'day' }),
  )
  if (!Array.isArray(campaigns)) return { ...nothing, lacks: { level: 'campaigns', why: campaigns.why } }
  if (withoutAds) return { campaigns, ads: [], lacks: { level: 'ads', why: undefined } }
  const ads: ReadRow[] = []
  for (const [index, part] of parts.entries()) {
    const rows = await whereItComes(graph, async () => readInsights(graph, part, started[index]))
    if (!Array.isArray(rows)) return { campaigns, ads: [], lacks: { level: 'ads', why: rows.why } }
    for (const row of rows) ads.push(row)
  }
  return { campaigns, ads }
}

/** The reason, for a level that fails in every portion although Meta works; throws other failures. */
async function whereItComes(
  graph: Graph,
  read: () => Promise<ReadRow[]>,
): Promise<ReadRow[] | { readonly why: string }> {
  try {
    return await read()
  } catch (error) {
    const isOfLevel = isKind(error, 'transient', 'too_big') && !isCircle(error)
    if (!isOfLevel || !(await isWell(graph))) throw error
    return { why: error.failure.message }
  }
}

/** Splits a range into its settled and its recent days. */
function agesOf({ from, to }: DayRange, today: Day): DayRange[] {
  const fresh = addDays(today, 1 - freshDays)
  if (to < fresh || from >= fresh) return [{ from, to }]
  return [
    { from, to: addDays(fresh, -1) },
    { from: fresh, to },
  ]
}

function spanOf(rows: readonly ReadRow[]): DayRange | undefined {
  const days = rows.map(({ day }) => day).sort()
  const [from, to] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

function settingsOf(levels: readonly (readonly ReadRow[])[]): string[] {
  const settings = new Set<string>()
  for (const rows of levels) for (const { setting } of rows) if (setting) settings.add(setting)
  return [...settings].sort()
}

function groupByDay(levels: readonly (readonly ReadRow[])[]): Map<Day, AdRow[]> {
  const days = new Map<Day, AdRow[]>()
  for (const rows of levels) {
    for (const { day, row } of rows) {
      const known = days.get(day)
      if (known) known.push(row)
      else days.set(day, [row])
    }
  }
  return days
}
