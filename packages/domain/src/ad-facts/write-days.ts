import { hash } from 'node:crypto'
import { printFixed, roundFixed } from '@tillsight/core'
import { addDays, type Day, type DayRange, dayOf, endOfDay, listOffsets, startOfDay } from '@tillsight/core/days'
import { type AccountChange, type Db, listAdReads, saveAccountChanges, saveAdReads } from '@tillsight/database'
import type { AdDayRecord, AdHourRow, AdHoursRecord } from '@tillsight/platforms/connectors'
import type { Row } from '@tillsight/warehouse'
import { z } from 'zod'
import { emitEvents, toFigureEvents } from '../outbox/index.ts'
import { type AdWrite, newestOf } from './batch.ts'
import {
  type DayTotals,
  dayName,
  readStatusDays,
  readStatusReach,
  replacing,
  toDayRows,
  toReachRows,
  totalsOf,
} from './day-rows.ts'

/** How long a platform takes to settle a day: changes until then are normal counting, not restatements. */
const settlingDays = 2

const figures = ['spend', 'conversions', 'conversionValue'] as const

/** The outcome of writing days. */
interface DaysWritten {
  readonly days: number
  readonly unchanged: number
  readonly outdated: number
}

/** Whole days share one insert up to this many rows; the next days go into the next insert. */
const rowsPerInsert = 50_000
/** Number of account days compared with the warehouse at a time. */
const daysAtOnce = 120

/**
 * Replaces stored account days by newly fetched whole days. The day fetched last wins, in whatever order days arrive;
 * unchanged days are not written.
 */
export async function writeDays(write: AdWrite, records: readonly AdDayRecord[]): Promise<DaysWritten> {
  const days = newestOf<AdDayRecord>(records, { nameOf: dayName, at: ({ fetchedAt }) => fetchedAt }).toSorted((a, b) =>
    a.day < b.day ? 1 : -1,
  )
  let written = 0
  let current = 0
  for (let start = 0; start < days.length; start += daysAtOnce) {
    const outcome = await writeSome(write, days.slice(start, start + daysAtOnce))
    written += outcome.written
    current += outcome.current
  }
  return { days: written, unchanged: current - written, outdated: records.length - current }
}

async function writeSome(
  write: AdWrite,
  days: readonly AdDayRecord[],
): Promise<{ readonly written: number; readonly current: number }> {
  const { ctx, source } = write
  const { kysely } = ctx.db
  const of = { shop: ctx.shop.id, platform: source, kind: 'day' }
  const which = { accounts: [...new Set(days.map(({ accountId }) => accountId))], range: rangeOf(days) }
  const reads = new Map((await listAdReads(kysely, of, which)).map((read) => [dayName(read), read.fetchedAt]))
  const current = days.filter((record) => {
    const known = reads.get(dayName(record))
    return !known || Date.parse(record.fetchedAt) >= known.getTime()
  })
  if (current.length === 0) return { written: 0, current: 0 }
  const written = await replaceDays(write, { days: current, reads })
  // After the rows: an unmarked day is compared again, and one that was not written never counts as read.
  await saveAdReads(
    kysely,
    of,
    current.map(({ accountId, day, fetchedAt }) => ({ accountId, day, fetchedAt: new Date(fetchedAt) })),
  )
  return { written, current: current.length }
}

interface Replacing {
  readonly days: readonly AdDayRecord[]
  /** When each day was previously read. */
  readonly reads: ReadonlyMap<string, Date>
}

