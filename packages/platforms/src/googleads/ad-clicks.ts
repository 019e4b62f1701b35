import { addDays, type Day, dayOf, parseDay, startOfDay } from '@tillsight/core/days'
import type { AdAccount, AdClickRecord, AdRecord } from '../ad-records.ts'
import type { Checkpoint, ConnectorContext, Page, Stream } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import { isTooOld } from './failures.ts'
import { clicksQuery } from './queries.ts'
import { openReadings, type Readings } from './readings.ts'
import { openSession, type Session } from './session.ts'
import { idAt, type Row, textAt } from './values.ts'

/** Google keeps clicks for ninety days. */
const keptDays = 90
/** Days per page; each day is a separate query. */
const pageDays = 10
/** Late rows have arrived by then. */
const lateDays = 3

export const adClicksStream: Stream<AdRecord> = {
  id: 'ad_clicks',
  label: 'Click IDs',
  settlesAfterDays: lateDays,
  everyMinutes: { withWebhooks: 360, without: 360 },
  backfill,
  increment,
}

interface Reading {
  readonly session: Session
  readonly readings: Readings
  readonly now: Date
}

async function* backfill(ctx: ConnectorContext, from: Checkpoint | null): AsyncIterable<Page<AdRecord>> {
  const session = await openSession(ctx)
  const now = ctx.clock.now()
  const reading = { session, readings: openReadings(session), now }
  const anchor = typeof from?.['anchor'] === 'string' ? parseDay(from['anchor']) : newestDay(session, now)
  let done = Number(from?.['done'] ?? 0)
  for (let back = Number(from?.['back'] ?? 0); back < keptDays; ) {
    const end = Math.min(keptDays, back + pageDays)
    const records: AdRecord[] = []
    for (; back < end; back += 1) {
      ctx.signal.throwIfAborted()
      records.push(...(await readDay(reading, addDays(anchor, -back))))
    }
    done += records.length
    if (reading.readings.isHopeless) break
    const oldest = beginningOf(addDays(anchor, 1 - end), session)
    yield {
      records,
      checkpoint: { anchor, back, done },
      progress: { done, total: null },
      completeSince: oldest,
      warnings: [],
      ...(end === keptDays ? { oldestAvailable: oldest } : {}),
    }
  }
  reading.readings.finish()
}

/**
 * Reads today each time; once a day has begun, also yesterday, three days ago for late rows, and every day not read since.
 * Each account has a checkpoint of its own, so that an account that was unreadable for a while catches up.
 */
async function* increment(ctx: ConnectorContext, from: Checkpoint | null): AsyncIterable<Page<AdRecord>> {
  const session = await openSession(ctx)
  const now = ctx.clock.now()
  const readings = openReadings(session)
  const through = now.toISOString()
  let kept: Checkpoint = {}
  let done = 0
  const isFirst = from === null
  const marks = from ?? {}
  for (const account of session.accounts) {
    const before = marks[account.id] ?? marks['through'] ?? ctx.since
    let isWhole = true
    for (const day of daysSince(String(before), { account, now, isFirst })) {
      ctx.signal.throwIfAborted()
      const clicks = await readings.attempt(account, async () => await clicksOf(session, account, { day, now }))
      isWhole &&= clicks !== undefined
      const records = [...(clicks ?? []), ...readings.problems(now)]
      done += records.length
      if (records.length > 0) yield { records, checkpoint: marks, progress: { done, total: null }, warnings: [] }
      if (!isWhole) break
    }
    kept = { ...kept, [account.id]: isWhole ? through : String(before) }
  }
  readings.finish()
  yield { records: [], checkpoint: kept, progress: { done, total: done }, syncedThrough: through, warnings: [] }
}

interface Since {
  readonly account: AdAccount
  readonly now: Date
  readonly isFirst: boolean
}

/** The days to read for an account since its last reading, newest first. */
function daysSince(instant: string, { account, now, isFirst }: Since): Day[] {
  const today = dayOf(now, account.zone)
  const read = dayOf(new Date(instant), account.zone)
  const missed = Math.min(keptDays - 1, Math.round((Date.parse(today) - Date.parse(read)) / 86_400_000))
  const back = missed > 0 || isFirst ? [...Array.from({ length: missed + 2 }, (_, day) => day), lateDays] : [0]
  return [...new Set(back)].filter((days) => days < keptDays).map((days) => addDays(today, -days))
}

/** The instant from which on the day is in for every account. */
function beginningOf(day: Day, { accounts }: Session): string {
  const starts = accounts.map(({ zone }) => startOfDay(day, zone).toISOString()).toSorted()
  return starts.at(-1) ?? startOfDay(day, 'Etc/UTC').toISOString()
}

function newestDay({ accounts }: Session, now: Date): Day {
  const days = accounts.map(({ zone }) => dayOf(now, zone)).toSorted()
  return days.at(-1) ?? dayOf(now, 'Etc/UTC')
}

async function readDay({ session, readings, now }: Reading, day: Day): Promise<AdRecord[]> {
  const records: AdRecord[] = []
  for (const account of session.accounts) {
    if (day > dayOf(now, account.zone)) continue
    const clicks = await readings.attempt(account, async () => await clicksOf(session, account, { day, now }))
    records.push(...(clicks ?? []))
  }
  return [...records, ...readings.problems(now)]
}

async function clicksOf(
  session: Session,
  account: AdAccount,
  { day, now }: { readonly day: Day; readonly now: Date },
): Promise<AdClickRecord[]> {
  const rows = await session.ask(account, clicksQuery(day)).catch(nothingWhenTooOld)
  const clicks = new Map<string, AdClickRecord>()
  for (const row of rows) {
    const click = toClick(row, { account, day, now })
    const known = clicks.get(click.clickId)
    // One id may come with several click types; the row that names the ad is the most specific.
    if (click.clickId !== '' && (known === undefined || known.adId === '')) clicks.set(click.clickId, click)
  }
  return [...clicks.values()]
}

function nothingWhenTooOld(error: unknown): Row[] {
  if (isConnectorError(error) && isTooOld(error.failure)) return []
  throw error
}

function toClick(
  row: Row,
  { account, day, now }: { readonly account: AdAccount; readonly day: Day; readonly now: Date },
): AdClickRecord {
  // Performance Max clicks name no ad.
  const [, adSetId = '', adId = ''] = /\/adGroupAds\/(\d+)~(\d+)$/.exec(textAt(row, 'clickView.adGroupAd')) ?? []
  return {
    type: 'ad_click',
    accountId: account.id,
    clickId: textAt(row, 'clickView.gclid'),
    day,
    campaignId: idAt(row, 'campaign.id'),
    adSetId,
    adId,
    keyword: textAt(row, 'clickView.keywordInfo.text') || null,
    seenAt: now.toISOString(),
  }
}
