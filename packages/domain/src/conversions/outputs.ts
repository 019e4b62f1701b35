import type { ConversionEventRow } from '@tillsight/database'
import { orderValueIds } from '@tillsight/metrics'
import { matchKinds } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { consentBases, itemIds, TargetProblem } from './setup.ts'

/** Possible states of an order in the queue. */
const conversionStates = ['waiting', 'sent', 'refused', 'given_up', 'no_consent', 'left_out'] as const
/** One of the conversion states. */
export const ConversionState = z.enum(conversionStates)
export type ConversionState = z.infer<typeof ConversionState>

/** An order in the delivery log. */
export const ConversionEntry = z.object({
  order: z.string(),
  orderName: z.string(),
  placedAt: z.iso.datetime(),
  state: ConversionState,
  reason: z.string(),
  /** The platform’s response, without personal data. */
  answer: z.string(),
  attempts: z.number(),
  /** When it is processed next; null unless it waits. */
  nextAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
  value: z.string().nullable(),
  currency: z.string(),
  keys: z.array(z.string()),
  corrections: z.number(),
  canResend: z.boolean(),
})
export type ConversionEntry = z.infer<typeof ConversionEntry>

/** A row of the delivery log. */
export function toConversionEntry(row: ConversionEventRow): ConversionEntry {
  const state = ConversionState.parse(row.state)
  return {
    order: row.orderId,
    orderName: row.orderName,
    placedAt: row.placedAt.toISOString(),
    state,
    reason: row.reason,
    answer: row.answer,
    attempts: row.attempts,
    nextAt: state === 'waiting' ? row.dueAt.toISOString() : null,
    sentAt: row.sentAt?.toISOString() ?? null,
    value: row.value === '' ? null : row.value,
    currency: row.currency,
    keys: row.keys,
    corrections: row.corrections,
    canResend: resendable.includes(state),
  }
}

/**
 * States from which an order can be sent again: a sent order would count twice after two days, and without consent it must
 * not be sent.
 */
export const resendable: readonly ConversionState[] = ['waiting', 'refused', 'given_up']

/** How well sending works: for orders placed in the last days, and since it was enabled. */
const ConversionHealth = z.object({
  days: z.number(),
  /** Covers orders placed from this instant on; null if it was never enabled. */
  since: z.iso.datetime().nullable(),
  /** The shop's counted orders, sent or not. */
  placed: z.number(),
  /** Orders in the queue by state. */
  counts: z.record(z.string(), z.number()),
  sent: z.number(),
  /** Sent orders as a share of those placed, 0 to 1; null without any. */
  share: z.number().nullable(),
  /** Keys per sent order; null without any. */
  keysPerOrder: z.number().nullable(),
  /** Share of sent orders with the key, 0 to 1. */
  keys: z.array(
    z.object({
      kind: z.enum(matchKinds),
      label: z.string(),
      share: z.number(),
      /** Advice if the share is low; else null. */
      advice: z.string().nullable(),
    }),
  ),
  medianDelaySeconds: z.number().nullable(),
  /** 95th percentile: one order in twenty took longer. */
  slowDelaySeconds: z.number().nullable(),
  /** Orders that took more than one attempt; sent with the same id, so that the platform counts them once. */
  again: z.number(),
  /** Those that may count twice: their attempts are further apart than the platform's deduplication period. */
  late: z.number(),
  /** The most common responses: the platform’s for orders it accepted, and the reasons for failures. */
  answers: z.array(z.object({ state: ConversionState, text: z.string(), count: z.number() })),
  /** Advice on what needs attention. */
  advice: z.array(z.string()),
})
export type ConversionHealth = z.infer<typeof ConversionHealth>

/** How sending orders to a platform is set up, and how it performs. */
export const Conversions = z.object({
  platform: z.string(),
  label: z.string(),
  api: z.string(),
  documentation: z.string(),
  enabled: z.boolean(),
  since: z.iso.datetime().nullable(),
  setup: z.object({
    destination: z.string(),
    eventName: z.string(),
    consent: z.enum(consentBases),
    value: z.enum(orderValueIds),
    itemId: z.enum(itemIds),
    hasToken: z.boolean(),
  }),
  /** Whether it has been set up. */
  isSetUp: z.boolean(),
  problem: TargetProblem.nullable(),
  /** Why it cannot be enabled yet; null if it can. */
  lacks: z.string().nullable(),
  terms: z.object({
    destination: z.object({ label: z.string(), help: z.string(), example: z.string() }),
    token: z.object({ label: z.string(), help: z.string() }).nullable(),
    eventNames: z.array(z.string()),
    deduplication: z.string(),
    corrects: z.boolean(),
    correctionNote: z.string(),
    mostDays: z.number(),
    trial: z.enum(['code', 'dry_run']),
    trialNote: z.string(),
    keys: z.record(z.string(), z.string()),
    /** What the platform itself reports about received orders, and where to find its own score. */
    ownWord: z.string(),
  }),
  /** All-time counts by state. */
  counts: z.record(z.string(), z.number()),
  health: ConversionHealth,
})
export type Conversions = z.infer<typeof Conversions>
