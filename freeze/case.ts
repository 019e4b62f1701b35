import { createHash } from 'node:crypto'
import { begins } from './shifted-clock.ts'

/** A unit of the product's observable output: a stable key, and its text. */
export interface Case {
  /** Segments from general to specific: `metric/sales/country/day`. */
  readonly key: string
  readonly text: string
}

/** The cases of one part of the product, in any order. Keys are unique. */
export type Cases = Iterable<Case> | AsyncIterable<Case>

/** Hash of a text: the first 16 hexadecimal digits of its SHA-256. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** A value as JSON with sorted keys, so that only its contents matter; maps as lists, big integers as text. */
export function stableJson(value: unknown, space = 1): string {
  return JSON.stringify(value, inOrder, space) ?? 'undefined'
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Map) return [...value]
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Collects all items in order. */
export async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

// Removes values from texts that vary with each run, before they are compared.

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const token = /\bey[\w-]+\.ey[\w-]+\.[\w-]+|\btk_[0-9a-f]{24}\b/g
/** The product, its simulated stores and platforms: each on some free port. */
const localPort = /(localhost|127\.0\.0\.1)(:|%3A)\d{2,5}\b/gi
const instant = /\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00(?::?00)?)?/g

/**
 * Replaces random ids, tokens, ports, and instants since the start of the run. Ids from the database are kept: they are
 * sequential.
 */
export function normalise(text: string): string {
  return text
    .replace(token, '<token>')
    .replace(uuid, (id) => (isCounted(id) ? id : '<id>'))
    .replace(localPort, '$1$2<port>')
    .replace(instant, (at) => (isOfRun(at) ? '<then>' : at))
}

/** Sequential ids, as `product.ts` makes the database generate them. */
function isCounted(id: string): boolean {
  return /-0{3}\d{9}$/.test(id)
}

/** Facts of the demo end where the run begins: later instants are times of processing. */
function isOfRun(at: string): boolean {
  const iso = at.replace(' ', 'T').replace(/\+00(?::?00)?$/, 'Z')
  return Date.parse(iso.endsWith('Z') ? iso : `${iso}Z`) >= Date.parse(begins)
}
