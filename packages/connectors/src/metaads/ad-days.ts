import { addDays, addMonths, type Day, dayOf } from '@tillsight/core/days'
import type { AdAccount, AdRecord } from '../ad-records.ts'
import type { Checkpoint, ConnectorContext, Page, Stream } from '../contract.ts'
import { hasEnded } from './accounts.ts'
import { dayIn, instantOf, newestDay, type Plan, positionOf, readWindows, type WindowRead } from './windows.ts'

/** Meta refuses days before 37 months ago; one month is left for clocks and zones. */
const keptMonths = 36
const wantedMonths = 25
const hourMs = 3_600_000

/** How far back is read again, and how often: purchases come late, and are dated back to the ad. */
const rereads = [
  { key: 'quarterAt', days: 90, everyMs: 7 * 24 * hourMs },
  { key: 'monthAt', days: 35, everyMs: 24 * hourMs },
  { key: 'weekAt', days: 7, everyMs: 6 * hourMs },
] as const
const freshDays = 1
/** Figures of an account that ended may change for as long; afterwards it is read with the weekly reading alone. */
const finalMs = 35 * 24 * hourMs

/** Daily figures of every level. A day is delivered once all its levels are read to the last page. */
export const adDaysStream: Stream<AdRecord> = {
  id: 'ad_days',
  label: 'Daily figures',
  settlesAfterDays: 28,
  everyMinutes: { withWebhooks: 60, without: 60 },
  backfill,
  increment,
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
    const ended = read.isLast ? { isDone: true } : {}
    yield {
      records: read.records,
      checkpoint: { newest, startedAt, ...read.position, done, ...reached, ...ended },
      progress: { done, total: null },
      warnings: read.warnings,
      ...reached,
      ...oldestAvailable(ctx, read),
    }
  }
}

/** Meta has nothing older of any account. */
function oldestAvailable(ctx: ConnectorContext, { isLast, oldest }: WindowRead): Pick<Page, 'oldestAvailable'> {
  const [first] = [...oldest.values()].sort()
  const isOfAll = oldest.size === (ctx.accounts ?? []).length
  return isLast && isOfAll && first !== undefined ? { oldestAvailable: instantOf(ctx, first) } : {}
}

async function* increment(ctx: ConnectorContext, from: Checkpoint | null): AsyncGenerator<Page<AdRecord>, void, void> {
  const run = runOf(ctx, from)
  let done = 0
  for await (const { records, position, isLast, warnings } of readWindows(ctx, run.plan, run.position)) {
    done += countDayRecords(records)
    yield {
      records,
      checkpoint: isLast ? run.after : { ...run.before, ...position },
      progress: { done, total: null },
      warnings,
      ...(isLast ? { syncedThrough: run.plan.startedAt } : {}),
    }
  }
}

function countDayRecords(records: readonly AdRecord[]): number {
  return records.filter(({ type }) => type === 'ad_day').length
}

/** One reading again: what it covers, where it stands, and what is kept while and after it. */
interface Run {
  readonly plan: Plan
  readonly position: ReturnType<typeof positionOf>
  readonly before: Checkpoint
  readonly after: Checkpoint
}

function runOf(ctx: ConnectorContext, from: Checkpoint | null): Run {
  const position = positionOf(from)
  const newest = (position && dayIn(from, 'newest')) ?? newestDay(ctx)
  const startedAt = (position && textIn(from, 'startedAt')) ?? ctx.clock.now().toISOString()
  const due = rereads.filter(({ key, everyMs }) => isDue(textIn(from, key), { startedAt, everyMs }))
  const oldest = (position && dayIn(from, 'oldest')) ?? oldestOf(ctx, { from, newest, due })
  const marks = rereads.map(({ key }) => [key, textIn(from, key) ?? null] as const)
  const ended = endedSince(ctx, from, startedAt)
  const kept = { ...Object.fromEntries(marks), ended: JSON.stringify([...ended]) }
  const through = textIn(from, 'through') ?? null
  const isDueNow = (key: (typeof rereads)[number]['key']) => due.some((one) => one.key === key)
  // Nothing new happens in an account that ended: what still changes is seen by the daily reading, then by the weekly one.
  const skips = ({ id }: AdAccount) => {
    const since = ended.get(id)
    if (since === undefined || isDueNow('quarterAt')) return false
    return !isDueNow('monthAt') || Date.parse(startedAt) - Date.parse(since) > finalMs
  }
  const covered = rereads.filter(({ days }) => addDays(newest, -days) >= oldest)
  return {
    plan: { newest, oldest, startedAt, skips },
    position,
    before: { ...kept, through, newest, oldest, startedAt },
    after: { ...kept, ...Object.fromEntries(covered.map(({ key }) => [key, startedAt])), through: startedAt },
  }
}

/** Since when accounts were seen closed or disabled, by id; one that is open again is forgotten. */
function endedSince(ctx: ConnectorContext, from: Checkpoint | null, now: string): ReadonlyMap<string, string> {
  const known = new Map(endedIn(from))
  const ended = (ctx.accounts ?? []).filter(hasEnded)
  return new Map(ended.map(({ id }) => [id, known.get(id) ?? now]))
}

/** A checkpoint's own work: pairs of id and instant. */
function endedIn(from: Checkpoint | null): [string, string][] {
  const read: unknown = JSON.parse(textIn(from, 'ended') ?? '[]')
  if (!Array.isArray(read)) return []
  return read.flatMap((pair: unknown) => (Array.isArray(pair) ? [[String(pair[0]), String(pair[1])]] : []))
}

interface Wanting {
  readonly from: Checkpoint | null
  readonly newest: Day
  readonly due: readonly (typeof rereads)[number][]
}

function oldestOf(ctx: ConnectorContext, { from, newest, due }: Wanting): Day {
  const through = textIn(from, 'through')
  const longest = Math.max(freshDays, ...due.map(({ days }) => days))
  // Whatever happened since the last reading, and what was unsettled then.
  const since =
    through === undefined ? addDays(dayOf(new Date(ctx.since), 'UTC'), -35) : dayOf(new Date(through), 'UTC')
  const wanted = [addDays(newest, -longest), addDays(since, -1)].sort()[0] ?? newest
  const kept = addMonths(newest, -keptMonths)
  return wanted > kept ? wanted : kept
}

function isDue(last: string | undefined, at: { readonly startedAt: string; readonly everyMs: number }): boolean {
  return last === undefined || Date.parse(at.startedAt) - Date.parse(last) >= at.everyMs
}

function textIn(checkpoint: Checkpoint | null, key: string): string | undefined {
  const value = checkpoint?.[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}
