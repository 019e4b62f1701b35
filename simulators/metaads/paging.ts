import { createHash } from 'node:crypto'
import type { FakeRequest } from './responses.ts'
import { badParameter, GraphError } from './responses.ts'

/** The requested page of a list. */
export interface PageOptions {
  readonly limit: number
  readonly offset: number
}

/** Meta's small default page size. */
const usualLimit = 25
const largestLimit = 5_000

/** Reads `limit` and `after`; a cursor is only valid for its own query. */
export function pageOptions(request: FakeRequest, key: string): PageOptions {
  const limit = Number(request.params.get('limit') ?? usualLimit)
  if (!Number.isInteger(limit) || limit < 1 || limit > largestLimit) throw badParameter('param limit is out of range.')
  const after = request.params.get('after')
  return { limit, offset: after === null ? 0 : offsetOf(after, key) }
}

/** A page with cursors; `next` is present if the page is full, even if nothing follows, and contains the token. */
export function toPage<T>(
  rows: readonly T[],
  options: PageOptions,
  at: {
    readonly request: FakeRequest
    readonly key: string
    readonly url: string
    readonly token: string
    /** Pages that link to each other as the next one, endlessly. */
    readonly circle?: 1 | 2 | undefined
  },
): { readonly data: T[]; readonly paging?: object } {
  const data = rows.slice(options.offset, options.offset + options.limit)
  const following = options.offset + data.length
  const after = cursorOf(at.circle ? nextInCircle(options, at.circle) : following, at.key)
  const isFull = at.circle !== undefined || data.length === options.limit || (data.length === 0 && options.offset > 0)
  if (data.length === 0 && options.offset === 0) return { data }
  const next = new URL(`${at.url}/${at.request.version || 'v26.0'}/${at.request.path.join('/')}`)
  for (const [name, value] of at.request.params) if (name !== 'after') next.searchParams.set(name, value)
  next.searchParams.set('access_token', at.token)
  next.searchParams.set('after', after)
  return {
    data,
    paging: { cursors: { before: cursorOf(options.offset, at.key), after }, ...(isFull ? { next: next.href } : {}) },
  }
}

function nextInCircle({ offset }: PageOptions, length: 1 | 2): number {
  return length === 2 && offset === 0 ? 1 : 0
}

/** The error for an expired cursor. */
export function deadCursor(): GraphError {
  return new GraphError(2_642, { message: '(#2642) Invalid cursors values' })
}

function cursorOf(offset: number, key: string): string {
  return Buffer.from(JSON.stringify([offset, markOf(key)])).toString('base64url')
}

function offsetOf(cursor: string, key: string): number {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(read) && typeof read[0] === 'number' && read[1] === markOf(key)) return read[0]
  } catch {
    // Falls through: it is not a cursor of ours.
  }
  throw deadCursor()
}

function markOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12)
}
