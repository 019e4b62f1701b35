import { listDays } from '@tillsight/core/days'
import type { AdWorld } from '../ads/world.ts'
import type { FakeRequest, Reply } from '../web/exchange.ts'
import type { Leaf } from './figures.ts'
import { addUp, type DataLevel, metricAt, type RowSubject } from './metrics.ts'
import { type ReportQuery, readReportQuery } from './report-query.ts'
import { ok, Refusal } from './responses.ts'
import type { World } from './world.ts'

/** One row of a report as it is sent. */
export interface ReportRow {
  readonly dimensions: Readonly<Record<string, string>>
  readonly metrics: Readonly<Record<string, string>>
}

const mostRows = 1_000
const keptResults = 6

/** Results of recent queries, so that the pages of one report are computed once. */
const results = new WeakMap<World, Map<string, readonly ReportRow[]>>()

/** `report/integrated/get/`. */
export function answerReport(
  world: World,
  request: FakeRequest,
  { totalOff, rowsOff }: { readonly totalOff: number; readonly rowsOff: number },
): Reply {
  const fields = (name: string) => request.query.get(name)
  const advertiser = fields('advertiser_id') ?? ''
  const query = readReportQuery(fields, {
    state: world.stateOf(advertiser),
    today: world.figures.localNow(advertiser).day,
    firstDay: world.figures.firstDay(advertiser),
  })
  const { page, size } = readPaging(request.query)
  const rows = rowsOf(world, query)
  // Rows that moved down during paging come twice, and as many others never: a page has a fixed size.
  const moved = page > 1 ? world.state.rowsMove : 0
  const list = rows.slice((page - 1) * size - moved, page * size - moved).toSpliced(-rowsOff, rowsOff)
  return ok({
    list,
    page_info: {
      page,
      page_size: size,
      total_number: rows.length + (page > 1 ? totalOff : 0),
      total_page: Math.ceil(rows.length / size),
    },
  })
}

/** Page and size of a request; throws a `Refusal`. */
export function readPaging(query: URLSearchParams, most = mostRows): { readonly page: number; readonly size: number } {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 10)]
  if (!Number.isInteger(page) || page < 1) throw new Refusal(40002, 'page: Field must be at least 1.')
  if (!Number.isInteger(size) || size < 1 || size > most) {
    throw new Refusal(40002, `page_size: Field must be between 1 and ${most}.`)
  }
  return { page, size }
}

/** All rows of a report, in a stable order. */
export function rowsOf(world: World, query: ReportQuery): readonly ReportRow[] {
  const kept = results.get(world) ?? new Map<string, readonly ReportRow[]>()
  results.set(world, kept)
  const filters = [...query.only].map(([name, ids]) => [name, [...ids]])
  const state = JSON.stringify(world.stateOf(query.advertiserId), (_key, value: unknown) =>
    value instanceof Set ? [...value] : value,
  )
  const key = `${JSON.stringify({ ...query, only: filters })} ${world.ads.now().getTime()} ${state}`
  const known = kept.get(key)
  if (known) return known
  const rows = makeRows(world, query)
  kept.set(key, rows)
  if (kept.size > keptResults) kept.delete(kept.keys().next().value ?? '')
  return rows
}

function makeRows(world: World, query: ReportQuery): ReportRow[] {
  if (query.isReservation) return []
  const things = world.ads.things(query.advertiserId)
  const groups = new Map<string, Leaf[]>()
  const add = (time: string, leaf: Leaf) => {
    const key = `${time}|${idOf(query, leaf)}`
    const group = groups.get(key)
    if (group) group.push(leaf)
    else groups.set(key, [leaf])
  }
  const withHappened = query.metrics.some((name) => name.startsWith('real_time_'))
  for (const day of listDays(query)) {
    if (query.time === 'stat_time_hour') {
      for (let hour = 0; hour < 24; hour += 1) {
        const time = `${day} ${String(hour).padStart(2, '0')}:00:00`
        for (const leaf of world.figures.leaves(query.advertiserId, day, { hours: { from: hour, to: hour } })) {
          if (isShown(world, query, leaf)) add(time, leaf)
        }
      }
      continue
    }
    const time = query.time === null ? '' : `${day} 00:00:00`
    for (const leaf of world.figures.leaves(query.advertiserId, day, { withHappened })) {
      if (isShown(world, query, leaf)) add(time, leaf)
    }
  }
  const rows = [...groups].flatMap(([key, leaves]) => toRows(world, query, { key, leaves, things }))
  return query.orderBy ? sorted(rows, query.orderBy) : rows
}

