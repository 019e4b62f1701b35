import { z } from 'zod'
import type { Checkpoint, ConnectorContext, Page } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import type { InstantText, PlatformRecord } from '../records.ts'
import type { Query, Shop } from './shop.ts'
import { adaptSize, askSized, type SizePlan } from './sizes.ts'
import { later, shiftInstant, toInstantText } from './values.ts'

/** The end of a page of a list, as Shopify reports it. */
interface PageEnd {
  readonly hasNextPage: boolean
  readonly endCursor?: string | null | undefined
}

/** The cursors of one walk through a list. */
export interface Cursors {
  /** The cursor of the next page; null at the end. Throws `transient` for one already visited. */
  next(page: PageEnd): string | null
}

/** Starts watching an iteration: a repeated cursor would lead in a circle, and a missing one would end the list too early. */
export function watchCursors(what: string): Cursors {
  const seen = new Set<string>()
  return {
    next({ hasNextPage, endCursor }) {
      if (!hasNextPage) return null
      if (endCursor === null || endCursor === undefined || seen.has(endCursor)) throw inCircles(what)
      seen.add(endCursor)
      return endCursor
    },
  }
}

function inCircles(what: string): ConnectorError {
  return new ConnectorError({
    kind: 'transient',
    message: `Shopify’s list of ${what} led back to a page that it had given before, so it cannot be read to its end now. Nothing is lost: we keep trying, and what is stored stays as it is.`,
    platformCode: 'repeated_page',
  })
}

/** Where a page of a list ends. */
export const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() })

/** One page of a list, in order of change. */
export interface CatalogueStep<R extends PlatformRecord> {
  readonly records: readonly R[]
  /** The latest change on it; null when nothing could be read. */
  readonly reached: InstantText | null
  readonly count: number
  readonly next: string | null
  readonly warnings: readonly string[]
}

/** How a list is read. */
export interface CataloguePlan<R extends PlatformRecord> {
  /** The list's contents: `products`. */
  readonly what: string
  /** How far filters reach back: for some lists, Shopify's search filters by day only. */
  readonly overlapSeconds: number
  /** `cursors` belong to the iteration that the page is part of. */
  read(query: string | null, after: string | null, cursors: Cursors): Promise<CatalogueStep<R>>
  count(): Promise<number | null>
}

const deepest = 10_000

/** A paged list, with pages as large as Shopify allows. */
export interface SizedList<D, P> {
  readonly what: string
  readonly document: string
  readonly size: SizePlan
  readonly shape: z.ZodType<D>
  pageOf(data: D): P
  readonly variables?: Readonly<Record<string, unknown>>
}

/** One page of a list. */
export async function askPage<D, P>(
  shop: Shop,
  list: SizedList<D, P>,
  place: { readonly query: string | null; readonly after: string | null },
): Promise<P> {
  const { what, document, size, shape, variables } = list
  return await askSized(shop, size, async (first) => {
    const question: Query<D> = { what, document, shape, variables: { first, ...place, ...variables } }
    const data = await shop.ask(question)
    adaptSize(shop, size, { question, size: first })
    return list.pageOf(data)
  })
}

/** The time since which an increment looks for changes. */
export function changedSince({ since }: Pick<ConnectorContext, 'since'>, from: Checkpoint | null): InstantText {
  return typeof from?.updated === 'string' ? from.updated : toInstantText(new Date(since))
}

/** The whole list by time of change; a restart continues from the checkpoint. */
export async function* wholeList<R extends PlatformRecord>(
  shop: Shop,
  plan: CataloguePlan<R>,
  from: Checkpoint | null,
): AsyncGenerator<Page<R>> {
  if (from?.finished === true) return
  const total = await plan.count()
  const start = typeof from?.updated === 'string' ? shiftInstant(from.updated, -plan.overlapSeconds) : null
  let done = Number(from?.done ?? 0)
  let updated = typeof from?.updated === 'string' ? from.updated : null
  for await (const step of walk(plan, start)) {
    done += step.count
    updated = latest(updated, step.reached)
    yield {
      records: step.records,
      checkpoint: step.next === null ? { finished: true, done } : { updated, done },
      progress: { done, total: total === null ? null : Math.max(total, done) },
      warnings: [...step.warnings, ...shop.warnings()],
    }
  }
}

/** The changes since the last increment. */
export async function* changedList<R extends PlatformRecord>(
  shop: Shop,
  plan: CataloguePlan<R>,
  since: InstantText,
): AsyncGenerator<Page<R>> {
  let updated = since
  let done = 0
  for await (const step of walk(plan, shiftInstant(since, -plan.overlapSeconds))) {
    done += step.count
    updated = later(updated, step.reached ?? updated)
    yield {
      records: step.records,
      checkpoint: { updated },
      progress: { done, total: null },
      ...(step.next === null ? { syncedThrough: shop.now() } : {}),
      warnings: [...step.warnings, ...shop.warnings()],
    }
  }
}

async function* walk<R extends PlatformRecord>(
  plan: CataloguePlan<R>,
  from: InstantText | null,
): AsyncGenerator<CatalogueStep<R>> {
  let [start, after]: [InstantText | null, string | null] = [from, null]
  let depth = 0
  let cursors = watchCursors(plan.what)
  for (;;) {
    const query = start === null ? null : `updated_at:>='${start}'`
    const step: CatalogueStep<R> = await plan.read(query, after, cursors)
    yield step
    if (step.next === null) return
    depth += step.count
    const canRestart = depth >= deepest && step.reached !== null && step.reached > (start ?? '')
    if (canRestart) [start, after, depth, cursors] = [step.reached, null, 0, watchCursors(plan.what)]
    else after = step.next
  }
}

function latest(one: InstantText | null, other: InstantText | null): InstantText | null {
  if (one === null || other === null) return one ?? other
  return later(one, other)
}
