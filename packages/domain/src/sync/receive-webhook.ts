import { type ConnectionId, toConnectionId } from '@tillsight/core'
import { findConnection, keepDelivery, lockConnectionRow, updateConnection } from '@tillsight/database'
import type { WebhookOutcome } from '@tillsight/platforms/connectors'
import { appOf, type Connection, openConnection, readSettings } from '../connections/index.ts'
import { ensureAgainAfterMs } from './ensure-webhooks.ts'
import type { SyncServices } from './services.ts'

/** A platform's webhook request as received. */
export interface WebhookRequest {
  readonly connector: string
  /** As in the address; can be any text. */
  readonly connection: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const mostMistrusted = 20

/** `accepted`: status 200; `refused`: status 401 without any reason. */
export type WebhookResult = 'accepted' | 'refused'

/**
 * Receives a webhook: verifies it, stores its bytes and responds at once; a job does the work. Duplicate deliveries count
 * once. A delivery is only a hint, so a late, repeated or forged one can never make a figure wrong.
 */
export async function receiveWebhook(services: SyncServices, request: WebhookRequest): Promise<WebhookResult> {
  // A ping proves nothing and changes nothing: for an existing address it is accepted like any other.
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

/** Verifies and parses a delivery; the same bytes always give the same result. */
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
 * Handles a delivery in the name of one of our own webhooks with a wrong signature: usually somebody saved that webhook in
 * the store with another secret, and everything it announces is lost. It is set up again at once, and changes are polled more
 * often until then. Forged deliveries only cause an occasional extra poll.
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
    // A malformed id is handled like one that does not exist.
    return undefined
  }
}
