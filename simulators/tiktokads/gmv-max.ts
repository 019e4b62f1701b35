import { countDays, listDays, parseDay } from '@tillsight/core/days'
import type { FakeRequest, Reply } from '../web/exchange.ts'
import { money } from './metrics.ts'
import { readPaging } from './report.ts'
import { ok, Refusal, textList } from './responses.ts'
import type { World } from './world.ts'

const known = ['cost', 'net_cost', 'orders', 'cost_per_order', 'gross_revenue', 'roi']
const mostDays = 30

/** The TikTok Shop of a simulated account; only accounts with a campaign that is reported as a whole have one. */
export function storeOf(world: World, advertiserId: string): string | undefined {
  const has = world.ads.account(advertiserId)?.campaigns.some(({ kind }) => kind === 'whole')
  return has ? `7494${advertiserId.slice(-15)}` : undefined
}

/** `gmv_max/store/list/`. */
export function listStores(world: World, request: FakeRequest): Reply {
  const advertiser = request.query.get('advertiser_id') ?? ''
  const store = storeOf(world, advertiser)
  const entry = { store_id: store, store_name: 'Sandbox store', store_code: 'DESANDBOX1', is_gmv_max_available: true }
  return ok({ store_list: store === undefined ? [] : [entry] })
}

/** `gmv_max/report/get/`: figures that BASIC reports never include. */
export function answerGmvMaxReport(world: World, request: FakeRequest): Reply {
  const { query } = request
  const advertiser = query.get('advertiser_id') ?? ''
  const store = storeOf(world, advertiser)
  const stores = textList('store_ids', query.get('store_ids'))
  if (stores.length === 0) throw new Refusal(40002, 'store_ids: Missing data for required field.')
  if (store === undefined || stores.some((id) => id !== store)) {
    throw new Refusal(40001, 'No permission to operate the store.')
  }
  const dimensions = textList('dimensions', query.get('dimensions'))
  const wrong = dimensions.find((name) => !['advertiser_id', 'campaign_id', 'stat_time_day'].includes(name))
  if (wrong !== undefined) throw new Refusal(40002, `dimensions: ${wrong} is not supported.`)
  const metrics = textList('metrics', query.get('metrics'))
  const invalid = metrics.filter((name) => !known.includes(name))
  if (invalid.length > 0)
    throw new Refusal(40002, `Invalid metric fields: [${invalid.map((name) => `'${name}'`).join(', ')}]`)
  const rows = rowsOf(world, { advertiser, dimensions, metrics, ...readRange(query) })
  const { page, size } = readPaging(query)
  const moved = page > 1 ? world.state.rowsMove : 0
  const list = rows.slice((page - 1) * size - moved, page * size - moved)
  const pageInfo = { page, page_size: size, total_number: rows.length, total_page: Math.ceil(rows.length / size) }
  // If there are no rows, the list itself is missing.
  return ok({ ...(list.length === 0 ? {} : { list }), page_info: pageInfo })
}

function readRange(query: URLSearchParams) {
  const [from, to] = [parseDay(query.get('start_date') ?? ''), parseDay(query.get('end_date') ?? '')]
  if (countDays({ from, to }) > mostDays) {
    throw new Refusal(40002, `The date range cannot be greater than ${mostDays} days`)
  }
  return { from, to }
}

interface Wanted extends ReturnType<typeof readRange> {
  readonly advertiser: string
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
}

interface Sum {
  cost: bigint
  orders: number
  revenue: bigint
}

function rowsOf(world: World, { advertiser, dimensions, metrics, from, to }: Wanted) {
  const sums = new Map<string, Sum>()
  for (const day of listDays({ from, to })) {
    for (const leaf of world.figures.leaves(advertiser, day)) {
      if (leaf.campaign.kind !== 'whole') continue
      const parts: Readonly<Record<string, string>> = {
        advertiser_id: advertiser,
        campaign_id: leaf.campaign.id,
        stat_time_day: `${day} 00:00:00`,
      }
      const key = dimensions.map((name) => parts[name]).join('|')
      const sum = sums.get(key) ?? { cost: 0n, orders: 0, revenue: 0n }
      sum.cost += leaf.spendMicros
      sum.orders += leaf.website.count
      sum.revenue += leaf.website.valueMicros
      sums.set(key, sum)
    }
  }
  return [...sums].map(([key, sum]) => {
    const values = key.split('|')
    return {
      dimensions: Object.fromEntries(dimensions.map((name, index) => [name, values[index]])),
      metrics: Object.fromEntries(metrics.map((name) => [name, valueOf(name, sum)])),
    }
  })
}

function valueOf(name: string, { cost, orders, revenue }: Sum): string {
  switch (name) {
    case 'orders':
      return String(orders)
    case 'gross_revenue':
      return money(revenue)
    case 'cost_per_order':
      return orders === 0 ? '0.00' : money(cost / BigInt(orders))
    case 'roi':
      return cost === 0n ? '0.00' : (Number(revenue) / Number(cost)).toFixed(2)
    default:
      return money(cost)
  }
}
