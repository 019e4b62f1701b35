import { ConnectorError, isConnectorError } from '../failures.ts'
import type { HttpResponse, Verdict } from '../http.ts'
import type { InstantText } from '../records.ts'
import type { Parameters } from './endpoint.ts'
import type { Learnt } from './learnt.ts'
import { judgeResponse } from './responses.ts'
import type { Store } from './store.ts'

/** A list to read. */
export interface ListQuery {
  readonly path: string
  readonly parameters: Parameters
}

/** A stretch of a list. */
export interface Stretch {
  readonly items: readonly unknown[]
  /** Where the next part starts. */
  readonly nextOffset: number
  readonly ended: boolean
  readonly total: number | null
  readonly now: InstantText
  readonly warnings: readonly string[]
}

const sizes = [100, 50, 25, 10, 1] as const
const successesToGrow = 3
const successesToForgive = 50
const mostPoisonInARow = 3

/**
 * Reads from `offset` as many records as the store can return: pages shrink from 100 to 1 if it fails under the load, and a
 * single record that makes it fail is skipped with a warning.
 */
export async function readStretch(store: Store, query: ListQuery, offset: number): Promise<Stretch> {
  const weight = weightOf(store.learnt, query.path)
  const sizeBefore = weight.size
  for (;;) {
    try {
      const stretch = await readPage(store, query, { offset, size: weight.size, retries: weight.size === 1 ? 2 : 1 })
      grow(weight)
      return stretch
    } catch (error) {
      if (!isWeightFailure(error)) throw error
      const smaller = sizes.find((size) => size < weight.size)
      if (smaller === undefined) return await stepOverPoison(store, query, { offset, weight, sizeBefore, error })
      weight.size = smaller
      weight.ceiling = smaller
      weight.successes = 0
    }
  }
}

interface PageChoice {
  readonly offset: number
  readonly size: number
  readonly retries?: number
}

async function readPage(store: Store, query: ListQuery, { offset, size, retries }: PageChoice): Promise<Stretch> {
  const page = Math.floor(offset / size) + 1
  const result = await store.get(
    query.path,
    { ...query.parameters, per_page: size, page },
    { judge: judgeList, alike: `${query.path} ${size}`, ...(retries === undefined ? {} : { retries }) },
  )
  if (!Array.isArray(result.data)) throw readFailure(query.path, 'something other than a list')
  const rows: readonly unknown[] = result.data
  const nextOffset = page * size
  if (rows.length === 0 && result.total !== null && result.total > nextOffset - size) {
    throw readFailure(query.path, `an empty list although it counts ${result.total} entries`)
  }
  // Beyond the last page the total is 0 and means nothing.
  const total = rows.length === 0 && page > 1 ? null : result.total
  return {
    items: rows.slice(offset - (page - 1) * size),
    nextOffset,
    ended: total === null ? rows.length < size : nextOffset >= total,
    total,
    now: result.now,
    warnings: result.warnings,
  }
}

/** An empty list whose own headers count entries is a failed read; the client retries. */
function judgeList(response: HttpResponse): Verdict {
  const verdict = judgeResponse(response)
  if (verdict !== 'final' || response.status !== 200 || response.body.length > 16) return verdict
  const empty = /^\uFEFF?\s*\[\s*\]\s*$/.test(new TextDecoder().decode(response.body))
  return empty && Number(response.headers['x-wp-total'] ?? 0) > 0 ? 'transient' : 'final'
}

function readFailure(path: string, what: string): ConnectorError {
  return new ConnectorError({
    kind: 'transient',
    message: `The shop answered the question for ${path} with ${what}. That is a fault of the shop or of a cache in front of it, not “no data”; we keep trying.`,
    platformCode: 'empty_list',
  })
}

/** The failure for a page that only repeats earlier entries, although the list continues. */
export function repeatedPage(path: string): ConnectorError {
  return new ConnectorError({
    kind: 'transient',
    message: `The shop answered a later page of “${path}” with one that it had given before. A cache in front of it ignores the number of the page: exclude /wp-json/ from caching at your host or in the cache plugin. Until then the list cannot be read to its end; we keep trying.`,
    platformCode: 'repeated_page',
  })
}

