import { createHash } from 'node:crypto'

/** One thing that the product shows to the outside: a key that stays the same, and its text. */
export interface Case {
  /** Words between slashes, the widest first: `metric/sales/country/day`. */
  readonly key: string
  readonly text: string
}

/** A part of the product, as cases in any order. No key comes twice. */
export type Cases = Iterable<Case> | AsyncIterable<Case>

/** The same text has the same one: the first 16 hexadecimal digits of its SHA-256. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** A value as JSON with its keys in order, so that only what it holds makes a difference; maps as lists, big integers as text. */
export function stableJson(value: unknown, space = 1): string {
  return JSON.stringify(value, inOrder, space) ?? 'undefined'
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Map) return [...value]
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Everything that comes, in its order. */
export async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
