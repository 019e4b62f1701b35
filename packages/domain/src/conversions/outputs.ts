import type { ConversionEventRow } from '@tillsight/database'
import { orderValueIds } from '@tillsight/metrics'
import { matchKinds } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { consentBases, itemIds, TargetProblem } from './setup.ts'

/** What can have become of an order. */
const conversionStates = ['waiting', 'sent', 'refused', 'given_up', 'no_consent', 'left_out'] as const
/** One of them. */
export const ConversionState = z.enum(conversionStates)
export type ConversionState = z.infer<typeof ConversionState>

/** An order in the delivery log. */
export const ConversionEntry = z.object({
  order: z.string(),
  orderName: z.string(),
  placedAt: z.iso.datetime(),
  state: ConversionState,
  reason: z.string(),
  /** The platform’s answer; nothing personal. */
  answer: z.string(),
  attempts: z.number(),
  /** When it is looked at next; null unless it waits. */
  nextAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
  value: z.string().nullable(),
  currency: z.string(),
  keys: z.array(z.string()),
  corrections: z.number(),
  canResend: z.boolean(),
})
export type ConversionEntry = z.infer<typeof ConversionEntry>

/** A row as people read it. */
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

/** States that somebody can send again: what was sent would count twice after two days, and without consent nobody can. */
export const resendable: readonly ConversionState[] = ['waiting', 'refused', 'given_up']

/** How well orders arrive: of those placed in the last days, and since it was switched on. */
const ConversionHealth = z.object({
  days: z.number(),
  /** Orders placed from here on are meant; null where it was never switched on. */
  since: z.iso.datetime().nullable(),
  /** Counted orders of the shop, sent or not. */
  placed: z.number(),
  /** Orders in the queue by state. */
  counts: z.record(z.string(), z.number()),
  sent: z.number(),
  /** Sent of those placed, 0 to 1; null without any. */
  share: z.number().nullable(),
  /** Keys per order that was sent; null without any. */
  keysPerOrder: z.number().nullable(),
  /** Share of the orders sent that had the key, 0 to 1. */
  keys: z.array(
    z.object({
      kind: z.enum(matchKinds),
      label: z.string(),
      share: z.number(),
      /** What to do where it is low; null where it is not. */
      advice: z.string().nullable(),
    }),
  ),
  medianDelaySeconds: z.number().nullable(),
  /** One order of twenty took longer. */
  slowDelaySeconds: z.number().nullable(),
  /** Orders that took more than one attempt; under the same ID, so that the platform counts them once. */
  again: z.number(),
  /** Those of them that may count twice: their attempts lie further apart than the platform looks back. */
  late: z.number(),
  /** What was said of orders, the commonest first: the platform’s answer to those it took, and why the others failed. */
  answers: z.array(z.object({ state: ConversionState, text: z.string(), count: z.number() })),
  /** What to do about what is not as it should be. */
  advice: z.array(z.string()),
})
export type ConversionHealth = z.infer<typeof ConversionHealth>

/** How telling a platform of orders is set up, and how it goes. */
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
  /** Whether somebody has set it up. */
  isSetUp: z.boolean(),
  problem: TargetProblem.nullable(),
  /** Why it cannot be switched on as it is; null where it can. */
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
    /** What the platform tells of orders that it was sent, and where its own score is. */
    ownWord: z.string(),
  }),
  /** Of all time, by state. */
  counts: z.record(z.string(), z.number()),
  health: ConversionHealth,
})
export type Conversions = z.infer<typeof Conversions>