const heavyStatuses = new Set([500, 502, 504, 508, 520, 521, 522, 523, 524])

/** Whether a smaller page may get through where this one did not. */
function isWeightFailure(error: unknown): boolean {
  if (!isConnectorError(error)) return false
  const { kind, status, platformCode } = error.failure
  if (kind === 'too_big') return true
  if (kind !== 'transient') return false
  return heavyStatuses.has(status ?? 0) || ['timeout', 'broken', 'ECONNRESET'].includes(platformCode ?? '')
}

type Weight = NonNullable<ReturnType<Learnt['pageSizes']['get']>>

function weightOf({ pageSizes }: Learnt, path: string): Weight {
  const weight = pageSizes.get(path) ?? { size: sizes[0], ceiling: sizes[0], successes: 0 }
  pageSizes.set(path, weight)
  return weight
}

function grow(weight: Weight): void {
  weight.successes += 1
  if (weight.successes % successesToForgive === 0) weight.ceiling = largerThan(weight.ceiling)
  if (weight.successes % successesToGrow === 0) weight.size = Math.min(weight.ceiling, largerThan(weight.size))
}

function largerThan(size: number): number {
  return sizes.findLast((candidate) => candidate > size) ?? sizes[0]
}

interface Poison {
  readonly offset: number
  readonly weight: Weight
  readonly sizeBefore: number
  readonly error: unknown
}

/**
 * If a neighbour loads while the record still does not, the record is to blame. If no neighbour loads, the whole store is
 * down; if the record loads after all, the store was down.
 */
async function stepOverPoison(store: Store, query: ListQuery, poison: Poison): Promise<Stretch> {
  const { offset, weight } = poison
  for (let skipped = 1; skipped <= mostPoisonInARow; skipped += 1) {
    try {
      const stretch = await readPage(store, query, { offset: offset + skipped, size: 1, retries: 1 })
      const afterAll = await readAgain(store, query, poison)
      if (afterAll !== undefined) return afterAll
      const ids = await Promise.all(Array.from({ length: skipped }, (_, index) => idAt(store, query, offset + index)))
      weight.size = poison.sizeBefore
      weight.ceiling = poison.sizeBefore
      return { ...stretch, warnings: [...stretch.warnings, poisonWarning(query.path, ids)] }
    } catch (error) {
      if (!isWeightFailure(error)) throw error
    }
  }
  // Then it is not a single record: the client waits out an outage with all its retries before this fails for good.
  weight.size = poison.sizeBefore
  weight.ceiling = poison.sizeBefore
  return await readPage(store, query, { offset, size: 1 })
}

/** An outage may have ended between the record and its neighbour. */
async function readAgain(store: Store, query: ListQuery, poison: Poison): Promise<Stretch | undefined> {
  try {
    const stretch = await readPage(store, query, { offset: poison.offset, size: 1, retries: 0 })
    poison.weight.size = poison.sizeBefore
    poison.weight.ceiling = poison.sizeBefore
    return stretch
  } catch (error) {
    if (!isWeightFailure(error)) throw error
    return undefined
  }
}

async function idAt(store: Store, query: ListQuery, offset: number): Promise<string | undefined> {
  try {
    const result = await store.get(
      query.path,
      { ...query.parameters, _fields: 'id', per_page: 1, page: offset + 1 },
      { retries: 0 },
    )
    const [row]: unknown[] = Array.isArray(result.data) ? result.data : []
    return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : undefined
  } catch (error) {
    if (isWeightFailure(error)) return undefined
    throw error
  }
}

function poisonWarning(path: string, ids: readonly (string | undefined)[]): string {
  const known = ids.filter((id) => id !== undefined)
  const which = known.length === 0 ? `An entry of “${path}”` : `${path} ${known.join(', ')}`
  return `${which} makes the shop fail and was left out. Open it in WooCommerce and save it again, or look into the shop's error log; it is fetched with its next change.`
}
