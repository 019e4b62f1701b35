import { createHash, randomUUID } from 'node:crypto'
import type { ShopId } from '@tillsight/core'
import { addWebhookMessages, type Db, listWantingEndpoints, type NewWebhookMessage } from '@tillsight/database'
import type { EventData, EventType } from './events.ts'

/** An event to be told of. */
export type OutgoingEvent = { readonly [Type in EventType]: EventOf<Type> }[EventType]

interface EventOf<Type extends EventType> {
  readonly type: Type
  readonly data: EventData<Type>
  /** When it is told: now. */
  readonly at: Date
  /**
   * Tells it apart from others of its type: an event that is written down again by whoever repeats an interrupted step is the same
   * message. Absent: it is never repeated.
   */
  readonly key?: string
  /** When it happened, if that may be long ago: nobody is told of what was before they asked to be told. */
  readonly happenedAt?: Date
}

/** What happened longer ago is history that is being read, and nobody is told of it. */
const oldestMs = 7 * 86_400_000
/** Nothing is longer than this by the way it is made: texts from outside are cut, lists have a most. */
const mostTextLength = 300

/** Whether anybody is told, at an instant, of what happened at another. */
export function isRecent(happenedAt: Date, at: Date): boolean {
  return at.getTime() - happenedAt.getTime() <= oldestMs
}

/**
 * Writes events down for every address of the shop that wants them. Called with the transaction of what they tell, so that there is
 * none without the other; a shop without such an address costs one look.
 */
export async function emitEvents(db: Db, shop: ShopId, events: readonly OutgoingEvent[]): Promise<void> {
  const recent = events.filter(({ at, happenedAt = at }) => isRecent(happenedAt, at))
  if (recent.length === 0) return
  const types = [...new Set(recent.map(({ type }) => type))]
  const messages: NewWebhookMessage[] = []
  for (const endpoint of await listWantingEndpoints(db, shop, types)) {
    for (const { type, data, at, key = randomUUID(), happenedAt = at } of recent) {
      if (!endpoint.events.includes(type) || happenedAt < endpoint.createdAt) continue
      const body = bodyOf({ type, at, data: { shop: endpoint.domain, ...data } })
      messages.push({ id: messageId(endpoint.id, type, key), endpointId: endpoint.id, type, body, at })
    }
  }
  await addWebhookMessages(db, messages)
}

/** Writes down one event; see {@link emitEvents}. */
export async function emitEvent<Type extends EventType>(
  db: Db,
  shop: ShopId,
  event: EventOf<Type> & OutgoingEvent,
): Promise<void> {
  await emitEvents(db, shop, [event])
}

/** Whether any address of the shop wants events of the type, where making them takes work. */
export async function isEventWanted(db: Db, shop: ShopId, type: EventType): Promise<boolean> {
  return (await listWantingEndpoints(db, shop, [type])).length > 0
}

/** The text that is signed and sent. */
export function bodyOf({
  type,
  at,
  data,
}: {
  readonly type: string
  readonly at: Date
  readonly data: object
}): string {
  const cut = (_key: string, value: unknown) =>
    typeof value === 'string' && value.length > mostTextLength ? `${value.slice(0, mostTextLength - 1)}…` : value
  return JSON.stringify({ type, timestamp: at.toISOString(), data }, cut)
}

/** The id of a message: the same for the same event and address. */
function messageId(endpoint: string, type: string, key: string): string {
  return `msg_${createHash('sha256').update([endpoint, type, key].join('\n')).digest('hex').slice(0, 32)}`
}
