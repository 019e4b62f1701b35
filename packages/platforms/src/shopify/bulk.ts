import { z } from 'zod'
import type { ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { cancelBulk, pollBulk, runBulk, runningBulks } from './documents/bulk.ts'
import { damaged } from './failures.ts'
import type { Shop } from './shop.ts'

const operation = z.object({ id: z.string(), status: z.string() })
const userErrors = z.array(z.object({ message: z.string(), code: z.string().nullish() }))
const count = z.union([z.string(), z.number()]).transform(Number)

const Started = z.object({
  bulkOperationRunQuery: z.object({ bulkOperation: operation.nullish(), userErrors }),
})
const Polled = z.object({
  bulkOperation: operation
    .extend({
      errorCode: z.string().nullish(),
      objectCount: count,
      rootObjectCount: count,
      fileSize: count.nullish(),
      url: z.string().nullish(),
    })
    .nullable(),
})
const Running = z.object({ bulkOperations: z.object({ nodes: z.array(operation.extend({ createdAt: z.string() })) }) })

/** Shopify gives an operation ten days; one that is still there after a day is nobody's. */
const abandonedMs = 24 * 3_600_000
const pollSeconds = [1, 1, 2, 3, 5, 10, 15, 20, 30, 60] as const

/** What beginning a bulk reading came to. */
export type BulkStart =
  | { readonly kind: 'started'; readonly id: string }
  | { readonly kind: 'no_slot' }
  | { readonly kind: 'refused'; readonly why: string }

/** What a bulk reading ended as. */
export type BulkEnd = { readonly kind: 'completed'; readonly result: BulkResult } | BulkFailure

/** It ended without a file, or Shopify knows nothing of it any more. */
export interface BulkFailure {
  readonly kind: 'failed' | 'gone'
  readonly code: string
}

/** A finished file, and how much must be in it. */
export interface BulkResult {
  /** Null when nothing was found. */
  readonly url: string | null
  readonly objects: number
  readonly roots: number
  readonly bytes: number
}

/** Begins a bulk reading, if one of the few that may run at once is free. */
export async function startBulk(shop: Shop, query: string): Promise<BulkStart> {
  const data = await shop.ask({
    what: 'the history',
    document: runBulk,
    variables: { query },
    shape: Started,
    repeatable: false,
  })
  const { bulkOperation, userErrors: errors } = data.bulkOperationRunQuery
  if (bulkOperation) return { kind: 'started', id: bulkOperation.id }
  const isFull = errors.some(({ code }) => code === 'LIMIT_REACHED' || code === 'OPERATION_IN_PROGRESS')
  return isFull ? { kind: 'no_slot' } : { kind: 'refused', why: errors.map(({ message }) => message).join('; ') }
}

/** Ends what runs for more than a day and is not ours, so that a slot becomes free. */
export async function cancelAbandoned(shop: Shop, ours: ReadonlySet<string>): Promise<void> {
  const { bulkOperations } = await shop.ask({ what: 'the history', document: runningBulks, shape: Running })
  const since = Date.parse(shop.now()) - abandonedMs
  for (const { id, createdAt } of bulkOperations.nodes) {
    if (ours.has(id) || Date.parse(createdAt) > since) continue
    await shop.ask({ what: 'the history', document: cancelBulk, variables: { id }, shape: z.unknown() })
  }
}

/** Waits for the end of a bulk reading. */
export async function awaitBulk(shop: Shop, id: string): Promise<BulkEnd> {
  for (let polls = 0; ; polls += 1) {
    const variables = { id }
    const { bulkOperation } = await shop.ask({ what: 'the history', document: pollBulk, variables, shape: Polled })
    if (bulkOperation === null) return { kind: 'gone', code: 'unknown' }
    const { status, errorCode, url, objectCount, rootObjectCount, fileSize } = bulkOperation
    if (status === 'COMPLETED') {
      const result = { url: url ?? null, objects: objectCount, roots: rootObjectCount, bytes: fileSize ?? 0 }
      return { kind: 'completed', result }
    }
    // A part of the data that a failed operation offers is never taken for the whole.
    if (status !== 'CREATED' && status !== 'RUNNING' && status !== 'CANCELING') {
      return { kind: 'failed', code: errorCode ?? status }
    }
    await shop.pause((pollSeconds[polls] ?? 60) * 1_000)
  }
}

/** Fetches a finished file from where Shopify keeps it; no token goes there. Undefined: the link has expired. */
export async function downloadBulk(ctx: ConnectorContext, shop: Shop, url: string): Promise<Uint8Array | undefined> {
  const response = await ctx.http.request({ method: 'GET', url, signal: ctx.signal, timeoutMs: 600_000 })
  if (response.status === 200) return response.body
  if (response.status === 403 || response.status === 404 || response.status === 410) return undefined
  throw new ConnectorError({ ...damaged({ shop: shop.domain, what: 'the history' }), status: response.status })
}
