import { addDays, type Day, dayOf } from '@tillsight/core/days'
import type { AdAccount, AdHourRow, AdHoursRecord, AdRecord } from '../ad-records.ts'
import type { Checkpoint, ConnectorContext, Page, Stream } from '../contract.ts'
import { ConnectorError, refusalOf } from '../failures.ts'
import { accountRecord, changed, isProblem, lookAt, problemOf } from './accounts.ts'
import type { ReadRow } from './ad-rows.ts'
import { type Graph, openGraph } from './graph.ts'
import { readInsights } from './ladder.ts'
import { instantOf } from './windows.ts'

/** Hours of today and yesterday, by campaign. */
export const adHoursStream: Stream<AdRecord> = {
  id: 'ad_hours',
  label: 'Hours of today',
  settlesAfterDays: 1,
  everyMinutes: { withWebhooks: 60, without: 60 },
  backfill: async function* (ctx, from) {
    if (from?.isDone === true) return
    yield* read(ctx, from)
  },
  increment: (ctx) => read(ctx, null),
}

const usualWindows = { click: 7, view: 1 }

async function* read(ctx: ConnectorContext, from: Checkpoint | null): AsyncGenerator<Page<AdRecord>, void, void> {
  const accounts = ctx.accounts ?? []
  const graph = openGraph(ctx)
  const startedAt = ctx.clock.now()
  const rest = accounts.slice(1 + accounts.findIndex(({ id }) => id === from?.account))
  let failure: ConnectorError | undefined
  let read = accounts.length - rest.length
  for (const account of rest) {
    const found = await readAccount(graph, account, startedAt)
    if ('failure' in found) failure ??= found.failure
    else read += 1
    const isLast = account === rest.at(-1)
    if (isLast && read === 0 && failure) {
      yield { records: found.records, checkpoint: {}, progress: { done: 0, total: null }, warnings: [] }
      throw failure
    }
    yield pageOf(ctx, { records: found.records, account, startedAt, isLast })
  }
  if (rest.length === 0) yield pageOf(ctx, { records: [], account: undefined, startedAt, isLast: true })
}

interface Part {
  readonly records: readonly AdRecord[]
  readonly account: AdAccount | undefined
  readonly startedAt: Date
  readonly isLast: boolean
}

function pageOf(ctx: ConnectorContext, { records, account, startedAt, isLast }: Part): Page<AdRecord> {
  const since = instantOf(ctx, addDays(dayOf(startedAt, 'UTC'), -1))
  return {
    records,
    checkpoint: { account: account?.id ?? '', ...(isLast ? { isDone: true } : {}) },
    progress: { done: records.length, total: null },
    warnings: [],
    ...(isLast ? { syncedThrough: startedAt.toISOString(), completeSince: since } : {}),
  }
}

type Found =
  | { readonly records: readonly AdRecord[] }
  | { readonly records: readonly AdRecord[]; readonly failure: ConnectorError }

async function readAccount(graph: Graph, known: AdAccount, startedAt: Date): Promise<Found> {
  const seenAt = startedAt.toISOString()
  const account = await lookAt(graph, known)
  if (isProblem(account)) {
    const record = accountRecord(known, { problem: account, windows: usualWindows, seenAt })
    return { records: [record], failure: refusalOf(account) }
  }
  const today = dayOf(startedAt, account.zone)
  const range = { from: addDays(today, -1), to: today }
  try {
    const rows = await readInsights(graph, { account, level: 'campaign', range, by: 'hour' })
    const other = rows.find(({ currency }) => currency && currency !== account.currency)
    if (other) throw moneyChanged(account, other)
    const days = [range.from, range.to].map((day) => toRecord(account, day, { rows, seenAt }))
    return { records: days }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined || !(error instanceof ConnectorError)) throw error
    const record = accountRecord(account, { problem, windows: usualWindows, seenAt })
    return { records: [record], failure: error }
  }
}

function moneyChanged(account: AdAccount, { currency }: ReadRow): ConnectorError {
  const { message } = changed(account, `${currency} instead of ${account.currency}`)
  return new ConnectorError({ kind: 'account_state', message, platformCode: 'changed' })
}

function toRecord(
  account: AdAccount,
  day: Day,
  { rows, seenAt }: { readonly rows: readonly ReadRow[]; readonly seenAt: string },
): AdHoursRecord {
  return {
    type: 'ad_hours',
    accountId: account.id,
    day,
    currency: account.currency,
    zone: account.zone,
    fetchedAt: seenAt,
    rows: rows.filter((row) => row.day === day).flatMap(toHourRow),
  }
}

/** A row with an unreadable hour is left out: the daily figures include it. */
function toHourRow({ row, hours }: ReadRow): AdHourRow[] {
  const hour = Number(/^(\d\d):/.exec(hours ?? '')?.[1] ?? Number.NaN)
  if (!(hour >= 0 && hour <= 23)) return []
  const { campaignId, spend, impressions, clicks, purchases, value } = row
  return [{ hour, campaignId, spend, impressions, clicks, purchases, value }]
}
