import { AppError, type ConnectionId, toConnectionId } from '@tillsight/core'
import {
  type Db,
  deleteConnection,
  deleteSyncStates,
  isLoginShared,
  listConnections,
  listSyncStates,
  saveSyncState,
  updateConnection,
} from '@tillsight/database'
import { isConnectorError } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { forgetAds } from '../ad-facts/index.ts'
import { changesBetween } from '../audit/index.ts'
import { defineVerb, run } from '../context/index.ts'
import { forgetSource } from '../ledger/index.ts'
import { ConnectionView, viewConnection } from './connection-view.ts'
import { type ConnectionContext, callPlatform } from './platform-call.ts'
import { lockConnection, recordConnection } from './save-connection.ts'
import { type Connection, findOwnConnection, openConnection, readSettings, storedAccount } from './stored-connection.ts'

/** Pauses a connection, or resumes it where it stopped. A running sync ends after its current batch. */
export const pauseConnection = defineVerb({
  name: 'connection.pause',
  needs: 'connections:write',
  access: 'write',
  input: z.object({ connection: z.string().transform(toConnectionId), paused: z.boolean() }),
  output: ConnectionView,
  async run(ctx: ConnectionContext, { connection: id, paused }) {
    const { services, queries, clock } = ctx
    await findOwnConnection(ctx, id)
    // A check or a job may be storing its findings.
    const before = await queries
      .selectFrom('connections')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const stored = readSettings(before)
    const pausedAt = before.paused ? stored.pausedAt : clock.now().toISOString()
    const row = await updateConnection(queries, id, {
      paused,
      settings: { ...stored, pausedAt: paused ? pausedAt : null },
    })
    const changes = changesBetween({ paused: before.paused }, { paused })
    await recordConnection(ctx, 'connection.pause', { ...row, changes })
    if (!paused) await services.requests.sync(id)
    return viewConnection(queries, row, { services, now: clock.now() })
  },
})

/**
 * Makes the next sync read the whole history again from its newest end. What was complete still counts as complete meanwhile,
 * so that no figure disappears. Call with the connection locked.
 */
export async function restartHistory(
  db: Db,
  { connection, now }: { connection: ConnectionId; now: Date },
): Promise<void> {
  for (const { stream, mode, checkpoint, lastSuccessAt } of await listSyncStates(db, connection)) {
    const key = { connectionId: connection, stream, mode }
    if (mode !== 'backfill') {
      await saveSyncState(db, key, { lastError: null })
      continue
    }
    const again = lastSuccessAt !== null || isReadAgain(checkpoint)
    await saveSyncState(db, key, {
      checkpoint: { ...keptOf(checkpoint), began: now.toISOString(), from: null, again },
      done: 0,
      total: null,
      lastSuccessAt: null,
      lastError: null,
    })
  }
}

/** Keeps the facts generation that the history is read with. */
function keptOf(checkpoint: unknown): { generation?: unknown } {
  const isKept = typeof checkpoint === 'object' && checkpoint !== null && 'generation' in checkpoint
  return isKept ? { generation: checkpoint.generation } : {}
}

/** Whether a previously complete history is being read again. */
export function isReadAgain(checkpoint: unknown): boolean {
  return typeof checkpoint === 'object' && checkpoint !== null && 'again' in checkpoint && checkpoint.again === true
}

const waitMs = 20_000
const beingRead = 'The store is being read right now. Ask for the history again when that is done, in a minute or two.'

/**
 * Reads the whole history again, newest first. Figures stay meanwhile: an order is only replaced by a newer version of
 * itself. Throws `conflict` while the connection is paused, or while its history is already being read.
 */
export const reimportConnection = defineVerb({
  name: 'connection.reimport',
  needs: 'connections:write',
  access: 'work',
  input: z.object({ connection: z.string().transform(toConnectionId) }),
  output: z.object({}),
  async run(ctx: ConnectionContext, { connection: id }) {
    const row = await findOwnConnection(ctx, id)
    if (row.paused) throw new AppError('conflict', 'This connection is paused. Resume it first.')
    const { kysely } = ctx.db
    const states = await listSyncStates(kysely, id)
    if (states.some(({ mode, lastSuccessAt }) => mode === 'backfill' && lastSuccessAt === null)) {
      throw new AppError(
        'conflict',
        'The history is being read already, and nothing of it is missing when that ends. Ask for it again then.',
      )
    }
    // A running sync holds its progress in memory and would store it again.
    await lockConnection(ctx.db, { connection: id, refusal: beingRead, waitMs }, () =>
      ctx.db.transaction(async (queries) => {
        await restartHistory(queries, { connection: id, now: ctx.clock.now() })
        await recordConnection({ ...ctx, queries }, 'connection.reimport', row)
      }),
    )
    await ctx.services.requests.sync(id)
    return {}
  },
})

