import { GraphQLError } from 'graphql'
import { type Call, type PageArgs } from './world.ts'

const pageLimit = 250

/** An error of the request itself, with Shopify's code. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } })
}

/** The number of rows that a page requests, and from which end. */
export function pageSize(args: PageArgs, call: Call): { readonly size: number; readonly fromEnd: boolean } {
  if (call.isBulk) return { size: Number.MAX_SAFE_INTEGER, fromEnd: false }
  const { first, last } = args
  if (typeof first === 'number' && typeof last === 'number') {
    throw badRequest('providing both first and last is not supported')
  }
  const size = first ?? last
  if (typeof size !== 'number') throw badRequest('you must provide one of first or last')
  if (size < 0) throw badRequest(`${first === size ? 'first' : 'last'} must be positive`)
  if (size > pageLimit) throw badRequest(`${first === size ? 'first' : 'last'} cannot exceed ${pageLimit}`)
  return { size, fromEnd: typeof first !== 'number' }
}

/** The part of a list between two cursors that a page shows. */
export function windowOf(
  { low, high }: { readonly low: number; readonly high: number },
  { size, fromEnd }: ReturnType<typeof pageSize>,
): { readonly from: number; readonly to: number } {
  return fromEnd ? { from: Math.max(low, high - size), to: high } : { from: low, to: Math.min(high, low + size) }
}

/** Encodes a cursor; it is opaque to clients. */
export function makeCursor(content: Readonly<Record<string, string | number>>): string {
  return Buffer.from(JSON.stringify(content)).toString('base64')
}

/** Reads a cursor of this simulator; a Shopify error for any other text. */
export function readCursor(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    if (typeof read === 'object' && read !== null) return Object.fromEntries(Object.entries(read))
  } catch {
    // Reported below.
  }
  throw badRequest('Invalid cursor for current pagination sort.')
}

interface Edge<T> {
  readonly cursor: string
  readonly node: T
}

/** A page of a list. */
export class Connection<T> {
  readonly edges: readonly Edge<T>[]
  readonly #hasNext: boolean
  readonly #hasPrevious: boolean

  constructor(edges: readonly Edge<T>[], more: { readonly next: boolean; readonly previous: boolean }) {
    this.edges = edges
    this.#hasNext = more.next
    this.#hasPrevious = more.previous
  }

  get nodes(): readonly T[] {
    return this.edges.map((edge) => edge.node)
  }

  get pageInfo(): Readonly<Record<string, unknown>> {
    return {
      hasNextPage: this.#hasNext,
      hasPreviousPage: this.#hasPrevious,
      startCursor: this.edges[0]?.cursor ?? null,
      endCursor: this.edges.at(-1)?.cursor ?? null,
    }
  }
}

/** A page of a list in memory; `make` is only called for the rows of the page. */
export function connection<R, T>(
  rows: readonly R[],
  args: PageArgs,
  { call, make }: { readonly call: Call; readonly make: (row: R) => T },
): Connection<T> {
  const size = pageSize(args, call)
  const ordered = args.reverse === true ? rows.toReversed() : rows
  const low = args.after ? place(args.after) + 1 : 0
  const high = args.before ? place(args.before) : ordered.length
  const { from, to } = windowOf({ low, high }, size)
  const edges: Edge<T>[] = []
  for (let at = from; at < to; at += 1) {
    const row = ordered[at]
    if (row !== undefined) edges.push({ cursor: makeCursor({ at }), node: make(row) })
  }
  return new Connection(edges, { next: to < ordered.length, previous: from > 0 })
}

function place(cursor: string): number {
  const { at } = readCursor(cursor)
  if (typeof at !== 'number') throw badRequest('Invalid cursor for current pagination sort.')
  return at
}
