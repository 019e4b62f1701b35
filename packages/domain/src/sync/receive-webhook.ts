import { type ConnectionId, toConnectionId } from '@tillsight/core'
import { findConnection, keepDelivery, lockConnectionRow, updateConnection } from '@tillsight/database'
import type { WebhookOutcome } from '@tillsight/platforms/connectors'
import { appOf, type Connection, openConnection, readSettings } from '../connections/index.ts'
import { ensureAgainAfterMs } from './ensure-webhooks.ts'
import type { SyncServices } from './services.ts'

/** A request of a platform as it arrived. */
export interface WebhookRequest {
  readonly connector: string
  /** As it stood in the address; anything may. */
  readonly connection: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const mostMistrusted = 20

/** `accepted` is answered with 200. `refused` with 401 and nothing else, for whatever reason. */
export type WebhookAnswer = 'accepted' | 'refused'

/**
 * Takes a webhook: verifies it, keeps its bytes and answers at once; the work is done by a job. The same delivery twice is
 * one. A delivery is only a hint, so a late, doubled or forged one can never make a figure wrong.
 */
export async function receiveWebhook(services: SyncServices, request: WebhookRequest): Promise<WebhookAnswer> {
  // A greeting proves nothing and changes nothing: one for an address that exists is answered like any other.
  if (isGreeting(services.connections, request)) return 'accepted'
  const connection = await findTarget(services, request)
  if (!connection) return 'refused'
  const outcome = readDelivery(services.connections, connection, request)
  if (outcome.kind === 'event') {
    const isNew = await keepDelivery(services.db.kysely, {
      connectionId: connection.id,
      key: outcome.key,
      receivedAt: services.clock.now(),
      body: Buffer.from(request.body),
      headers: request.headers,
    })
    if (isNew && !connection.paused) await services.connections.requests.processWebhooks(connection.id)
    return 'accepted'
  }
  if (outcome.kind === 'ping') return 'accepted'
  if (outcome.kind === 'account') {
    await services.connections.requests.check(connection.id)
    return 'accepted'
  }
  if (outcome.kind === 'forged' && outcome.webhook !== undefined) await mistrust(services, connection, outcome.webhook)
  services.log.info({ connection: connection.id, kind: outcome.kind, why: outcome.why }, 'a webhook was not used')
  return outcome.kind === 'ignored' ? 'accepted' : 'refused'
}

/** Verifies and reads a delivery; the same bytes always give the same outcome. */
export function readDelivery(
  services: SyncServices['connections'],
  connection: Pick<Connection, 'connector' | 'settings' | 'webhookSecret'>,
  { headers, body }: Pick<WebhookRequest, 'headers' | 'body'>,
): WebhookOutcome {
  const { webhooks } = connection.connector
  if (!webhooks) return { kind: 'ignored', why: 'the platform has no webhooks' }
  const { settings, connector } = connection
  const secrets = webhooks.signedWith?.(settings, appOf(services, connector)) ?? [connection.webhookSecret]
  const outcomes = secrets.map((secret) => webhooks.receive({ headers, body, secret, settings }))
  return (
    outcomes.find(({ kind }) => kind !== 'forged') ??
    outcomes[0] ?? { kind: 'foreign', why: 'the secret that the platform signs with is not known' }
  )
}

function isGreeting({ connectors }: SyncServices['connections'], { connector: id, headers, body }: WebhookRequest) {
  const webhooks = connectors.find((connector) => connector.id === id)?.webhooks
  return webhooks?.receive({ headers, body, secret: '', settings: {} }).kind === 'ping'
}

/**
 * A delivery in the name of one of our own webhooks whose signature does not fit: as a rule somebody saved that webhook in
 * the store with another secret, and everything that it announces is lost. It is set up again at once, and changes are
 * looked for more often until that is done. Whoever makes such deliveries up only causes a look now and then.
 */
async function mistrust({ db, clock, connections }: SyncServices, connection: Connection, webhook: string) {
  const known = connection.webhooks
  if (known === null || connection.paused || known.mistrusted.includes(webhook)) return
  if (known.ids.length > 0 && !known.ids.includes(webhook)) return
  await db.transaction(async (tx) => {
    const current = readSettings(await lockConnectionRow(tx, connection.id))
    if (current.webhooks === null) return
    const mistrusted = [...new Set([...current.webhooks.mistrusted, webhook])].slice(0, mostMistrusted)
    await updateConnection(tx, connection.id, {
      settings: { ...current, webhooks: { ...current.webhooks, mistrusted } },
    })
  })
  const isLate = clock.now().getTime() - Date.parse(known.ensuredAt) >= ensureAgainAfterMs
  if (isLate) await connections.requests.ensureWebhooks(connection.id)
}

async function findTarget({ db, connections }: SyncServices, request: WebhookRequest): Promise<Connection | undefined> {
  const id = readId(request.connection)
  const row = id && (await findConnection(db.kysely, id))
  return row && row.connector === request.connector ? openConnection(row, connections) : undefined
}

function readId(text: string): ConnectionId | undefined {
  try {
    return toConnectionId(text)
  } catch {
    // Whoever asks for something that cannot be an id gets the answer for an id that does not exist.
    return undefined
  }
}
