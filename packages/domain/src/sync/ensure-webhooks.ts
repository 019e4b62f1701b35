import type { ConnectionId } from '@tillsight/core'
import { findConnection, lockConnectionRow, updateConnection } from '@tillsight/database'
import { isConnectorError, type WebhookState } from '@tillsight/platforms/connectors'
import {
  type Connection,
  callPlatform,
  openConnection,
  readSettings,
  storedAccount,
  type WebhookStatus,
} from '../connections/index.ts'
import { noteRefusedWebhooks, noteWebhookTrouble } from '../health/index.ts'
import type { SyncServices } from './services.ts'

const dayMs = 86_400_000
/** After a webhook's secret was set again, this much time passes before it may be set once more. */
export const ensureAgainAfterMs = 10 * 60_000
/** The merchant is notified if webhooks were disabled this often within a week. */
const troubleFrom = 3

/**
 * Registers the webhooks of a connection or enables them again, if keys and address permit. Changes missed meanwhile are
 * fetched by a sync at once. A refusal by the platform is recorded; polling continues without webhooks.
 */
export async function ensureWebhooks(
  services: SyncServices,
  { connection: id, signal }: { connection: ConnectionId; signal: AbortSignal },
): Promise<WebhookStatus | null> {
  const { db, clock, connections } = services
  const row = await findConnection(db.kysely, id)
  if (!row || row.paused || row.access !== 'read_write') return null
  const connection = openConnection(row, connections)
  if (connection.problem) return null
  const now = clock.now()
  const state = await register(services, connection, signal)
  if (!state) return null
  const standing = statusAfter(state, connection, now)
  // The request took time, so settings are re-read: changes stored meanwhile are kept.
  await db.transaction(async (tx) => {
    const current = readSettings(await lockConnectionRow(tx, id))
    await updateConnection(tx, id, { settings: { ...current, webhooks: standing } })
  })
  const times = standing.reactivatedAt.length
  await noteWebhookTrouble(db.kysely, {
    shop: row.shopId,
    connection: id,
    times: times >= troubleFrom ? times : 0,
    at: now,
  })
  const mistrusted = connection.webhooks?.mistrusted ?? []
  if (state.reactivated > 0 || mistrusted.length > 0) await connections.requests.sync(id)
  return standing
}

type Registered = Omit<WebhookState, 'createdAt'>

function statusAfter(state: Registered, { webhooks }: Connection, now: Date): WebhookStatus {
  const lately = (webhooks?.reactivatedAt ?? []).filter((at) => now.getTime() - Date.parse(at) < 7 * dayMs)
  return {
    ensuredAt: now.toISOString(),
    active: state.active,
    reactivatedAt: state.reactivated > 0 ? [...lately, now.toISOString()] : lately,
    ids: [...(state.ids ?? [])],
    mistrusted: [],
  }
}

/** Null when there is nothing to register or no public address. Throws temporary failures. */
async function register(
  { connections, clock, db }: SyncServices,
  connection: Connection,
  signal: AbortSignal,
): Promise<Registered | null> {
  const { connector, id, shopId } = connection
  const { webhooks } = connector
  if (!webhooks || !connections.addresses) return null
  const { mistrusted = [] } = connection.webhooks ?? {}
  const target = { url: connections.addresses.webhook(connector.id, id), secret: connection.webhookSecret, mistrusted }
  const account = storedAccount(connection, { db, services: connections })
  const issue = { shop: shopId, connection: id, at: clock.now() }
  try {
    const state = await callPlatform(connections, { account, clock, signal }, (ctx) => webhooks.ensure(ctx, target))
    await noteRefusedWebhooks(db.kysely, { ...issue, message: null })
    return state
  } catch (error) {
    if (!isConnectorError(error) || error.failure.kind === 'transient' || error.failure.kind === 'throttled')
      throw error
    await noteRefusedWebhooks(db.kysely, { ...issue, message: error.failure.message })
    return { active: 0, reactivated: 0 }
  }
}
