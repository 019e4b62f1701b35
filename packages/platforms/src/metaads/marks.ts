import { addDays, addMonths, type Day, dayOf } from '@tillsight/core/days'
import { z } from 'zod'
import type { AdAccount } from '../ad-records.ts'
import type { Checkpoint, ConnectorContext } from '../contract.ts'
import { hasEnded } from './accounts.ts'

/** Meta refuses days before 37 months ago; one month is left for clocks and zones. */
const keptMonths = 36
const hourMs = 3_600_000

/** How far back days are re-read, and how often: purchases are reported late, and dated back to the ad. */
const rereads = [
  { key: 'quarterAt', days: 90, everyMs: 7 * 24 * hourMs },
  { key: 'monthAt', days: 35, everyMs: 24 * hourMs },
  { key: 'weekAt', days: 7, everyMs: 6 * hourMs },
] as const
const freshDays = 1
/** Figures still change for this long; after a longer pause, days that were unsettled before it are re-read as well. */
const unsettledDays = 35
const shortPauseMs = 7 * 24 * hourMs
/** Figures of an ended account may change for this long; afterwards only the weekly reading includes it. */
const finalMs = 35 * 24 * hourMs
/** Ads that could not be read are requested again about once a day. */
const askAgainMs = 23 * hourMs

const Instant = z.string()

/** The state of one account between readings, so that an account that was unreadable for a while catches up. */
const Marks = z.object({
  /** Everything up to then was read. */
  through: Instant.optional(),
  weekAt: Instant.optional(),
  monthAt: Instant.optional(),
  quarterAt: Instant.optional(),
  /** Since when it was seen closed or disabled. */
  endedAt: Instant.optional(),
  /** Since when its ads, or its campaigns, cannot be read, and when they were last requested. */
  lacksSince: Instant.optional(),
  askedAt: Instant.optional(),
  /** A reading that was interrupted: when it began, the last day that is still to be read, and the first one. */
  open: z.object({ startedAt: Instant, to: z.string(), oldest: z.string() }).optional(),
})
export type Marks = z.infer<typeof Marks>

const prefix = 'account '

/** Reads the state of accounts from a checkpoint. */
export function recallMarks(from: Checkpoint | null): Map<string, Marks> {
  const entries = Object.entries(from ?? {}).flatMap(([key, value]): [string, Marks][] => {
    if (!key.startsWith(prefix) || typeof value !== 'string') return []
    return [[key.slice(prefix.length), Marks.parse(JSON.parse(value))]]
  })
  return new Map(entries)
}

/** The same as fields of a checkpoint, which is flat. */
export function keepMarks(marks: ReadonlyMap<string, Marks>): Checkpoint {
  return Object.fromEntries([...marks].map(([id, own]) => [`${prefix}${id}`, JSON.stringify(own)]))
}

/** The days of an account to read this time, newest first, and its marks afterwards. */
export interface Options {
  readonly to: Day
  readonly oldest: Day
  readonly startedAt: string
  readonly withoutAds: boolean
  readonly after: Marks
}

/** Undefined: nothing is read of the account this time; `marks` are its own now. */
export function optionsOf(
  ctx: ConnectorContext,
  account: AdAccount,
  before: Marks,
): { readonly marks: Marks; readonly options: Options | undefined } {
  const now = ctx.clock.now().toISOString()
  const marks = { ...before, endedAt: hasEnded(account) ? (before.endedAt ?? now) : undefined }
  const open = marks.open && ageMs(marks.open.startedAt, now) < shortPauseMs ? marks.open : undefined
  const startedAt = open?.startedAt ?? now
  const newest = dayOf(new Date(startedAt), account.zone)
  const due = rereads.filter(({ key, everyMs }) => isDue(marks[key], { startedAt, everyMs }))
  if (isSkipped(marks, due, startedAt)) return { marks, options: undefined }
  // Stored days with ads are not re-read while the ads cannot be read.
  const again = marks.lacksSince === undefined ? due : []
  const days = Math.max(freshDays, ...again.map((one) => one.days))
  // Days in a checkpoint were written by this file.
  const oldest = open ? (open.oldest as Day) : oldestOf(ctx, marks, { newest, days })
  const covered = marks.lacksSince === undefined ? rereads.filter((one) => addDays(newest, -one.days) >= oldest) : []
  const readAt = Object.fromEntries(covered.map(({ key }) => [key, startedAt]))
  const wish = {
    to: open ? (open.to as Day) : newest,
    oldest,
    startedAt,
    withoutAds: wasRequestedFor(marks, now),
    after: { ...marks, open: undefined, through: startedAt, ...readAt },
  }
  return { marks, options: wish }
}

/** Whether missing ads were requested within the last day. */
function wasRequestedFor({ askedAt }: Marks, now: string): boolean {
  return askedAt !== undefined && ageMs(askedAt, now) < askAgainMs
}

type Reread = (typeof rereads)[number]

/**
 * An ended account has no new activity: figures that still change are covered by the daily reading, later by the weekly one.
 */
function isSkipped({ endedAt }: Marks, due: readonly Reread[], startedAt: string): boolean {
  const isDueNow = (key: Reread['key']) => due.some((one) => one.key === key)
  if (endedAt === undefined || isDueNow('quarterAt')) return false
  return !isDueNow('monthAt') || ageMs(endedAt, startedAt) > finalMs
}

function oldestOf(
  ctx: ConnectorContext,
  { through }: Marks,
  { newest, days }: { readonly newest: Day; readonly days: number },
): Day {
  const last = through ?? ctx.since
  const isLong = through === undefined || ctx.clock.now().getTime() - Date.parse(last) > shortPauseMs
  // Everything since the last reading, and the days that were unsettled then.
  const since = addDays(dayOf(new Date(last), 'UTC'), -(isLong ? unsettledDays + 1 : 1))
  const wanted = [addDays(newest, -days), since].sort()[0] ?? newest
  const kept = addMonths(newest, -keptMonths)
  return wanted > kept ? wanted : kept
}

/** The marks of an account after it was read; `lacks`: its ads could not be read, so that they are requested again. */
export function marksAfter(
  { since }: Pick<ConnectorContext, 'since'>,
  before: Marks,
  { options: { after, startedAt, withoutAds }, lacks }: { readonly options: Options; readonly lacks: boolean },
): Marks {
  if (withoutAds) return after
  if (lacks) {
    const { weekAt, monthAt, quarterAt, lacksSince = before.through ?? since } = before
    return { ...after, weekAt, monthAt, quarterAt, lacksSince, askedAt: startedAt }
  }
  if (before.lacksSince === undefined) return after
  // The ads can be read again: all days that were read without them are re-read once.
  return { ...after, through: before.lacksSince, lacksSince: undefined, askedAt: undefined }
}

function isDue(last: string | undefined, at: { readonly startedAt: string; readonly everyMs: number }): boolean {
  return last === undefined || ageMs(last, at.startedAt) >= at.everyMs
}

function ageMs(instant: string, now: string): number {
  return Date.parse(now) - Date.parse(instant)
}
