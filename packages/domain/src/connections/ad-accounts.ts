import type { Clock, ConnectionId, ShopId } from '@tillsight/core'
import {
  type AdAccountRow,
  type Database,
  type Db,
  deleteAdAccounts,
  listAdAccounts,
  saveAdAccounts,
  updateAdAccounts,
} from '@tillsight/database'
import type { AdAccount } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { AdAccountProblem, changedBasics } from '../ad-facts/index.ts'
import { type ConnectionServices, callPlatform } from './platform-call.ts'
import { type Connection, storedAccount } from './stored-connection.ts'

/** An ad account that the sign-in can access, as shown to its owner. */
export const AdAccountView = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  /** IANA time zone of the days of its figures. */
  zone: z.string(),
  status: z.enum(['active', 'limited', 'closed']),
  /** The status in the platform's own words. */
  statusText: z.string(),
  readable: z.boolean(),
  /** Why it cannot be read, or what to keep in mind about it. */
  note: z.string().nullable(),
  /** Id of the account through which it is reached. */
  via: z.string().nullable(),
  /** Whether its figures belong to the shop. */
  chosen: z.boolean(),
  /** Why this account alone cannot be read; its figures stay. */
  problem: AdAccountProblem.nullable(),
  clickWindowDays: z.number(),
  viewWindowDays: z.number(),
  conversionsAre: z.enum(['purchases', 'goals']),
})
export type AdAccountView = z.infer<typeof AdAccountView>

/** The value connectors use where an account does not report its currency. */
const unknownCurrency = 'XXX'

const Status = AdAccountView.shape.status
const ConversionsAre = AdAccountView.shape.conversionsAre

/** An account as shown to its owner. */
export function viewAdAccount(row: AdAccountRow): AdAccountView {
  return {
    ...toAdAccount(row),
    chosen: row.chosen,
    problem: row.problem === null ? null : AdAccountProblem.parse(row.problem),
    clickWindowDays: row.clickWindowDays,
    viewWindowDays: row.viewWindowDays,
    conversionsAre: ConversionsAre.parse(row.conversionsAre),
  }
}

/** An account as connectors expect it. */
export function toAdAccount(row: AdAccountRow): AdAccount {
  return {
    id: row.accountId,
    name: row.name,
    currency: row.currency,
    zone: row.zone,
    status: Status.parse(row.status),
    statusText: row.statusText,
    readable: row.readable,
    note: row.note,
    via: row.via,
  }
}

/** The accounts to read: chosen, and unchanged since. */
export function accountsToRead(rows: readonly AdAccountRow[]): AdAccount[] {
  return rows.filter((row) => row.chosen && !isChanged(row)).map(toAdAccount)
}

/** Whether its currency or time zone has changed since it was chosen. */
export function isChanged({ problem }: AdAccountRow): boolean {
  return problem !== null && AdAccountProblem.parse(problem).kind === 'changed'
}

/** The connection and shop that accounts belong to. */
export interface AdAccountsOf {
  readonly connection: ConnectionId
  readonly shop: ShopId
  readonly platform: string
}

/** The accounts that the platform returns now, and those whose changes somebody has accepted. */
export interface SeenAccounts {
  readonly seen: readonly AdAccount[]
  readonly now: Date
  readonly accepted?: readonly string[]
}

/**
 * Stores the accounts the platform returns. A chosen account keeps the currency and zone it was chosen with: one that changed
 * or is no longer returned gets a problem. If only one can be read, it is chosen automatically.
 */
