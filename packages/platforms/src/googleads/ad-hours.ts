import { addDays, type DayRange, dayOf, listDays } from '@tillsight/core/days'
import type { AdAccount, AdHourRow, AdHoursRecord, AdRecord } from '../ad-records.ts'
import type { ConnectorContext, Page, Stream } from '../contract.ts'
import { isPurchase } from './day-rows.ts'
import { campaignHourActions, campaignHours } from './queries.ts'
import { openReadings } from './readings.ts'
import { openSession, type Session } from './session.ts'
import { countAt, idAt, millionthsAt, type Row, textAt, toDecimal, wholeAt } from './values.ts'

/** Hours of today and of yesterday, whose last ones were still open. There is no history of them. */
export const adHoursStream: Stream<AdRecord> = {
  id: 'ad_hours',
  label: 'Hours of today',
  settlesAfterDays: 2,
  everyMinutes: { withWebhooks: 60, without: 60 },
  backfill: (ctx, from) => (from === null ? readHours(ctx) : nothing()),
  increment: (ctx) => readHours(ctx),
}

async function* nothing(): AsyncIterable<Page<AdRecord>> {}

async function* readHours(ctx: ConnectorContext): AsyncIterable<Page<AdRecord>> {
  const session = await openSession(ctx)
  const now = ctx.clock.now()
  const readings = openReadings(session)
  const records: AdRecord[] = []
  for (const account of session.accounts) {
    const today = dayOf(now, account.zone)
    const range = { from: addDays(today, -1), to: today }
    const hours = await readings.attempt(account, async () => await hoursOf(session, account, { range, now }))
    records.push(...(hours ?? []))
  }
  readings.finish()
  yield {
    records: [...records, ...readings.problems(now)],
    checkpoint: { read: now.toISOString() },
    progress: { done: records.length, total: records.length },
    syncedThrough: now.toISOString(),
    warnings: [],
  }
}

async function hoursOf(
  session: Session,
  account: AdAccount,
  { range, now }: { readonly range: DayRange; readonly now: Date },
): Promise<AdHoursRecord[]> {
  const rows = await session.report(account, campaignHours, range)
  const purchases = await purchasesOf(session, account, { rows, range })
  return listDays(range).map((day) => ({
    type: 'ad_hours',
    accountId: account.id,
    day,
    currency: account.currency,
    zone: account.zone,
    fetchedAt: now.toISOString(),
    rows: rows.filter((row) => textAt(row, 'segments.date') === day).map((row) => toHourRow(row, purchases)),
  }))
}

/** Purchases of each hour; makes no query if nothing was counted. */
async function purchasesOf(
  session: Session,
  account: AdAccount,
  { rows, range }: { readonly rows: readonly Row[]; readonly range: DayRange },
): Promise<ReadonlyMap<string, Sum>> {
  if (!rows.some((row) => millionthsAt(row, 'metrics.conversions') !== 0n)) return new Map()
  const { conversionsAre } = await session.counting(account)
  if (conversionsAre === 'goals') return sumsOf(rows)
  return sumsOf((await session.report(account, campaignHourActions, range)).filter(isPurchase))
}

interface Sum {
  readonly purchases: bigint
  readonly value: bigint
}

function keyOf(row: Row): string {
  return `${textAt(row, 'segments.date')} ${countAt(row, 'segments.hour')} ${idAt(row, 'campaign.id')}`
}

function sumsOf(rows: readonly Row[]): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>()
  for (const row of rows) {
    const { purchases, value } = sums.get(keyOf(row)) ?? { purchases: 0n, value: 0n }
    sums.set(keyOf(row), {
      purchases: purchases + millionthsAt(row, 'metrics.conversions'),
      value: value + millionthsAt(row, 'metrics.conversionsValue'),
    })
  }
  return sums
}

function toHourRow(row: Row, purchases: ReadonlyMap<string, Sum>): AdHourRow {
  const sum = purchases.get(keyOf(row))
  return {
    hour: countAt(row, 'segments.hour'),
    campaignId: idAt(row, 'campaign.id'),
    spend: toDecimal(wholeAt(row, 'metrics.costMicros')),
    impressions: countAt(row, 'metrics.impressions'),
    clicks: countAt(row, 'metrics.clicks'),
    purchases: toDecimal(sum?.purchases ?? 0n),
    value: toDecimal(sum?.value ?? 0n),
  }
}
