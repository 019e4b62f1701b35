import { addDays, addMonths, type DayRange, dayOf } from '@tillsight/core/days'
import { differingDays, nextMonth } from '../ad-comparison.ts'
import type { AdAccount, AdRecord } from '../ad-records.ts'
import type { HeldAdDays } from '../ads.ts'
import type { Checkpoint, CompareWindow, ConnectorContext, Page, Stream } from '../contract.ts'
import { keepMarks, type Marks, marksAfter, type Options, optionsOf, recallMarks } from './marks.ts'
import { keptMonths, Reading } from './reading.ts'
import {
  dayIn,
  instantOf,
  laterOf,
  newestDay,
  type Plan,
  positionOf,
  readWindows,
  type WindowRead,
  windowLength,
} from './windows.ts'

const wantedMonths = 25

/** Daily figures of every level. A day is delivered once all its levels are read to the last page. */
export const adDaysStream: Stream<AdRecord> = {
  id: 'ad_days',
  label: 'Daily figures',
  settlesAfterDays: 28,
  everyMinutes: { withWebhooks: 60, without: 60 },
  backfill,
  increment,
  compare,
}

async function* backfill(ctx: ConnectorContext, from: Checkpoint | null): AsyncGenerator<Page<AdRecord>, void, void> {
  if (from?.isDone === true) return
  const newest = dayIn(from, 'newest') ?? newestDay(ctx)
  const startedAt = textIn(from, 'startedAt') ?? ctx.clock.now().toISOString()
  const plan: Plan = { newest, oldest: addMonths(newest, -wantedMonths), startedAt }
  let done = typeof from?.done === 'number' ? from.done : 0
  let completeSince = textIn(from, 'completeSince')
  for await (const read of readWindows(ctx, plan, positionOf(from))) {
    done += countDayRecords(read.records)
    if (read.isWhole) completeSince = instantOf(ctx, read.from)
    const reached = completeSince === undefined ? {} : { completeSince }
    yield {
      records: read.records,
      checkpoint: { newest, startedAt, ...read.position, done, ...reached, ...(read.isLast ? { isDone: true } : {}) },
      progress: { done, total: null },
      warnings: read.warnings,
      ...reached,
      ...oldestAvailable(ctx, read),
    }
  }
}

/** Meta has nothing older of any account. */
function oldestAvailable(ctx: ConnectorContext, { isLast, oldest }: WindowRead): Pick<Page, 'oldestAvailable'> {
  return isLast && oldest !== undefined ? { oldestAvailable: instantOf(ctx, oldest) } : {}
}

async function* increment(ctx: ConnectorContext, from: Checkpoint | null): AsyncGenerator<Page<AdRecord>, void, void> {
  const marks = recallMarks(from)
  const options = listOptions(ctx, marks)
  const seenAt = options[0]?.options.startedAt ?? ctx.clock.now().toISOString()
  const reading = await Reading.open(
    ctx,
    options.map(({ account }) => account),
    seenAt,
  )
  let done = 0
  for (const { account, options: wish } of options.filter(({ account: one }) => reading.reads(one))) {
    for await (const { records, own } of readOptions(ctx, reading, {
      account,
      options: wish,
      before: marks.get(account.id) ?? {},
    })) {
      marks.set(account.id, own)
      done += countDayRecords(records)
      const { records: told, warnings } = reading.take()
      yield {
        records: [...told, ...records],
        checkpoint: keepMarks(marks),
        progress: { done, total: null },
        warnings,
      }
    }
  }
  // A reading resumed from an earlier one covers only the time up to that one's start.
  const syncedThrough = options.map(({ options: wish }) => wish.startedAt).sort()[0] ?? seenAt
  const last = {
    checkpoint: keepMarks(marks),
    progress: { done, total: null },
    ...(reading.isWhole ? { syncedThrough } : {}),
  }
  yield { ...reading.take(), ...last }
  reading.finish()
}

/**
 * Re-reads days that Meta has restated in one older month; for each account without restatements, this takes one short query.
 */
async function* compare(
  ctx: ConnectorContext,
  { adDays: held, from }: CompareWindow,
): AsyncGenerator<Page<AdRecord>, void, void> {
  const now = ctx.clock.now()
  const oldest = addDays(addMonths(dayOf(now, 'UTC'), -keptMonths), 2)
  const month = held && nextMonth({ from, held, now, oldest })
  if (!held || !month) return
  const accounts = ctx.accounts ?? []
  const reading = await Reading.open(ctx, accounts, now.toISOString())
  let done = 0
  for (const account of accounts) {
    const span = await differingSpan(reading, { account, range: month.of(account), held })
    if (!span) continue
    const part = await reading.days(account, { range: span })
    // If ads cannot be read, stored days keep theirs.
    const records = part.records.filter(({ type }) => !part.lacks || type !== 'ad_day')
    done += countDayRecords(records)
    const { records: notices, warnings } = reading.take()
    yield { records: [...notices, ...records], checkpoint: from ?? {}, progress: { done, total: null }, warnings }
  }
  const last = { checkpoint: reading.isWhole ? month.checkpoint : (from ?? {}), progress: { done, total: null } }
  yield { ...reading.take(), ...last }
  reading.finish()
}

interface Compared {
  readonly account: AdAccount
  readonly range: DayRange | undefined
  readonly held: HeldAdDays
}

async function differingSpan(reading: Reading, { account, range, held }: Compared): Promise<DayRange | undefined> {
  if (!range || !reading.reads(account)) return undefined
  const told = await reading.totals(account, range)
  return told && differingDays(range, { told, held: await held.totals(account.id, range) })
}

/** The days to read for each account that is due; records in the marks which accounts have ended. */
function listOptions(ctx: ConnectorContext, marks: Map<string, Marks>) {
  return (ctx.accounts ?? []).flatMap((account): { readonly account: AdAccount; readonly options: Options }[] => {
    const found = optionsOf(ctx, account, marks.get(account.id) ?? {})
    marks.set(account.id, found.marks)
    return found.options ? [{ account, options: found.options }] : []
  })
}

/** Reads an account window by window, each with the account's marks after it; stops if the account fails. */
async function* readOptions(
  ctx: ConnectorContext,
  reading: Reading,
  {
    account,
    options: wish,
    before,
  }: { readonly account: AdAccount; readonly options: Options; readonly before: Marks },
) {
  const held = before.through === undefined ? undefined : addDays(dayOf(new Date(before.through), 'UTC'), -1)
  let lacks = false
  for (let { to } = wish; to >= wish.oldest; ) {
    const start = laterOf(addDays(to, 1 - windowLength), wish.oldest)
    const withoutAds = wish.withoutAds || lacks
    const part = await reading.days(account, { range: { from: start, to }, withoutAds })
    if (!reading.reads(account)) return
    lacks ||= part.lacks
    // If ads cannot be read, a stored day keeps its own.
    const isKept = (record: AdRecord) => lacks && held !== undefined && record.type === 'ad_day' && record.day < held
    const records = part.records.filter((record) => !isKept(record))
    to = addDays(start, -1)
    const isLast = to < wish.oldest
    const open = { startedAt: wish.startedAt, to, oldest: wish.oldest }
    yield { records, own: isLast ? marksAfter(ctx, before, { options: wish, lacks }) : { ...before, open } }
  }
}

function countDayRecords(records: readonly AdRecord[]): number {
  return records.filter(({ type }) => type === 'ad_day').length
}

function textIn(checkpoint: Checkpoint | null, key: string): string | undefined {
  const value = checkpoint?.[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}