export async function storeAdAccounts(
  db: Db,
  of: AdAccountsOf,
  { seen, now, accepted = [] }: SeenAccounts,
): Promise<void> {
  const { connection } = of
  const known = new Map((await listAdAccounts(db, connection)).map((row) => [row.accountId, row]))
  const found = seen.map((account) => compare(account, known.get(account.id), accepted))
  await saveAdAccounts(
    db,
    found.map(({ account: { id, ...facts } }) => ({
      connectionId: connection,
      shopId: of.shop,
      platform: of.platform,
      accountId: id,
      ...facts,
      seenAt: now,
    })),
  )
  const shown = new Set(seen.map(({ id }) => id))
  const hidden = [...known.values()].filter(({ accountId }) => !shown.has(accountId))
  const missing = hidden.filter(({ chosen }) => chosen)
  const problems = [
    ...found.map(({ account, problem }) => ({ id: account.id, problem })),
    ...missing.map(({ accountId: id, name }) => {
      return { id, problem: { kind: 'permission', message: notShown(name) } as const }
    }),
  ]
  for (const { id, problem } of problems) await noteProblem(db, { connection, row: known.get(id), problem, now })
  const forgotten = hidden.filter(({ chosen, taken }) => !chosen && !taken).map(({ accountId }) => accountId)
  await deleteAdAccounts(db, connection, forgotten)
  await chooseTheOnly(db, connection)
}

type NewProblem = Omit<AdAccountProblem, 'since'> | null

/** The account to store: a chosen one keeps the currency and zone of the days already read. */
function compare(
  account: AdAccount,
  row: AdAccountRow | undefined,
  accepted: readonly string[],
): { readonly account: AdAccount; readonly problem: NewProblem } {
  if (!row?.chosen || accepted.includes(account.id)) return { account, problem: null }
  const { currency, zone } = row
  // It reveals nothing right now, so it does not count as changed.
  if (account.currency === unknownCurrency) return { account: { ...account, currency, zone }, problem: null }
  const message = changedBasics(row, account)
  if (message === undefined) return { account, problem: null }
  return { account: { ...account, currency, zone }, problem: { kind: 'changed', message } }
}

interface Noting {
  readonly connection: ConnectionId
  /** The stored account. */
  readonly row: AdAccountRow | undefined
  readonly problem: NewProblem
  readonly now: Date
}

/** A list without an account does not clear its problem: whether figures can be read again only shows when reading them. */
async function noteProblem(db: Db, { connection, row, problem, now }: Noting): Promise<void> {
  if (!row) return
  const earlier = row.problem === null ? undefined : AdAccountProblem.parse(row.problem)
  if (problem === null && !(earlier && isOfList(earlier, row))) return
  const since = earlier && earlier.kind === problem?.kind ? earlier.since : now.toISOString()
  const told = problem && { ...problem, since }
  await updateAdAccounts(db, { connection, accounts: [row.accountId] }, { problem: told })
}

function isOfList({ kind, message }: AdAccountProblem, { name }: AdAccountRow): boolean {
  return kind === 'changed' || message === notShown(name)
}

async function chooseTheOnly(db: Db, connection: ConnectionId): Promise<void> {
  const rows = await listAdAccounts(db, connection)
  const readable = rows.filter((row) => row.readable)
  const [only] = readable
  if (!only || readable.length > 1 || rows.some(({ chosen, taken }) => chosen || taken)) return
  await updateAdAccounts(db, { connection, accounts: [only.accountId] }, { chosen: true })
}

function notShown(name: string): string {
  return (
    `“${name}” is not among the accounts that this sign-in shows any more, so nothing new of it is read; its data up to ` +
    'then stays. Give the person who connected access to it again, or reconnect with somebody who has.'
  )
}

/** What listing a platform's accounts requires. */
export interface AccountsQuery {
  readonly db: Database
  readonly clock: Clock
  readonly services: ConnectionServices
}

/** Reads the accounts the sign-in can access and stores them. Throws `ConnectorError`. */
export async function refreshAdAccounts(
  { db, clock, services }: AccountsQuery,
  connection: Connection,
  accepted: readonly string[] = [],
): Promise<void> {
  const { connector, id, shopId } = connection
  const { ads } = connector
  if (!ads) return
  const account = storedAccount(connection, { db, services })
  const seen = await callPlatform(services, { account, clock }, (ctx) => ads.listAccounts(ctx))
  const of = { connection: id, shop: shopId, platform: connector.id }
  await db.transaction((tx) => storeAdAccounts(tx, of, { seen, now: clock.now(), accepted }))
}
