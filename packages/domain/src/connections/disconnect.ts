import { toConnectionId } from '@tillsight/core'
import { deleteConnection, deleteSyncStates, isLoginShared, updateConnection } from '@tillsight/database'
import { isConnectorError } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { forgetAds } from '../ad-facts/index.ts'
import { defineVerb } from '../context/index.ts'
import { forgetSource } from '../ledger/index.ts'
import { storedAccount } from './account-values.ts'
import { lockConnection } from './connection-lock.ts'
import { findOwnConnection } from './own-connection.ts'
import { callPlatform } from './platform-call.ts'
import type { ConnectionContext } from './services.ts'
import { type Connection, openConnection } from './stored-connection.ts'

const stillRead = 'The connection is being read right now. It is paused and stops soon; try again in a minute.'

/**
 * Removes a connection: its keys, its progress and our webhooks at the platform. Its orders stay in all figures with
 * `data: 'keep'`, or leave them with `data: 'delete'`. It is paused first and goes last: whatever happens in between,
 * disconnecting once more completes it.
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
      // Before the facts: whoever resumes the connection instead gets the whole history again.
      await deleteSyncStates(kysely, id)
      if (data === 'delete') await forgetFacts(ctx, connection)
      await deleteConnection(kysely, id)
    })
    return {}
  },
})

async function forgetFacts(ctx: ConnectionContext, { connector }: Connection): Promise<void> {
  if (connector.kind === 'ads') await forgetAds(ctx, { platform: connector.id })
  else await forgetSource(ctx, connector.id)
}

/**
 * Gives back what was granted; the platform's own settings do the same, so a refusal holds nothing up. Where the same login
 * is connected elsewhere it is left alone: platforms take back a person's whole grant.
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

/** A platform that refuses does not hold up the disconnect: deliveries of an unknown connection are turned away. */
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