async function replaceDays({ ctx, ...stamp }: AdWrite, { days, reads }: Replacing): Promise<number> {
  const { warehouse } = ctx
  const which = {
    platform: stamp.source,
    accounts: [...new Set(days.map(({ accountId }) => accountId))],
    range: rangeOf(days),
  }
  const [status, reached] = await Promise.all([readStatusDays(warehouse, which), readStatusReach(warehouse, which)])
  let rows: Row[] = []
  let reach: Row[] = []
  let restated: ReportedAgain[] = []
  let written = 0
  const flush = async () => {
    await noteRestated(ctx.db.kysely, { shop: ctx.shop.id, platform: stamp.source, at: ctx.clock.now() }, restated)
    if (rows.length > 0) await warehouse.insert('ad_days', rows)
    if (reach.length > 0) await warehouse.insert('ad_reach', reach)
    rows = []
    reach = []
    restated = []
  }
  for (const record of days) {
    const [known, next] = [status.get(dayName(record)), toDayRows(record, stamp)]
    const own = replacing(known, next, stamp.version)
    const ownReach = replacing(reached.get(dayName(record)), toReachRows(record, stamp), stamp.version)
    if (own.length + ownReach.length === 0) continue
    written += 1
    if (rows.length > 0 && rows.length + own.length > rowsPerInsert) await flush()
    if (own.length > 0) {
      const after = () => totalsOf([...next.rows.values()].map(({ row }) => row))
      restated.push({ record, readBefore: reads.get(dayName(record)), before: known?.totals, after })
    }
    rows.push(...own)
    reach.push(...ownReach)
  }
  await flush()
  return written
}

function rangeOf(days: readonly AdDayRecord[]): DayRange {
  const [first] = days
  if (!first) throw new Error('there is a range where there are days')
  const range = { from: first.day, to: first.day }
  for (const { day } of days) {
    if (day < range.from) range.from = day
    if (day > range.to) range.to = day
  }
  return range
}

/** A day of an account as stored, and as the platform reports it now. */
interface ReportedAgain {
  readonly record: Pick<AdDayRecord, 'accountId' | 'day' | 'zone' | 'currency' | 'attribution' | 'fetchedAt'>
  /** When the stored figures were read; undefined if the day was never read. */
  readonly readBefore: Date | undefined
  /** Undefined if nothing ran that day. */
  readonly before: DayTotals | undefined
  readonly after: () => DayTotals | undefined
}

/**
 * Restatements: figures of an account's day that differ from what was stored after the day had settled. The first read of a
 * day is none, nor is a change of currency.
 */
function listRestated({
  record,
  readBefore,
  before,
  after,
}: ReportedAgain): Omit<AccountChange, 'platform' | 'id' | 'shopId' | 'seenAt'>[] {
  const { day, zone, currency, accountId, attribution } = record
  if (readBefore === undefined || dayOf(readBefore, zone) <= addDays(day, settlingDays)) return []
  const now = after()
  if (before && before.currency !== currency) return []
  // Attribution settings are changed by a person, not by the platform.
  const cause = before && now && before.attribution !== attribution ? 'settings_changed' : 'platform_restated'
  return figures.flatMap((metric) => {
    const [amountBefore, amountAfter] = [before?.[metric] ?? '0.000000', now?.[metric] ?? '0.000000']
    if (amountBefore === amountAfter) return []
    return [{ day, metric, accountId, currency, cause, amountBefore, amountAfter }]
  })
}

/**
 * Records restatements. Call before the rows are written: a writer that dies in between finds the same stored figures and
 * records the same change again in its place.
 */
async function noteRestated(
  db: Db,
  { shop, platform, at }: { readonly shop: AccountChange['shopId']; readonly platform: string; readonly at: Date },
  days: readonly ReportedAgain[],
): Promise<void> {
  const changes = days.flatMap((day) =>
    listRestated(day).map((change) => {
      const evidence = [shop, platform, change.accountId, change.day, change.metric, day.readBefore?.toISOString()]
      const id = toUuid(hash('sha256', evidence.join('\n'), 'hex'))
      return { ...change, id, shopId: shop, platform, metric: `${platform}.${change.metric}`, seenAt: at }
    }),
  )
  if (changes.length === 0) return
  await db.transaction().execute(async (tx) => {
    await saveAccountChanges(tx, changes)
    const figures = changes.map((change) => ({ ...change, orderId: '' }))
    await emitEvents(tx, shop, toFigureEvents(figures, at))
  })
}

function toUuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

const decimals = 6