function idOf({ level, advertiserId }: ReportQuery, leaf: Leaf): string {
  const ids: Readonly<Record<DataLevel, string>> = {
    AUCTION_ADVERTISER: advertiserId,
    AUCTION_CAMPAIGN: leaf.campaign.id,
    AUCTION_ADGROUP: leaf.adSetId,
    AUCTION_AD: leaf.adId,
  }
  return ids[level]
}

function isShown(world: World, query: ReportQuery, leaf: Leaf): boolean {
  const { level, only, withDeleted, advertiserId } = query
  const state = world.stateOf(advertiserId)
  if (leaf.campaign.kind === 'whole') return level === 'AUCTION_ADVERTISER' && state.gmvMaxInTotals
  if (level === 'AUCTION_ADVERTISER') return true
  if (level === 'AUCTION_AD' && state.hiddenAds.has(leaf.adId)) return false
  const ids = { campaign_ids: leaf.campaign.id, adgroup_ids: leaf.adSetId, ad_ids: leaf.adId }
  if (Object.entries(ids).some(([name, id]) => only.get(name)?.has(id) === false)) return false
  return withDeleted || !isDeleted(leaf)
}

function isDeleted({ campaign, adSetId, adId }: Leaf): boolean {
  const adSet = campaign.adSets.find(({ id }) => id === adSetId)
  const ad = adSet?.ads.find(({ id }) => id === adId)
  return [campaign, adSet, ad].some((thing) => thing?.status === 'removed')
}

function toRows(
  world: World,
  query: ReportQuery,
  {
    key,
    leaves,
    things,
  }: { readonly key: string; readonly leaves: readonly Leaf[]; readonly things: ReturnType<AdWorld['things']> },
): ReportRow[] {
  const [first] = leaves
  const [time = '', id = ''] = key.split('|')
  const { currency, zone, unavailable } = world.stateOf(query.advertiserId)
  const isBelow = query.level !== 'AUCTION_ADVERTISER' && first !== undefined
  const subject: RowSubject = {
    level: query.level,
    currency,
    zone,
    campaign: isBelow ? first.campaign : undefined,
    adSet: isBelow ? things.adSets.get(first.adSetId) : undefined,
    ad: isBelow ? things.ads.get(first.adId) : undefined,
  }
  const sums = addUp(leaves)
  const isDash = (name: string) =>
    unavailable.some(({ level, metric, from = '' }) => level === query.level && metric === name && time >= from)
  const metrics = Object.fromEntries(
    query.metrics.map((name) => [name, isDash(name) ? '-' : (metricAt(query.level, name)?.(sums, subject) ?? '-')]),
  )
  const dimensions: Record<string, string> = {}
  for (const name of query.dimensions) {
    dimensions[name] = name.endsWith('_id') ? id : name === query.time ? time : name === query.audience ? 'NONE' : ''
  }
  return [{ dimensions, metrics }]
}

function sorted(rows: readonly ReportRow[], { metric, descending }: NonNullable<ReportQuery['orderBy']>): ReportRow[] {
  const read = (row: ReportRow) => Number(row.metrics[metric]) || 0
  return rows.toSorted((a, b) => (descending ? read(b) - read(a) : read(a) - read(b)))
}