const stillRead = 'The connection is being read right now. It is paused and stops soon; try again in a minute.'

/**
 * Removes a connection: its keys, its progress and our webhooks at the platform. Its orders stay in all figures with `data:
 * 'keep'`, or leave them with `data: 'delete'`. It is paused first and deleted last: whatever fails in between, disconnecting
 * again completes it.
 */
export const disconnect = defineVerb({
  name: 'connection.disconnect',
  needs: 'connections:write',
  access: 'work',
  input: z.object({ connection: z.string().transform(toConnectionId), data: z.enum(['keep', 'delete']) }),
  output: z.object({}),
  async run(ctx: ConnectionContext, { connection: id, data }) {
    const row = await findOwnConnection(ctx, id)
    const { kysely } = ctx.db
    await updateConnection(kysely, id, { paused: true })
    await lockConnection(ctx.db, { connection: id, refusal: stillRead }, async () => {
      const connection = openConnection(row, ctx.services)
      await removeWebhooks(ctx, connection)
      await revoke(ctx, connection)
      // Before the facts, so that resuming the connection instead reads the whole history again.
      await deleteSyncStates(kysely, id)
      if (data === 'delete') await forgetFacts(ctx, connection)
      await ctx.db.transaction(async (queries) => {
        await deleteConnection(queries, id)
        const changes = [{ field: 'data', before: null, after: data }]
        await recordConnection({ ...ctx, queries }, 'connection.disconnect', { ...row, changes })
      })
    })
    return {}
  },
})

/**
 * Disconnects all that the shop is connected to, since the shop itself goes: platforms shall neither call us nor keep our grants. What
 * fails is logged and holds nothing up; its row stays.
 */
export async function disconnectAll(ctx: ConnectionContext): Promise<void> {
  for (const { id } of await listConnections(ctx.db.kysely, ctx.shop.id)) {
    try {
      await run(disconnect, ctx, { connection: id, data: 'keep' })
    } catch (error) {
      ctx.log.warn({ shop: ctx.shop.id, connection: id, err: error }, 'a connection could not be ended at its platform')
    }
  }
}

async function forgetFacts(ctx: ConnectionContext, { connector }: Connection): Promise<void> {
  if (connector.kind === 'ads') await forgetAds(ctx, { platform: connector.id })
  else await forgetSource(ctx, connector.id)
}

/**
 * Revokes the grant. The merchant can also do so at the platform, so a refusal is ignored. Skipped if the same login is
 * connected elsewhere: platforms revoke a person's whole grant.
 */
async function revoke({ db, services, clock, log }: ConnectionContext, connection: Connection): Promise<void> {
  const { id, account: login, connector } = connection
  const { ads } = connector
  if (!ads?.revoke) return
  if (login && (await isLoginShared(db.kysely, { connection: id, connector: connector.id, login: login.id }))) return
  try {
    const account = storedAccount(connection, { db, services })
    await callPlatform(services, { account, clock, patienceMs: 15_000 }, async (ctx) => ads.revoke?.(ctx))
  } catch (error) {
    if (!isConnectorError(error)) throw error
    log.warn({ connection: connection.id, err: error }, 'the access could not be given back to the platform')
  }
}

/** A refusal by the platform does not block disconnecting: deliveries for unknown connections are rejected. */
async function removeWebhooks({ db, services, clock, log }: ConnectionContext, connection: Connection): Promise<void> {
  const { connector, id, access } = connection
  const { webhooks } = connector
  if (!webhooks || access !== 'read_write' || !services.addresses) return
  const target = { url: services.addresses.webhook(connector.id, id) }
  try {
    await callPlatform(services, { account: storedAccount(connection, { db, services }), clock }, (ctx) =>
      webhooks.remove(ctx, target),
    )
  } catch (error) {
    if (!isConnectorError(error)) throw error
    log.warn({ connection: id, err: error }, 'webhooks could not be removed from the platform')
  }
}