/** Replaces the stored hours of days; returns how many days were older than the stored ones. */
export async function writeHours(write: AdWrite, records: readonly AdHoursRecord[]): Promise<number> {
  const { ctx, source } = write
  const of = { shop: ctx.shop.id, platform: source, kind: 'hours' }
  let outdated = 0
  for (const record of newestOf<AdHoursRecord>(records, { nameOf: dayName, at: ({ fetchedAt }) => fetchedAt })) {
    const { accountId, day } = record
    const [known] = await listAdReads(ctx.db.kysely, of, { accounts: [accountId], range: { from: day, to: day } })
    const fetchedAt = new Date(record.fetchedAt)
    if (known && fetchedAt < known.fetchedAt) {
      outdated += 1
      continue
    }
    await replaceHours(write, record)
    await saveAdReads(ctx.db.kysely, of, [{ accountId, day, fetchedAt }])
  }
  return outdated
}

async function replaceHours(write: AdWrite, record: AdHoursRecord): Promise<void> {
  const { ctx, version } = write
  const next = toRows(write, record)
  const names = new Set(next.map(nameOf))
  const standing = await readStatus(write, record)
  const gone = standing.filter((key) => !names.has(nameOf(key)))
  const rows: Row[] = [...next, ...gone.map((key) => ({ ...key, version, is_deleted: 1 }))]
  if (rows.length > 0) await ctx.warehouse.insert('ad_hours', rows)
}

interface HourKey {
  readonly campaign_id: string
  readonly started_at: string
}

function nameOf({ campaign_id, started_at }: HourKey): string {
  return `${campaign_id} ${started_at}`
}

function toRows({ source, version }: AdWrite, record: AdHoursRecord) {
  const { day, accountId, currency, zone, fetchedAt } = record
  const startOf = hoursOf(day, zone)
  // Two clock hours that map to the same hour of the day are counted as one.
  const hours = Map.groupBy(record.rows, (row) =>
    nameOf({ campaign_id: row.campaignId, started_at: startOf(row.hour) }),
  )
  return [...hours.values()].flatMap((rows) => {
    const [first] = rows
    if (!first) return []
    return [
      {
        day,
        platform: source,
        account_id: accountId,
        campaign_id: first.campaignId,
        started_at: startOf(first.hour),
        channel: source,
        currency,
        ...sumsOf(rows),
        fetched_at: new Date(fetchedAt),
        version,
        is_deleted: 0,
      },
    ]
  })
}

function sumsOf(rows: readonly AdHourRow[]) {
  const money = (field: 'spend' | 'purchases' | 'value') =>
    printFixed(
      rows.reduce((sum, row) => sum + roundFixed(row[field], decimals), 0n),
      decimals,
    )
  const count = (field: 'impressions' | 'clicks') => rows.reduce((sum, row) => sum + row[field], 0)
  return {
    spend: money('spend'),
    impressions: count('impressions'),
    clicks: count('clicks'),
    purchases: money('purchases'),
    purchase_value: money('value'),
  }
}

/** When an hour of the account's clock begins, in the warehouse's format: the first occurrence where it occurs twice. */
function hoursOf(day: Day, zone: string): (hour: number) => string {
  const offsets = listOffsets(zone, startOfDay(day, zone), endOfDay(day, zone))
  return (hour) => {
    const clock = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
    const at = offsets.flatMap(({ since, seconds }, index) => {
      const instant = clock - seconds * 1000
      const until = offsets[index + 1]?.since.getTime() ?? Number.POSITIVE_INFINITY
      return instant >= since.getTime() && instant < until ? [instant] : []
    })
    const last = offsets.at(-1)
    const instant = at[0] ?? clock - (last?.seconds ?? 0) * 1000
    return new Date(instant).toISOString().slice(0, 19).replace('T', ' ')
  }
}

const Status = z.object({
  day: z.string(),
  platform: z.string(),
  account_id: z.string(),
  campaign_id: z.string(),
  started_at: z.string(),
})

async function readStatus({ ctx, source }: AdWrite, { accountId, day }: AdHoursRecord) {
  return ctx.warehouse.read(
    {
      sql: `SELECT day, platform, account_id, campaign_id, toString(started_at) AS started_at FROM ad_hours
        WHERE shop_id = {shop:UUID} AND platform = {platform:String} AND account_id = {account:String}
          AND day = toDate({day:String})`,
      params: { platform: source, account: accountId, day },
    },
    Status,
  )
}
