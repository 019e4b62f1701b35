// What an organisation may do by the way it pays, where an installation sells plans. Must not know how payments are made.
import { AppError, type OrganisationId, type ShopId } from '@tillsight/core'
import {
  type BillingStandingRow,
  type Db,
  findInstallationValue,
  listBillingStandings,
  listShops,
  saveInstallationValue,
} from '@tillsight/database'
import { z } from 'zod'
import type { Context } from './context/index.ts'

const dayMs = 86_400_000
/** How long an organisation without a plan can do everything, from its first day or the first day that plans are sold. */
const untilChosenMs = 14 * dayMs
/** How long payments may fail. */
const patienceMs = 21 * dayMs
/** For how long platforms go on being read for whoever does not pay. */
const readingMs = 30 * dayMs

/** What an organisation may do. */
export type PlanAccess =
  | { readonly kind: 'full' }
  /** Everything for now, and what has to be done until then. */
  | { readonly kind: 'warned'; readonly problem: 'choose_plan' | 'finish_payment' | 'past_due'; readonly until: Date }
  /** Nothing new: figures, exports and deletion go on, and platforms are read for a while. */
  | {
      readonly kind: 'read_only'
      readonly problem: 'choose_plan' | 'finish_payment' | 'unpaid' | 'paused' | 'canceled'
      readonly since: Date
      readonly readsUntil: Date
    }

const heldUnder = 'billing'
const Held = z.object({ since: z.iso.datetime().nullable() })

/** Since when plans are sold here; null: none are. */
export async function readSellingSince(queries: Db): Promise<Date | null> {
  const { since = null } = Held.safeParse(await findInstallationValue(queries, heldUnder)).data ?? {}
  return since === null ? null : new Date(since)
}

/** Notes whether plans are sold here: what is stored of payments counts for nothing where they are not. */
export async function noteSelling(queries: Db, sells: boolean, now: Date): Promise<void> {
  const before = await readSellingSince(queries)
  if ((before !== null) === sells) return
  await saveInstallationValue(queries, heldUnder, { since: sells ? now.toISOString() : null })
}

/** What decides: how an organisation pays, and when. */
export interface Standing extends Omit<BillingStandingRow, 'organisation'> {
  /** Null: no plans are sold. */
  readonly sellingSince: Date | null
}

/** What an organisation may do at the instant. */
export function accessOf(standing: Standing, now: Date): PlanAccess {
  const { status, statusSince, sellingSince } = standing
  if (sellingSince === null) return { kind: 'full' }
  const since = statusSince ?? now
  switch (status) {
    case 'trialing':
    case 'active':
      return { kind: 'full' }
    case 'past_due': {
      const until = new Date(since.getTime() + patienceMs)
      return now < until ? { kind: 'warned', problem: 'past_due', until } : readOnly('unpaid', until)
    }
    case 'unpaid':
      // All tries are over: it can be sooner than patience ends, and the days that follow are counted from there all the same.
      return readOnly('unpaid', new Date(since.getTime() + patienceMs), now)
    case 'paused':
    case 'canceled':
      return readOnly(status, since)
    default:
      return withoutPlan(standing, now)
  }
}

function withoutPlan({ createdAt, sellingSince, unfinished }: Standing, now: Date): PlanAccess {
  const problem = unfinished ? 'finish_payment' : 'choose_plan'
  const from = Math.max(createdAt.getTime(), sellingSince?.getTime() ?? 0)
  const until = new Date(from + untilChosenMs)
  return now < until ? { kind: 'warned', problem, until } : readOnly(problem, until)
}

function readOnly(
  problem: Extract<PlanAccess, { kind: 'read_only' }>['problem'],
  counted: Date,
  latest = counted,
): PlanAccess {
  const since = latest < counted ? latest : counted
  return { kind: 'read_only', problem, since, readsUntil: new Date(counted.getTime() + readingMs) }
}

/** What an organisation may do now. */
export async function readAccess(queries: Db, organisation: OrganisationId, now: Date): Promise<PlanAccess> {
  return readAccessSince(queries, organisation, { sellingSince: await readSellingSince(queries), now })
}

/** The same where it is known since when plans are sold. */
export async function readAccessSince(
  queries: Db,
  organisation: OrganisationId,
  { sellingSince, now }: Pick<Standing, 'sellingSince'> & { readonly now: Date },
): Promise<PlanAccess> {
  if (sellingSince === null) return { kind: 'full' }
  const [row] = await listBillingStandings(queries, [organisation])
  return row ? accessOf({ ...row, sellingSince }, now) : { kind: 'full' }
}

/** Throws `conflict` where nothing new may be made, because nobody pays for it. */
export async function assertMayAdd(
  { queries, organisation, clock }: Pick<Context, 'queries' | 'organisation' | 'clock'>,
  what: 'connection' | 'key' | 'invitation',
): Promise<void> {
  const access = await readAccess(queries, organisation, clock.now())
  if (access.kind === 'read_only') throw readOnlyRefusal(what, access.problem)
}

const things = {
  connection: 'connections can be made',
  key: 'keys can be created',
  invitation: 'invitations can be sent',
} as const

const reasons = {
  choose_plan: 'no plan was chosen in time',
  finish_payment: 'the first payment was not finished',
  unpaid: 'a payment failed',
  paused: 'the trial ended without a way to pay',
  canceled: 'the subscription has ended',
} as const

function readOnlyRefusal(
  what: keyof typeof things,
  problem: Extract<PlanAccess, { kind: 'read_only' }>['problem'],
): AppError {
  return new AppError(
    'conflict',
    `This organisation is read only, because ${reasons[problem]}: no new ${things[what]}. Reports and exports go on. An owner can put it right under Settings > Plan.`,
    { details: { reason: 'read_only', problem } },
  )
}

/** Shops whose platforms are read no longer, because nobody has paid for them for so long. */
export async function listShopsNotRead(queries: Db, now: Date): Promise<ReadonlySet<ShopId>> {
  const sellingSince = await readSellingSince(queries)
  const ended = new Set<ShopId>()
  if (sellingSince === null) return ended
  for (const row of await listBillingStandings(queries)) {
    const access = accessOf({ ...row, sellingSince }, now)
    if (access.kind !== 'read_only' || now < access.readsUntil) continue
    for (const { id } of await listShops(queries, row.organisation)) ended.add(id)
  }
  return ended
}
