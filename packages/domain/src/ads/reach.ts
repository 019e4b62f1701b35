import type { Clock } from '@tillsight/core'
import { type Day, type DayRange, dayOf } from '@tillsight/core/days'
import { type Database, findConnection, listAdAccounts, nextWriteVersion, takeAdTurn } from '@tillsight/database'
import { type ConnectorFailure, isConnectorError, type ReachQuery } from '@tillsight/platforms/connectors'
import type { Row } from '@tillsight/warehouse'
import {
  accountsToRead,
  type Connection,
  type ConnectionContext,
  type ConnectionServices,
  callPlatform,
  openConnection,
  type PlatformAccount,
  type ReachOptions,
  storedAccount,
} from '../connections/index.ts'
import { asOnlyWriter, assertAllowed, createShopReads, type Log, type ShopContext } from '../context/index.ts'
import { announceNewFigures } from '../ledger/index.ts'

/** However often a page is reloaded, the platform is asked only once in this time. */
const askAgainAfterMs = 10 * 60_000

/**
 * Requests how many people were reached in exactly these days from the shop's ad platforms that report it; the figures
 * include it once a job has fetched it. Repeated requests within minutes do nothing. Returns how many platforms are asked.
 */
export async function askReach(ctx: ConnectionContext, range: DayRange): Promise<number> {
  assertAllowed(ctx.actor, 'metrics:read', 'ads.reach')
  const { services, clock, reads = createShopReads(ctx) } = ctx
  let asked = 0
  for (const row of (await reads.standing()).connections) {
    const connector = services.connectors.find(({ id }) => id === row.connector)
    if (!connector?.ads?.reach || row.paused || row.status !== 'active' || row.statusDetail !== null) continue
    if (await askConnection({ db: ctx.db, clock, services }, { connection: row.id, ...range }, askAgainAfterMs))
      asked += 1
  }
  return asked
}

interface Asking {
  readonly db: Database
  readonly clock: Clock
  readonly services: ConnectionServices
}

/** Queues the request unless it was made within that time; returns whether it was queued. */
export async function askConnection(
  { db, clock, services }: Asking,
  options: ReachOptions,
  unlessWithinMs: number,
): Promise<boolean> {
  const row = await findConnection(db.kysely, options.connection)
  if (!row || options.from > options.to) return false
  const now = clock.now()
  const turn = {
    accountId: '',
    day: options.to,
    fetchedAt: now,
    unlessSince: new Date(now.getTime() - unlessWithinMs),
  }
  const of = { shop: row.shopId, platform: row.connector, kind: `reach from ${options.from}` }
  if (!(await takeAdTurn(db.kysely, of, turn))) return false
  await services.requests.reach(options)
  return true
}

/** What fetching reach needs; there is no signed-in person. */
export interface ReachServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly connections: ConnectionServices
  openShop(shop: Connection['shopId']): Promise<ShopContext>
}

const levels = ['account', 'campaign'] as const

/** Asks the platform, account by account, and stores the responses. An account that refuses does not stop the others. */
export async function fetchReach(
  services: ReachServices,
  wish: ReachOptions & { readonly signal?: AbortSignal },
): Promise<void> {
  const { db, clock, connections } = services
  const row = await findConnection(db.kysely, wish.connection)
  if (!row || row.paused) return
  const connection = openConnection(row, connections)
  if (!connection.connector.ads?.reach || !connection.verified || connection.problem) return
  const accounts = accountsToRead(await listAdAccounts(db.kysely, connection.id))
  const asked = { ...storedAccount(connection, { db, services: connections }), accounts }
  const rows: Row[] = []
  for (const { id: accountId, zone } of accounts) {
    const range = untilToday(wish, dayOf(clock.now(), zone))
    if (!range) continue
    for (const level of levels) {
      const question = { accountId, level, range }
      const reached = await askPlatform(services, { asked, question, signal: wish.signal })
      if (reached) rows.push(...toRows({ question, options: wish, platform: row.connector }, reached))
    }
  }
  if (rows.length > 0) await store(await services.openShop(connection.shopId), rows, clock)
}

interface Params {
  readonly asked: PlatformAccount
  readonly question: ReachQuery
  readonly signal: AbortSignal | undefined
}

/** Undefined where the platform does not report reach for this account. Throws temporary failures. */
async function askPlatform(
  { connections, clock, log }: ReachServices,
  { asked: account, question, signal }: Params,
): Promise<ReadonlyMap<string, number> | undefined> {
  try {
    const call = { account, clock, ...(signal ? { signal } : {}) }
    return await callPlatform(connections, call, async (ctx) => account.connector.ads?.reach?.(ctx, question))
  } catch (error) {
    if (!isConnectorError(error) || mayPass(error.failure)) throw error
    log.warn({ account: question.accountId, err: error }, 'how many people were reached is not told')
    return undefined
  }
}

/** Whether the failure is temporary, so that a later attempt may succeed. */
export function mayPass({ kind }: ConnectorFailure): boolean {
  return kind === 'throttled' || kind === 'transient'
}

interface Answered {
  readonly question: ReachQuery
  readonly options: DayRange
  readonly platform: string
}

/** The days that have begun: platforms refuse future ones. */
function untilToday({ from, to }: DayRange, today: Day): DayRange | undefined {
  return from > today ? undefined : { from, to: to < today ? to : today }
}

/** An account without impressions reached 0 people; campaigns are only reported if they had impressions. */
function toRows({ question, options: wish, platform }: Answered, reached: ReadonlyMap<string, number>): Row[] {
  const { accountId, level } = question
  const told = level === 'account' ? [['', reached.get(accountId) ?? 0] as const] : [...reached]
  return told.map(([campaign, reach]) => ({
    platform,
    account_id: accountId,
    level,
    campaign_id: campaign,
    ad_set_id: '',
    ad_id: '',
    first_day: wish.from,
    last_day: wish.to,
    reach,
  }))
}

async function store(shop: ShopContext, rows: readonly Row[], clock: Clock): Promise<void> {
  await asOnlyWriter(shop, async (ctx) => {
    const version = (await nextWriteVersion(ctx.db.kysely)).toString()
    const fetched_at = clock.now()
    await ctx.warehouse.insert(
      'ad_reach',
      rows.map((row) => ({ ...row, fetched_at, version, is_deleted: 0 })),
    )
    await announceNewFigures(ctx)
  })
}
