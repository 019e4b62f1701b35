import { printFixed, roundFixed } from '@tillsight/core'
import type { DecimalText, InstantText } from '../records.ts'

/** Money in calculations: millionths of the shop's currency. */
export type Millionths = bigint

/** Reads Shopify's decimal text, whose digits vary: `12.5`, `1200`, `0.0`. */
export function toMillionths(text: string): Millionths {
  return roundFixed(text, 6)
}

/** `94.9`: with no more digits than necessary. */
export function toDecimal(value: Millionths): DecimalText {
  const text = printFixed(value, 6).replace(/\.?0+$/, '')
  return text === '-0' ? '0' : text
}

/** The number at the end of a global id, which equals the id in REST and in webhooks. */
export function toId(gid: string): string {
  const end = gid.indexOf('?')
  const path = end < 0 ? gid : gid.slice(0, end)
  return path.slice(path.lastIndexOf('/') + 1)
}

/** `gid://shopify/Order/5630001`. */
export function toGid(
  type: 'Order' | 'Product' | 'Customer' | 'InventoryItem' | 'ShopifyPaymentsDispute',
  id: string,
): string {
  return `gid://shopify/${type}/${id}`
}

/** The last instant as it was written and as it is kept: most of one order are the same. */
let last: { readonly text: string; readonly instant: InstantText } | undefined

/** An instant in seconds and UTC. */
export function toInstant(text: string): InstantText {
  if (last?.text !== text) last = { text, instant: toInstantText(new Date(text)) }
  return last.instant
}

/** `2026-03-28T22:59:59Z`. */
export function toInstantText(date: Date): InstantText {
  return `${date.toISOString().slice(0, 19)}Z`
}

/** Moves an instant by whole seconds. */
export function shiftInstant(instant: InstantText, seconds: number): InstantText {
  return toInstantText(new Date(Date.parse(instant) + seconds * 1_000))
}

/** The later of two instants of this format. */
export function later(one: InstantText, other: InstantText): InstantText {
  return one > other ? one : other
}

/** Trimmed text, or null if empty. */
export function toOptionalText(text: string | null | undefined): string | null {
  const trimmed = (text ?? '').trim()
  return trimmed === '' ? null : trimmed
}

/** Whether fields can be read from it. */
export function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
