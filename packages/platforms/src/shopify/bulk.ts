import { z } from 'zod'
import type { ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { cancelBulk, pollBulk, runBulk, runningBulks } from './documents/bulk.ts'
import { damaged } from './failures.ts'
import { unreadable } from './order-pages.ts'
import type { Shop } from './shop.ts'
import { isRow } from './values.ts'
import { WholeOrder } from './wire.ts'

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

/** A finished file, and its expected contents. */
interface BulkResult {
  /** Null when nothing was found. */
  readonly url: string | null
  readonly objects: number
  readonly roots: number
  readonly bytes: number
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

/** One object of a bulk file with its children. */
interface BulkNode {
  readonly fields: Readonly<Record<string, unknown>>
  readonly children: readonly BulkNode[]
}

/**
 * The root objects of a complete bulk file, in the file's order. Only requested objects are parsed; the rest stays as bytes.
 */
export interface BulkFile {
  readonly length: number
  slice(start: number, end?: number): BulkNode[]
}

/**
 * Reassembles a bulk file: one object a line, children naming their parent, in any order. Undefined if the file is truncated,
 * has fewer or more objects than announced, or names a missing parent.
 */
export function readBulkFile(file: Uint8Array, { objects, roots }: BulkResult): BulkFile | undefined {
  const found: Line[] = []
  const children = new Map<string, Line[]>()
  const ids = new Set<string>()
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  let lines = 0
  for (const line of linesOf(bytes)) {
    const row = parse(bytes, line)
    if (row === undefined) return undefined
    lines += 1
    if (typeof row.id === 'string') ids.add(row.id)
    const parent = row.__parentId
    if (typeof parent !== 'string') found.push(line)
    else {
      const siblings = children.get(parent)
      if (siblings === undefined) children.set(parent, [line])
      else siblings.push(line)
    }
  }
  if (lines !== objects || found.length !== roots) return undefined
  for (const parent of children.keys()) if (!ids.has(parent)) return undefined
  const assemble = (line: Line): BulkNode[] => {
    const fields = parse(bytes, line)
    if (fields === undefined) return []
    const own = typeof fields.id === 'string' ? children.get(fields.id) : undefined
    return [{ fields, children: (own ?? []).flatMap(assemble) }]
  }
  return { length: found.length, slice: (start, end) => found.slice(start, end).flatMap(assemble) }
}

/** The position of a line in the file. */
type Line = readonly [start: number, end: number]

function* linesOf(bytes: Buffer): Generator<Line> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start)
    const stop = end < 0 ? bytes.length : end
    if (stop > start) yield [start, stop]
    start = stop + 1
  }
}

function parse(bytes: Buffer, [start, end]: Line): Readonly<Record<string, unknown>> | undefined {
  try {
    const row: unknown = JSON.parse(bytes.toString('utf8', start, end))
    return isRow(row) ? row : undefined
  } catch {
    // A truncated line makes the file unusable; the caller reports that.
    return undefined
  }
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

/** Validates orders one by one, so that an invalid one does not affect the others. */
export function toWholeOrders(nodes: readonly BulkNode[]): { whole: WholeOrder[]; warnings: string[] } {
  const whole: WholeOrder[] = []
  const warnings: string[] = []
  for (const node of nodes) {
    const order = toWhole(node)
    if (order === undefined) warnings.push(unreadable(node.fields))
    else whole.push(order)
  }
  return { whole, warnings }
}

function toWhole({ fields, children }: BulkNode): WholeOrder | undefined {
  const agreements = children.map((agreement) => ({
    ...agreement.fields,
    sales: agreement.children.map((sale) => sale.fields),
  }))
  const whole = WholeOrder.safeParse({ order: fields, agreements })
  return whole.success ? whole.data : undefined
}
