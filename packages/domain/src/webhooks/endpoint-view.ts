import type { CountedEndpointRow, WebhookEndpointRow, WebhookMessageRow } from '@tillsight/database'
import { z } from 'zod'
import { eventTypes } from '../outbox/index.ts'

/** An address as people and programs see it; never its secret. */
export const WebhookView = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(eventTypes)),
  /** `off`: the product switched it off; `reason` says why. */
  state: z.enum(['on', 'paused', 'off']),
  reason: z.enum(['gone', 'failing']).nullable(),
  createdAt: z.iso.datetime(),
  /** The last success; null: none yet. */
  deliveredAt: z.iso.datetime().nullable(),
  /** When the failures began that no success has followed; null: none. */
  failingSince: z.iso.datetime().nullable(),
  /** Messages that wait to be sent, or to be sent again. */
  waiting: z.number().int(),
  /** Until when messages are signed with the earlier secret, too; null: they are not. */
  rotatesUntil: z.iso.datetime().nullable(),
})
export type WebhookView = z.infer<typeof WebhookView>

/** An address with its secret: shown when it is added or its secret replaced, and never again. */
export const NewWebhook = WebhookView.extend({ secret: z.string() })
export type NewWebhook = z.infer<typeof NewWebhook>

/** A message, and what became of it. */
export const WebhookDelivery = z.object({
  id: z.string(),
  type: z.string(),
  /** `retrying`: waits for another attempt; `dropped`: too many waited before it. */
  state: z.enum(['waiting', 'retrying', 'delivered', 'failed', 'dropped']),
  createdAt: z.iso.datetime(),
  /** Failed attempts, but of one that was sent again by hand only those since. */
  failedAttempts: z.number().int(),
  triedAt: z.iso.datetime().nullable(),
  /** When the next attempt is due; null: there is none. */
  nextAt: z.iso.datetime().nullable(),
  /** The status of the last answer; null without one. */
  status: z.number().int().nullable(),
  milliseconds: z.number().int().nullable(),
  /** Why the last attempt failed; empty otherwise. */
  reason: z.string(),
  /** What is sent, as text. */
  body: z.string(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** Prints a stored address. */
export function toWebhookView(row: WebhookEndpointRow & Partial<CountedEndpointRow>, now: Date): WebhookView {
  const { id, url, events, state, createdAt, deliveredAt, failingSince, waiting = 0, earlierUntil } = row
  const isOff = state === 'gone' || state === 'failing'
  return {
    id,
    url,
    events: eventTypes.filter((type) => events.includes(type)),
    state: isOff ? 'off' : state,
    reason: isOff ? state : null,
    createdAt: createdAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    waiting,
    rotatesUntil: earlierUntil !== null && earlierUntil > now ? earlierUntil.toISOString() : null,
  }
}

/** Prints a stored message. */
export function toWebhookDelivery(row: WebhookMessageRow): WebhookDelivery {
  const { id, type, state, createdAt, attempts, triedAt, dueAt, status, tookMs, reason, body } = row
  return {
    id,
    type,
    state: state === 'waiting' && attempts > 0 ? 'retrying' : state,
    createdAt: createdAt.toISOString(),
    failedAttempts: attempts,
    triedAt: triedAt?.toISOString() ?? null,
    nextAt: state === 'waiting' ? dueAt.toISOString() : null,
    status,
    milliseconds: tookMs,
    reason,
    body,
  }
}
