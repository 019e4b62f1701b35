import type { ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../schema.ts'
import type { WebhookMessagesTable } from '../webhooks-schema.ts'
import type { WebhookEndpointRow } from './webhook-endpoints.ts'

/** A message to an address. */
export type WebhookMessageRow = Selectable<WebhookMessagesTable>

/** A message to be sent at once. */
export interface NewWebhookMessage extends Pick<WebhookMessageRow, 'id' | 'endpointId' | 'type' | 'body'> {
  readonly at: Date
}

/** Channel of notifications between processes: something waits to be sent. */
export const webhooksChannel = 'webhooks'

// A statement has at most 65,535 parameters.
const rowsPerStatement = 5000

/** Queues messages; those with a known id are queued already, or were. Senders hear of them once this is committed. */
export async function addWebhookMessages(db: Db, messages: readonly NewWebhookMessage[]): Promise<void> {
  for (let start = 0; start < messages.length; start += rowsPerStatement) {
    const part = messages.slice(start, start + rowsPerStatement)
    await db
      .insertInto('webhookMessages')
      .values(part.map(({ at, ...message }) => ({ ...message, state: 'waiting', createdAt: at, dueAt: at })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
  if (messages.length > 0) await announceWebhooks(db)
}

/** Wakes those who send, once this is committed. */
export async function announceWebhooks(db: Db): Promise<void> {
  await sql`SELECT pg_notify(${webhooksChannel}, '')`.execute(db)
}

/** A message that this process sends now, with what it is sent by. */
export interface ClaimedMessage
  extends WebhookMessageRow,
    Pick<WebhookEndpointRow, 'url' | 'shopId' | 'secret' | 'earlierSecret' | 'earlierUntil'> {}

/** How messages are claimed. */
export interface MessageClaim {
  readonly now: Date
  readonly until: Date
  /** Of each address at once, in all processes together. */
  readonly perEndpoint: number
  readonly limit: number
}

/**
 * Claims messages that are due, of each address the longest due first. Whoever claims locks the addresses, so that no two
 * processes take more of one than may be sent at once; a claim that ran out, because its process died, is anybody's.
 */
export async function claimWebhookMessages(tx: Tx, claim: MessageClaim): Promise<ClaimedMessage[]> {
  const { now, until, perEndpoint, limit } = claim
  const found = await tx
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('state', '=', 'on')
    .where((where) => where.or([where('heldUntil', 'is', null), where('heldUntil', '<=', now)]))
    .where(
      (one) =>
        one
          .selectFrom('webhookMessages')
          .select((eb) => eb.fn.countAll<number>().as('sending'))
          .whereRef('endpointId', '=', 'webhookEndpoints.id')
          .where('webhookMessages.state', '=', 'waiting')
          .where('claimedUntil', '>', now),
      '<',
      perEndpoint,
    )
    .where((one) =>
      one.exists(
        one
          .selectFrom('webhookMessages')
          .select('webhookMessages.id')
          .whereRef('endpointId', '=', 'webhookEndpoints.id')
          .where('webhookMessages.state', '=', 'waiting')
          .where('dueAt', '<=', now)
          .where((where) => where.or([where('claimedUntil', 'is', null), where('claimedUntil', '<=', now)])),
      ),
    )
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    WITH free AS (
      SELECT e.id, ${perEndpoint}::integer - (SELECT count(*)::integer FROM webhook_messages m
        WHERE m.endpoint_id = e.id AND m.state = 'waiting' AND m.claimed_until > ${now}) AS places
      FROM unnest(${ids}::uuid[]) AS e(id)
    ), chosen AS (
      SELECT next.id FROM free, LATERAL (
        SELECT m.id FROM webhook_messages m
        WHERE m.endpoint_id = free.id AND m.state = 'waiting' AND m.due_at <= ${now}
          AND (m.claimed_until IS NULL OR m.claimed_until <= ${now})
        ORDER BY m.due_at LIMIT greatest(free.places, 0)
      ) AS next LIMIT ${limit}
    )
    UPDATE webhook_messages SET claimed_until = ${until} FROM chosen WHERE webhook_messages.id = chosen.id
    RETURNING webhook_messages.id`.execute(tx)
  if (rows.length === 0) return []
  return tx
    .selectFrom('webhookMessages')
    .innerJoin('webhookEndpoints', 'webhookEndpoints.id', 'endpointId')
    .selectAll('webhookMessages')
    .select(['url', 'shopId', 'secret', 'earlierSecret', 'earlierUntil'])
    .where(
      'webhookMessages.id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}

/** When there will be something to send that cannot be sent now: later attempts, claims that run out, pauses that end. */
export async function findNextWebhookTime(db: Db, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ next: Date | null }>`
    SELECT min(next.at) AS next FROM webhook_endpoints e, LATERAL (
      (SELECT m.due_at AS at FROM webhook_messages m
        WHERE m.endpoint_id = e.id AND m.state = 'waiting' AND m.claimed_until IS NULL AND m.due_at > ${now}
        ORDER BY m.due_at LIMIT 1)
      UNION ALL
      (SELECT e.held_until AS at WHERE e.held_until > ${now}
        AND EXISTS (SELECT 1 FROM webhook_messages m WHERE m.endpoint_id = e.id AND m.state = 'waiting'))
      UNION ALL
      (SELECT min(m.claimed_until) AS at FROM webhook_messages m
        WHERE m.endpoint_id = e.id AND m.state = 'waiting' AND m.claimed_until > ${now})
    ) AS next WHERE e.state = 'on'`.execute(db)
  return rows[0]?.next ?? undefined
}

/** The outcome of an attempt. */
export interface MessageOutcome
  extends Pick<WebhookMessageRow, 'state' | 'attempts' | 'dueAt' | 'triedAt' | 'status' | 'tookMs' | 'reason'> {
  readonly endedAt: Date | null
}

/** Records an attempt and gives the claim back. */
export async function recordWebhookAttempt(db: Db, id: string, outcome: MessageOutcome): Promise<void> {
  await db
    .updateTable('webhookMessages')
    .set({ ...outcome, claimedUntil: null })
    .where('id', '=', id)
    .execute()
}

/** Gives a claim back without an outcome. */
export async function releaseWebhookMessage(db: Db, id: string): Promise<void> {
  await db.updateTable('webhookMessages').set({ claimedUntil: null }).where('id', '=', id).execute()
}

/** A message of the shop's addresses. */
export async function findWebhookMessage(db: Db, shop: ShopId, id: string): Promise<WebhookMessageRow | undefined> {
  return db
    .selectFrom('webhookMessages')
    .innerJoin('webhookEndpoints', 'webhookEndpoints.id', 'endpointId')
    .selectAll('webhookMessages')
    .where('shopId', '=', shop)
    .where('webhookMessages.id', '=', id)
    .executeTakeFirst()
}

/** A page of an address's messages, the newest first. */
export async function listWebhookMessages(
  db: Db,
  endpoint: string,
  {
    before,
    limit,
  }: { readonly before?: Pick<WebhookMessageRow, 'createdAt' | 'id'> | undefined; readonly limit: number },
): Promise<WebhookMessageRow[]> {
  let query = db.selectFrom('webhookMessages').selectAll().where('endpointId', '=', endpoint)
  if (before) {
    query = query.where((or) =>
      or.or([
        or('createdAt', '<', before.createdAt),
        or.and([or('createdAt', '=', before.createdAt), or('id', '>', before.id)]),
      ]),
    )
  }
  return query.orderBy('createdAt', 'desc').orderBy('id').limit(limit).execute()
}

/** Makes a message due now, whatever became of it, unless it is being sent; false then. */
export async function requeueWebhookMessage(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhookMessages')
    .set({ state: 'waiting', attempts: 0, dueAt: at, endedAt: null, claimedUntil: null, reason: '' })
    .where('id', '=', id)
    .where((where) => where.or([where('claimedUntil', 'is', null), where('claimedUntil', '<=', at)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Drops the oldest messages of every address with more than this many waiting; answers how many. */
export async function dropWebhookMessages(db: Db, most: number, at: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    UPDATE webhook_messages SET state = 'dropped', ended_at = ${at}, claimed_until = NULL
    FROM (
      SELECT m.id FROM (
        SELECT endpoint_id FROM webhook_messages WHERE state = 'waiting' GROUP BY endpoint_id HAVING count(*) > ${most}
      ) AS full_one, LATERAL (
        SELECT id FROM webhook_messages w WHERE w.endpoint_id = full_one.endpoint_id AND w.state = 'waiting'
        ORDER BY w.created_at DESC, w.id OFFSET ${most}
      ) AS m
    ) AS old WHERE webhook_messages.id = old.id RETURNING webhook_messages.id`.execute(db)
  return rows.length
}

/** Deletes messages made before the instant, whatever became of them. */
export async function pruneWebhookMessages(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhookMessages').where('createdAt', '<', before).execute()
}
