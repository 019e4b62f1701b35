import { printFixed, roundFixed } from '@tillsight/core'
import { type Day, endOfDay, listOffsets, startOfDay } from '@tillsight/core/days'
import { listAdReads, saveAdReads } from '@tillsight/database'
import type { AdHourRow, AdHoursRecord } from '@tillsight/platforms/connectors'
import type { Row } from '@tillsight/warehouse'
import { z } from 'zod'
import { type AdWrite, newestOf } from './batch.ts'
import { dayName } from './day-rows.ts'

const decimals = 6

/** Puts the hours of days in the place of what was known of them; returns how many days came too late. */
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
  const standing = await readStanding(write, record)
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
  // Two hours of the clock that are one hour of the day count as that one.
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

/** When an hour of the account's clock begins, as the warehouse writes instants: the first time where it comes twice. */
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

const Standing = z.object({
  day: z.string(),
  platform: z.string(),
  account_id: z.string(),
  campaign_id: z.string(),
  started_at: z.string(),
})

async function readStanding({ ctx, source }: AdWrite, { accountId, day }: AdHoursRecord) {
  return ctx.warehouse.read(
    {
      sql: `SELECT day, platform, account_id, campaign_id, toString(started_at) AS started_at FROM ad_hours
        WHERE shop_id = {shop:UUID} AND platform = {platform:String} AND account_id = {account:String}
          AND day = toDate({day:String})`,
      params: { platform: source, account: accountId, day },
    },
    Standing,
  )
}
