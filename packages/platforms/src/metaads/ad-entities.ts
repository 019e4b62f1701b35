import type { AdAccount, AdAccountProblem, AdRecord } from '../ad-records.ts'
import type { Checkpoint, ConnectorContext, Page, Stream } from '../contract.ts'
import type { ConnectorError } from '../failures.ts'
import { refusalOf } from '../failures.ts'
import { accountRecord, isProblem, lookAt, problemOf } from './accounts.ts'
import { readCreatives } from './creatives.ts'
import { allStatuses, type ListName, lists, toEntity, WireEntity } from './entity-records.ts'
import { hasCode } from './failures.ts'
import { type Graph, openGraph } from './graph.ts'
import { readPages } from './paging.ts'

/** Campaigns, ad sets, ads and their creatives. */
export const adEntitiesStream: Stream<AdRecord> = {
  id: 'ad_entities',
  label: 'Campaigns and ads',
  settlesAfterDays: 0,
  everyMinutes: { withWebhooks: 60, without: 60 },
  backfill: async function* (ctx, from) {
    if (from?.isDone === true) return
    yield* read(ctx, { from, since: undefined, kept: {} })
  },
  increment(ctx, from) {
    const { at, fullAt } = from ?? {}
    const now = ctx.clock.now()
    const last = typeof at === 'string' ? Date.parse(at) : Number.NaN
    const isFullDue = typeof fullAt !== 'string' || now.getTime() - Date.parse(fullAt) >= fullEveryMs
    if (isFullDue || Number.isNaN(last))
      return read(ctx, { from: null, since: undefined, kept: { fullAt: now.toISOString() } })
    return read(ctx, { from: null, since: Math.floor((last - overlapMs) / 1_000), kept: { fullAt } })
  },
}

/** A change to a parent changes the status of entities below without changing them, so everything is re-read now and then. */
const fullEveryMs = 7 * 24 * 3_600_000
const overlapMs = 3_600_000
const order: readonly ListName[] = ['campaigns', 'adsets', 'ads']
const pageSize = 200
const usualWindows = { click: 7, view: 1 }
const mostParents = 50

interface Reading {
  readonly from: Checkpoint | null
  /** In seconds; only what changed since. Undefined: everything. */
  readonly since: number | undefined
  readonly kept: Checkpoint
}

interface Progress extends Reading {
  readonly graph: Graph
  readonly startedAt: string
  done: number
}

async function* read(ctx: ConnectorContext, reading: Reading): AsyncGenerator<Page<AdRecord>, void, void> {
  const accounts = ctx.accounts ?? []
  const progress: Progress = { ...reading, graph: openGraph(ctx), startedAt: ctx.clock.now().toISOString(), done: 0 }
  const rest = accounts.slice(1 + accounts.findIndex(({ id }) => id === reading.from?.account))
  let failure: ConnectorError | undefined
  let whole = accounts.length - rest.length
  for (const account of rest) {
    let problem = await lookedAt(progress.graph, account)
    try {
      if (problem === undefined) {
        yield* readAccount(progress, account)
        whole += 1
      }
    } catch (error) {
      problem = problemOf(error)
      if (problem === undefined) throw error
    }
    if (problem === undefined) continue
    failure ??= refusalOf(problem)
    const record = accountRecord(account, { problem, windows: usualWindows, seenAt: progress.startedAt })
    yield pageOf(progress, { records: [record], account: account.id })
  }
  if (whole === 0 && failure) throw failure
  const ended = { ...reading.kept, at: progress.startedAt, isDone: true }
  yield { ...pageOf(progress, { records: [], account: '' }), checkpoint: ended, syncedThrough: progress.startedAt }
}

/** A page; its checkpoint only covers accounts that are read completely. */
function pageOf(
  { done, kept }: Progress,
  { records, account }: { readonly records: readonly AdRecord[]; readonly account: string },
): Page<AdRecord> {
  return { records, checkpoint: { ...kept, account }, progress: { done, total: null }, warnings: [] }
}

async function lookedAt(graph: Graph, account: AdAccount): Promise<AdAccountProblem | undefined> {
  const found = await lookAt(graph, account)
  return isProblem(found) ? found : undefined
}

async function* readAccount(progress: Progress, account: AdAccount): AsyncGenerator<Page<AdRecord>, void, void> {
  const { graph, startedAt } = progress
  const accounts = graph.ctx.accounts ?? []
  const before = accounts[accounts.indexOf(account) - 1]?.id ?? ''
  const changed = new Map<ListName, string[]>()
  for (const list of order) {
    for (const filters of filtersOf(list, progress, changed)) {
      for await (const entities of readList(graph, account, { list, filters })) {
        const creatives = await readCreatives(
          graph,
          account,
          entities.flatMap(({ creative }) => creative?.id ?? []),
        )
        const parts = { account, level: lists[list].level, seenAt: startedAt, creatives }
        const records = entities.map((entity) => toEntity(entity, parts))
        changed.set(list, [...(changed.get(list) ?? []), ...records.map(({ id }) => id)])
        progress.done += records.length
        yield pageOf(progress, { records, account: before })
      }
    }
  }
  yield pageOf(progress, { records: [], account: account.id })
}

type Filters = readonly { readonly field: string; readonly operator: string; readonly value: unknown }[]

/** Filters for changed entities, and for entities below a changed one. */
function filtersOf(list: ListName, { since }: Progress, changed: ReadonlyMap<ListName, readonly string[]>): Filters[] {
  if (since === undefined) return [[]]
  const own = { field: `${lists[list].field}.updated_time`, operator: 'GREATER_THAN', value: since }
  const below = order.slice(0, order.indexOf(list)).flatMap((parent) => {
    const ids = (changed.get(parent) ?? []).slice(0, mostParents)
    return ids.length === 0 ? [] : [[{ field: `${lists[parent].field}.id`, operator: 'IN', value: ids }]]
  })
  return [[own], ...below]
}

interface ListOptions {
  readonly list: ListName
  readonly filters: Filters
}

const mostRestarts = 3

/** Pages of a list. If its cursors expire, the list starts again: entities may come twice, but none is missed. */
async function* readList(graph: Graph, account: AdAccount, { list, filters }: ListOptions) {
  for (let restarts = 0; ; restarts += 1) {
    try {
      yield* readPages(graph, {
        path: `act_${account.id}/${list}`,
        params: {
          fields: lists[list].fields,
          effective_status: JSON.stringify(allStatuses[lists[list].field]),
          ...(filters.length === 0 ? {} : { filtering: JSON.stringify(filters) }),
        },
        what: 'campaigns and ads',
        row: WireEntity,
        account,
        size: pageSize,
        kind: list,
      })
      return
    } catch (error) {
      if (!hasCode(error, 2_642) || restarts >= mostRestarts) throw error
    }
  }
}
