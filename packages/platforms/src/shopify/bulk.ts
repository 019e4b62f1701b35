import { z } from 'zod'
import type { ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { type BulkFile, type BulkResult, readBulkFile } from './bulk-file.ts'
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

/** Shopify keeps an operation for ten days; one that still exists after a day is abandoned. */
const abandonedMs = 24 * 3_600_000
const pollSeconds = [1, 1, 2, 3, 5, 10, 15, 20, 30, 60] as const

/** The result of starting a bulk operation. */
type BulkStart =
  | { readonly kind: 'started'; readonly id: string }
  | { readonly kind: 'no_slot' }
  | { readonly kind: 'refused'; readonly why: string }

/** The result of a bulk operation. */
type BulkEnd = { readonly kind: 'completed'; readonly result: BulkResult } | BulkFailure

/** It ended without a file, or Shopify no longer knows it. */
export interface BulkFailure {
  readonly kind: 'failed' | 'gone'
  readonly code: string
}

/** Starts a bulk operation, if one of the few concurrent slots is free. */
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

/** Cancels operations that have run for more than a day and are not ours, to free a slot. */
export async function cancelAbandoned(shop: Shop, ours: ReadonlySet<string>): Promise<void> {
  const { bulkOperations } = await shop.ask({ what: 'the history', document: runningBulks, shape: Running })
  const since = Date.parse(shop.now()) - abandonedMs
  for (const { id, createdAt } of bulkOperations.nodes) {
    if (ours.has(id) || Date.parse(createdAt) > since) continue
    await shop.ask({ what: 'the history', document: cancelBulk, variables: { id }, shape: z.unknown() })
  }
}

/** Waits for a bulk operation to end. */
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
    // The partial data of a failed operation is never taken for the whole.
    if (status !== 'CREATED' && status !== 'RUNNING' && status !== 'CANCELING') {
      return { kind: 'failed', code: errorCode ?? status }
    }
    await shop.pause((pollSeconds[polls] ?? 60) * 1_000)
  }
}

/** Downloads a finished file from Shopify's storage, which gets no token. Undefined: the link has expired. */
async function downloadBulk(ctx: ConnectorContext, shop: Shop, url: string): Promise<Uint8Array | undefined> {
  const response = await ctx.http.request({ method: 'GET', url, signal: ctx.signal, timeoutMs: 600_000 })
  if (response.status === 200) return response.body
  if (response.status === 403 || response.status === 404 || response.status === 410) return undefined
  throw new ConnectorError({ ...damaged({ shop: shop.domain, what: 'the history' }), status: response.status })
}

/** Larger files are not fetched but split in halves; well below the client's size limit. */
export const largestFile = 48 * 1024 * 1024

const nothing: BulkFile = { length: 0, slice: () => [] }

/**
 * The orders of a completed bulk operation, or undefined if its file cannot be fetched completely, even on the second
 * attempt.
 */
export async function fetchWhole(ctx: ConnectorContext, shop: Shop, result: BulkResult): Promise<BulkFile | undefined> {
  if (result.url === null) return result.roots === 0 ? nothing : undefined
  for (let fetched = 0; fetched < 2; fetched += 1) {
    const file = await downloadBulk(ctx, shop, result.url)
    if (file === undefined) return undefined
    const whole = readBulkFile(file, result)
    if (whole !== undefined) return whole
  }
  return undefined
}
