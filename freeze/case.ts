import { createHash } from 'node:crypto'
import { begins } from './shifted-clock.ts'

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

// What is another one in each run, and says nothing: taken out of texts before they are compared.

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const token = /\bey[\w-]+\.ey[\w-]+\.[\w-]+|\btk_[0-9a-f]{24}\b/g
/** The product, its simulated stores and platforms: each on whichever port was free. */
const localPort = /(localhost|127\.0\.0\.1)(:|%3A)\d{2,5}\b/gi
const instant = /\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00(?::?00)?)?/g

/** Ids that are random, tokens, ports, and instants since the run began. Ids that the database gave out stay: they count up. */
export function normalise(text: string): string {
  return text
    .replace(token, '<token>')
    .replace(uuid, (id) => (isCounted(id) ? id : '<id>'))
    .replace(localPort, '$1$2<port>')
    .replace(instant, (at) => (isOfRun(at) ? '<then>' : at))
}

/** As `product.ts` has the database make them. */
function isCounted(id: string): boolean {
  return /-0{3}\d{9}$/.test(id)
}

/** Facts of the demo end where the run begins: what is later is when something was done. */
function isOfRun(at: string): boolean {
  const iso = at.replace(' ', 'T').replace(/\+00(?::?00)?$/, 'Z')
  return Date.parse(iso.endsWith('Z') ? iso : `${iso}Z`) >= Date.parse(begins)
}
