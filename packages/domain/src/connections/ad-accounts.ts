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

/** An ad account that the sign-in shows, as its owner sees it. */
export const AdAccountView = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  /** IANA zone; the days of its figures are this zone's. */
  zone: z.string(),
  status: z.enum(['active', 'limited', 'closed']),
  /** The platform's own word for it. */
  statusText: z.string(),
  readable: z.boolean(),
  /** Why it cannot be read, or what to know about it. */
  note: z.string().nullable(),
  /** Id of the account through which it is reached. */
  via: z.string().nullable(),
  /** Whether its figures are the shop's. */
  chosen: z.boolean(),
  /** What keeps it from being read while others are; its figures stay. */
  problem: AdAccountProblem.nullable(),
  clickWindowDays: z.number(),
  viewWindowDays: z.number(),
  conversionsAre: z.enum(['purchases', 'goals']),
})
export type AdAccountView = z.infer<typeof AdAccountView>

/** What connectors give where an account does not tell its currency. */
const unknownCurrency = 'XXX'

const Status = AdAccountView.shape.status
const ConversionsAre = AdAccountView.shape.conversionsAre

/** An account in the words of its owner. */
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

/** An account as connectors know it. */
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

/** The accounts that are to be read: chosen, and still what they were when they were. */
export function accountsToRead(rows: readonly AdAccountRow[]): AdAccount[] {
  return rows.filter((row) => row.chosen && !isChanged(row)).map(toAdAccount)
}

/** Whether it counts in another currency, or in days of another zone, than when it was chosen. */
export function isChanged({ problem }: AdAccountRow): boolean {
  return problem !== null && AdAccountProblem.parse(problem).kind === 'changed'
}

/** Where accounts belong. */
export interface AdAccountsOf {
  readonly connection: ConnectionId
  readonly shop: ShopId
  readonly platform: string
}

/** What the platform shows now, and which accounts somebody wants as they are now although they changed. */
export interface SeenAccounts {
  readonly seen: readonly AdAccount[]
  readonly now: Date
  readonly accepted?: readonly string[]
}

/**
 * Stores what the platform shows. A chosen account stays what it was chosen as: one that changed, or is not shown any more,
 * is noted. The only one that can be read is chosen by itself.
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

/** An account as it is to be stored: days that were read are kept in what it was. */
function compare(
  account: AdAccount,
  row: AdAccountRow | undefined,
  accepted: readonly string[],
): { readonly account: AdAccount; readonly problem: NewProblem } {
  if (!row?.chosen || accepted.includes(account.id)) return { account, problem: null }
  const { currency, zone } = row
  // Nothing can be learnt of it right now, so that it does not count as changed.
  if (account.currency === unknownCurrency) return { account: { ...account, currency, zone }, problem: null }
  const message = changedBasics(row, account)
  if (message === undefined) return { account, problem: null }
  return { account: { ...account, currency, zone }, problem: { kind: 'changed', message } }
}

interface Noting {
  readonly connection: ConnectionId
  /** As it was known before. */
  readonly row: AdAccountRow | undefined
  readonly problem: NewProblem
  readonly now: Date
}

/** What a list of accounts does not show is not ended by it: figures that cannot be read are found out by reading them. */
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
    `“${name}” is not among the accounts that this sign-in shows any more, so nothing new of it is read; its figures up to ` +
    'then stay. Give the person who connected access to it again, or reconnect with somebody who has.'
  )
}

/** What asking a platform for accounts takes. */
export interface AccountsQuestion {
  readonly db: Database
  readonly clock: Clock
  readonly services: ConnectionServices
}

/** Asks the platform which accounts the sign-in shows and stores the answer. Throws `ConnectorError`. */
export async function refreshAdAccounts(
  { db, clock, services }: AccountsQuestion,
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
