import { type Day, dayOf } from '@tillsight/core/days'
import type { AdAccount, AdHourRow, AdHoursRecord, AdRecord } from '../ad-records.ts'
import type { Checkpoint, ConnectorContext, Page, Stream } from '../contract.ts'
import { toAdRow, toPart } from './day-rows.ts'
import { wantedMetrics } from './levels.ts'
import { Reading } from './reading.ts'
import { readReport } from './report.ts'
import { toInstantText } from './values.ts'

export const adHoursStream: Stream<AdRecord> = {
  id: 'ad_hours',
  label: 'Hours of today',
  settlesAfterDays: 1,
  everyMinutes: { withWebhooks: 60, without: 60 },
  // Hours are only used until their day is over.
  backfill: readHours,
  increment: readHours,
}

const notByHour = new Set(['reach'])

async function* readHours(ctx: ConnectorContext, from: Checkpoint | null): AsyncIterable<Page<AdRecord>> {
  const reading = await Reading.open(ctx, from)
  const records: AdRecord[] = []
  const warnings: string[] = []
  for (const account of reading.accounts) {
    const day = dayOf(reading.beganAt, account.zone)
    const part = await reading.try(account, async () => ({
      records: [await hoursOf(reading, account, day)],
      warnings: [],
    }))
    // Account records are delivered with the daily figures.
    records.push(...part.records.filter(({ type }) => type === 'ad_hours'))
    warnings.push(...part.warnings)
  }
  reading.finish()
  yield {
    records,
    checkpoint: { ...reading.kept(), readAt: toInstantText(reading.beganAt) },
    progress: { done: records.length, total: null },
    syncedThrough: toInstantText(reading.beganAt),
    warnings,
  }
}

async function hoursOf(reading: Reading, account: AdAccount, day: Day): Promise<AdHoursRecord> {
  const facts = await reading.factsOf(account)
  const { rows } = await readReport(reading.api, {
    account,
    level: 'AUCTION_CAMPAIGN',
    metrics: wantedMetrics('AUCTION_CAMPAIGN').filter((name) => !notByHour.has(name)),
    range: { from: day, to: day },
    time: 'stat_time_hour',
  })
  const hours = rows.flatMap((row): AdHourRow[] => {
    const part = toPart(row, { level: 'campaign', campaignId: row.id, adSetId: '', adId: '' })
    if (!part.figures.has('spend') || !(row.hour >= 0 && row.hour < 24)) return []
    const { spend, impressions, clicks, purchases, value } = toAdRow(part, facts.conversionsAre)
    return [{ hour: row.hour, campaignId: row.id, spend, impressions, clicks, purchases, value }]
  })
  return {
    type: 'ad_hours',
    accountId: account.id,
    day,
    currency: account.currency,
    zone: account.zone,
    fetchedAt: toInstantText(reading.api.ctx.clock.now()),
    rows: hours,
  }
}
