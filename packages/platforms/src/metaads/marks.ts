import { addDays, addMonths, type Day, dayOf } from '@tillsight/core/days'
import { z } from 'zod'
import type { AdAccount } from '../ad-records.ts'
import type { Checkpoint, ConnectorContext } from '../contract.ts'
import { hasEnded } from './accounts.ts'

/** Meta refuses days before 37 months ago; one month is left for clocks and zones. */
const keptMonths = 36
const hourMs = 3_600_000

/** How far back is read again, and how often: purchases come late, and are dated back to the ad. */
const rereads = [
  { key: 'quarterAt', days: 90, everyMs: 7 * 24 * hourMs },
  { key: 'monthAt', days: 35, everyMs: 24 * hourMs },
  { key: 'weekAt', days: 7, everyMs: 6 * hourMs },
] as const
const freshDays = 1
/** Figures still change for so long; after a longer pause what was unsettled before it is read again as well. */
const unsettledDays = 35
const shortPauseMs = 7 * 24 * hourMs
/** Figures of an account that ended may change for as long; afterwards it is read with the weekly reading alone. */
const finalMs = 35 * 24 * hourMs
/** Ads that do not come are asked for again about once a day. */
const askAgainMs = 23 * hourMs

const Instant = z.string()

/** What is kept of one account from reading to reading, so that what could not be read for a while is caught up. */
const Marks = z.object({
  /** Everything up to then was read. */
  through: Instant.optional(),
  weekAt: Instant.optional(),
  monthAt: Instant.optional(),
  quarterAt: Instant.optional(),
  /** Since when it was seen closed or disabled. */
  endedAt: Instant.optional(),
  /** Since when its ads, or its campaigns, do not come, and when they were asked for last. */
  lacksSince: Instant.optional(),
  askedAt: Instant.optional(),
  /** A reading that was interrupted: when it began, the last day that is still to be read, and the first one. */
  open: z.object({ startedAt: Instant, to: z.string(), oldest: z.string() }).optional(),
})
export type Marks = z.infer<typeof Marks>

const prefix = 'account '

/** Reads what a checkpoint keeps of accounts. */
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

/** What is read of an account this time, newest first, and its marks afterwards. */
export interface Wish {
  readonly to: Day
  readonly oldest: Day
  readonly startedAt: string
  readonly withoutAds: boolean
  readonly after: Marks
}

/** Undefined: nothing is read of the account this time; `marks` are its own now. */
export function wishOf(
  ctx: ConnectorContext,
  account: AdAccount,
  before: Marks,
): { readonly marks: Marks; readonly wish: Wish | undefined } {
  const now = ctx.clock.now().toISOString()
  const marks = { ...before, endedAt: hasEnded(account) ? (before.endedAt ?? now) : undefined }
  const open = marks.open && ageMs(marks.open.startedAt, now) < shortPauseMs ? marks.open : undefined
  const startedAt = open?.startedAt ?? now
  const newest = dayOf(new Date(startedAt), account.zone)
  const due = rereads.filter(({ key, everyMs }) => isDue(marks[key], { startedAt, everyMs }))
  if (isSkipped(marks, due, startedAt)) return { marks, wish: undefined }
  // Days that are held with their ads are not read again while those do not come.
  const again = marks.lacksSince === undefined ? due : []
  const days = Math.max(freshDays, ...again.map((one) => one.days))
  // Days in a checkpoint are this file's own work.
  const oldest = open ? (open.oldest as Day) : oldestOf(ctx, marks, { newest, days })
  const covered = marks.lacksSince === undefined ? rereads.filter((one) => addDays(newest, -one.days) >= oldest) : []
  const readAt = Object.fromEntries(covered.map(({ key }) => [key, startedAt]))
  const wish = {
    to: open ? (open.to as Day) : newest,
    oldest,
    startedAt,
    withoutAds: wasAskedFor(marks, now),
    after: { ...marks, open: undefined, through: startedAt, ...readAt },
  }
  return { marks, wish }
}

/** Ads that do not come are asked for once a day. */
function wasAskedFor({ askedAt }: Marks, now: string): boolean {
  return askedAt !== undefined && ageMs(askedAt, now) < askAgainMs
}

type Reread = (typeof rereads)[number]

/** Nothing new happens in an account that ended: what still changes is seen by the daily reading, then by the weekly one. */
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
  // Whatever happened since the last reading, and what was unsettled then.
  const since = addDays(dayOf(new Date(last), 'UTC'), -(isLong ? unsettledDays + 1 : 1))
  const wanted = [addDays(newest, -days), since].sort()[0] ?? newest
  const kept = addMonths(newest, -keptMonths)
  return wanted > kept ? wanted : kept
}

/** The marks of an account after its wish was read; `lacks`: its ads did not come, so that they are asked for again. */
export function marksAfter(
  { since }: Pick<ConnectorContext, 'since'>,
  before: Marks,
  { wish: { after, startedAt, withoutAds }, lacks }: { readonly wish: Wish; readonly lacks: boolean },
): Marks {
  if (withoutAds) return after
  if (lacks) {
    const { weekAt, monthAt, quarterAt, lacksSince = before.through ?? since } = before
    return { ...after, weekAt, monthAt, quarterAt, lacksSince, askedAt: startedAt }
  }
  if (before.lacksSince === undefined) return after
  // They came again: everything that was read without them is read once more.
  return { ...after, through: before.lacksSince, lacksSince: undefined, askedAt: undefined }
}

function isDue(last: string | undefined, at: { readonly startedAt: string; readonly everyMs: number }): boolean {
  return last === undefined || ageMs(last, at.startedAt) >= at.everyMs
}

function ageMs(instant: string, now: string): number {
  return Date.parse(now) - Date.parse(instant)
}
