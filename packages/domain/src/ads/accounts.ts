import { AppError, toConnectionId } from '@tillsight/core'
import { type AdAccountRow, listAdAccounts, updateAdAccounts } from '@tillsight/database'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import {
  AdAccountView,
  applyChoice,
  type Connection,
  type ConnectionContext,
  findOwnConnection,
  isChanged,
  openConnection,
  refreshAdAccounts,
  toAppError,
  tryLockConnection,
  viewAdAccount,
} from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'

/** The ad accounts that a connection's sign-in can access; `refresh` asks the platform first. */
export const listAccounts = defineVerb({
  name: 'ads.accounts',
  needs: 'connections:write',
  access: 'work',
  input: z.object({ connection: z.string().transform(toConnectionId), refresh: z.boolean().default(false) }),
  output: z.array(AdAccountView),
  async run(ctx: ConnectionContext, { connection: id, refresh }) {
    const connection = await openAdConnection(ctx, id)
    if (refresh) {
      await refreshAdAccounts(ctx, connection).catch((error: unknown) => {
        throw toAppError(error)
      })
    }
    return (await listAdAccounts(ctx.queries, connection.id)).map(viewAdAccount)
  },
})

/** A connection of the shop that has ad accounts. Throws `invalid_input` for one that has none, and `not_found`. */
async function openAdConnection(ctx: ConnectionContext, id: Connection['id']): Promise<Connection> {
  const connection = openConnection(await findOwnConnection(ctx, id), ctx.services)
  if (connection.connector.kind === 'ads') return connection
  throw new AppError('invalid_input', `${connection.connector.label} has no ad accounts to choose from.`)
}

const Outcome = z.object({
  accounts: z.array(AdAccountView),
  /** What it means for the figures, a sentence or two. */
  message: z.string(),
})

/**
 * Chooses which ad accounts belong to the shop. The history of new ones is read; rows of those no longer chosen leave the
 * figures. An account whose currency or zone changed is accepted as it is now. Throws `invalid_input` for an empty choice,
 * and for an account that cannot be read.
 */
export const chooseAccounts = defineVerb({
  name: 'ads.chooseAccounts',
  needs: 'connections:write',
  access: 'work',
  input: z.object({
    connection: z.string().transform(toConnectionId),
    accounts: z.array(z.string().max(100)).max(1000),
  }),
  output: Outcome,
  async run(ctx: ConnectionContext, { connection: id, accounts }) {
    const { db, services } = ctx
    const connection = await openAdConnection(ctx, id)
    const wanted = new Set(accounts)
    const known = await listAdAccounts(db.kysely, id)
    assertChoosable(known, wanted)
    const renewed = known.filter((row) => wanted.has(row.accountId) && row.chosen && isChanged(row)).map(nameIn)
    if (renewed.length > 0) {
      await refreshAdAccounts(ctx, connection, renewed).catch((error: unknown) => {
        throw toAppError(error)
      })
    }
    const added = known.filter(({ accountId, chosen }) => wanted.has(accountId) && !chosen)
    const removed = known.filter(({ accountId, chosen }) => !wanted.has(accountId) && chosen)
    await db.transaction(async (tx) => {
      await updateAdAccounts(tx, { connection: id, accounts: added.map(nameIn) }, { chosen: true, problem: null })
      await updateAdAccounts(tx, { connection: id, accounts: removed.map(nameIn) }, { chosen: false, problem: null })
      await updateAdAccounts(tx, { connection: id, accounts: renewed }, { taken: false })
      const before = { accounts: known.filter(({ chosen }) => chosen).map(({ accountId }) => accountId) }
      const after = {
        accounts: known.filter(({ accountId }) => wanted.has(accountId)).map(({ accountId }) => accountId),
      }
      const target = { kind: 'connection', id, name: connection.connector.id }
      const changes = changesBetween(before, after)
      await recordAudit({ ...ctx, queries: tx }, { action: 'ads.chooseAccounts', target, changes })
    })
    // A sync in progress notices the change and stops; the sync requested here then applies it.
    await tryLockConnection(db, id, () => applyChoice(ctx, { connection: id, platform: connection.connector.id }))
    if (added.length + removed.length + renewed.length > 0) await services.requests.sync(id)
    const rows = await listAdAccounts(db.kysely, id)
    return { accounts: rows.map(viewAdAccount), message: sentence({ added, removed, renewed: renewed.length }) }
  },
})

function nameIn({ accountId }: AdAccountRow): string {
  return accountId
}

function assertChoosable(known: readonly AdAccountRow[], wanted: ReadonlySet<string>): void {
  if (wanted.size === 0) {
    throw refused('Nothing was changed. Choose at least one account; to stop reading all of them, pause or disconnect.')
  }
  for (const id of wanted) {
    const row = known.find(({ accountId }) => accountId === id)
    if (!row) {
      throw refused(
        'One of these accounts is not shown by this sign-in any more. Look for accounts again and choose then.',
      )
    }
    if (!row.readable && !row.chosen) throw refused(`“${row.name}” cannot be read. ${row.note ?? ''}`.trim())
  }
}

function refused(message: string): AppError {
  return new AppError('invalid_input', message, { details: { field: 'accounts' } })
}

interface Changes {
  readonly added: readonly AdAccountRow[]
  readonly removed: readonly AdAccountRow[]
  readonly renewed: number
}

function sentence({ added, removed, renewed }: Changes): string {
  const parts = [
    ...(added.length > 0 ? [`The history of ${namesOf(added)} is being read, newest days first.`] : []),
    ...(removed.length > 0
      ? [`What was read of ${namesOf(removed)} leaves the figures. Choose it again to read it anew.`]
      : []),
    ...(renewed > 0 ? ['What changed is taken over: its days are read anew from now on.'] : []),
  ]
  return parts.length > 0 ? parts.join(' ') : 'Nothing was changed: these accounts are being read already.'
}

function namesOf(rows: readonly AdAccountRow[]): string {
  return rows.map(({ name }) => `“${name}”`).join(', ')
}
