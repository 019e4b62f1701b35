import { z } from 'zod'
import type { AdAccount } from '../ad-records.ts'
import { isCircle, noticeCircles } from '../failures.ts'
import { hasCode, isKind } from './failures.ts'
import type { Graph } from './graph.ts'

/** A paged list to read completely. */
export interface ListQuery<T> {
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly what: string
  readonly row: z.ZodType<T>
  readonly account?: Pick<AdAccount, 'id' | 'name'>
  /** The initial page size. */
  readonly size: number
  /** Under which a size that worked is remembered. */
  readonly kind: string
  readonly retries?: number
}

const smallestPage = 25
const mostRestarts = 3

/** The pages of a list, in order. The address of the next page is never used: it contains the token. */
export async function* readPages<T>(graph: Graph, query: ListQuery<T>): AsyncGenerator<T[], void, void> {
  const shape = z.object({
    data: z.array(query.row),
    paging: z
      .object({ cursors: z.object({ after: z.string().nullish() }).nullish(), next: z.unknown().optional() })
      .nullish(),
  })
  let size = graph.learnt.sizes.get(query.kind) ?? query.size
  let after: string | undefined
  const follow = noticeCircles({ platform: 'Meta', what: wordsOf(query) })
  for (;;) {
    try {
      const page = await graph.ask({ ...toQuery(query, size, after), shape })
      // The page after the last full one may be empty and still name another.
      if (page.data.length === 0) return
      yield page.data
      const next = nextOf(page.paging)
      if (!next) return
      follow(next)
      after = next
    } catch (error) {
      if (!isKind(error, 'too_big') || size <= smallestPage) throw error
      size = Math.max(smallestPage, Math.floor(size / (size > 100 ? 5 : 2)))
      graph.learnt.sizes.set(query.kind, size)
    }
  }
}

interface Paging {
  readonly cursors?: { readonly after?: string | null | undefined } | null | undefined
  readonly next?: unknown
}

function nextOf(paging: Paging | null | undefined): string | null | undefined {
  return paging?.next ? paging.cursors?.after : undefined
}

function wordsOf<T>({ what, account }: ListQuery<T>): string {
  return account ? `${what} of ${account.name}` : what
}

function toQuery<T>({ path, params, what, account, retries }: ListQuery<T>, size: number, after?: string) {
  return {
    path,
    params: { ...params, limit: String(size), ...(after === undefined ? {} : { after }) },
    what,
    ...(account ? { account } : {}),
    ...(retries === undefined ? {} : { retries }),
  }
}

/**
 * All rows of a list. When its cursors die, or lead in a circle, it is read again from the first page: pages of two readings
 * do not fit together.
 */
export async function readAll<T>(graph: Graph, query: ListQuery<T>): Promise<T[]> {
  for (let restarts = 0; ; restarts += 1) {
    const rows: T[] = []
    try {
      for await (const page of readPages(graph, query)) for (const row of page) rows.push(row)
      return rows
    } catch (error) {
      if (!(hasCode(error, 2_642) || isCircle(error)) || restarts >= mostRestarts) throw error
    }
  }
}
