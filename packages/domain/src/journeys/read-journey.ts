import type { Touch } from '@tillsight/attribution'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { StoredTouch, touchColumns } from '../tracking/index.ts'
import { concernedBy } from './concerned.ts'

const Integers = z.array(z.coerce.number())

/** A row of `journeys`, its money in millionths. */
export const JourneyRow = z.object({
  order_id: z.string(),
  order_name: z.string(),
  placed_ms: z.coerce.number(),
  person: z.string(),
  cancelled: z.number(),
  consent_gap: z.number(),
  previous_ms: z.coerce.number(),
  milestone_ms: z.coerce.number(),
  survey_channel: z.string(),
  order_revenue: z.coerce.bigint(),
  order_revenue_back: z.coerce.bigint(),
  goods: z.coerce.bigint(),
  goods_back: z.coerce.bigint(),
  touch_ids: z.array(z.string()),
  touch_ms: Integers,
  kinds: Integers,
  channels: z.array(z.string()),
  platforms: z.array(z.string()),
  paid: Integers,
  account_ids: z.array(z.string()),
  campaign_ids: z.array(z.string()),
  ad_set_ids: z.array(z.string()),
  ad_ids: z.array(z.string()),
})
export type JourneyRow = z.infer<typeof JourneyRow>

const money = new Set(['order_revenue', 'order_revenue_back', 'goods', 'goods_back'])
const columns = Object.keys(JourneyRow.shape).map((name) => {
  if (name === 'placed_ms') return 'toInt64(toUnixTimestamp(placed_at)) * 1000 AS placed_ms'
  return money.has(name) ? `reinterpretAsInt64(${name}) AS ${name}` : name
})

/** The columns of a {@link JourneyRow}. */
export const journeyColumns = columns.join(', ')

const kinds = ['click', 'view', 'engaged_view'] as const

/** The touches of a journey as models expect them. */
export function listTouches(row: JourneyRow): Touch[] {
  return row.touch_ids.map((touch_id, at) => ({
    touch_id,
    ts: row.touch_ms[at] ?? 0,
    kind: kindOf(row, at),
    channel: row.channels[at] ?? '',
    platform: row.platforms[at] || null,
    paid: row.paid[at] === 1,
  }))
}

/** The kind of a journey's touch at an index. */
export function kindOf({ kinds: told }: JourneyRow, at: number): Touch['kind'] {
  return kinds[(told[at] ?? 1) - 1] ?? 'click'
}

/** The journey of an order; undefined for one that does not count. */
export async function readJourney(warehouse: ShopWarehouse, order: string): Promise<JourneyRow | undefined> {
  const sql = `SELECT ${journeyColumns} FROM journeys WHERE shop_id = {shop:UUID} AND order_id = {order:String}`
  const [row] = await warehouse.read({ sql, params: { order } }, JourneyRow, { lookup: true })
  return row
}

/** The stored touches of an order's journey, by id; deleted ones are missing. */
export async function readTouchesOf(
  warehouse: ShopWarehouse,
  { order_id, touch_ids }: Pick<JourneyRow, 'order_id' | 'touch_ids'>,
): Promise<ReadonlyMap<string, StoredTouch>> {
  if (touch_ids.length === 0) return new Map()
  const { visitors } = await concernedBy(warehouse, [order_id])
  const sql = `SELECT ${touchColumns} FROM touches
    WHERE shop_id = {shop:UUID} AND visitor_id IN {visitors:Array(String)} AND touch_id IN {touches:Array(String)}`
  const params = { visitors: ['', ...visitors], touches: touch_ids }
  const rows = await warehouse.read({ sql, params }, StoredTouch, { lookup: true })
  return new Map(rows.map((row) => [row.touch_id, row]))
}

const NameRow = z.object({ level: z.string(), id: z.string(), name: z.string() })

/** Names of the campaigns, ad sets and ads in a journey, by level and id. */
export async function readAdNames(
  warehouse: ShopWarehouse,
  { campaign_ids, ad_set_ids, ad_ids }: Pick<JourneyRow, 'campaign_ids' | 'ad_set_ids' | 'ad_ids'>,
): Promise<(level: 'campaign' | 'ad_set' | 'ad', id: string) => string> {
  const params = { campaigns: campaign_ids, sets: ad_set_ids, ads: ad_ids }
  const isNamed = [...campaign_ids, ...ad_set_ids, ...ad_ids].some((id) => id !== '')
  const sql = `SELECT toString(ad_entities.level) AS level, name,
      multiIf(level = 'campaign', campaign_id, level = 'ad_set', ad_set_id, ad_id) AS id
    FROM ad_entities
    WHERE shop_id = {shop:UUID} AND (ad_entities.level = 'campaign' AND campaign_id IN {campaigns:Array(String)}
      OR ad_entities.level = 'ad_set' AND ad_set_id IN {sets:Array(String)} OR ad_entities.level = 'ad' AND ad_id IN {ads:Array(String)})`
  const rows = isNamed ? await warehouse.read({ sql, params }, NameRow, { lookup: true }) : []
  const names = new Map(rows.map(({ level, id, name }) => [`${level} ${id}`, name]))
  return (level, id) => (id === '' ? '' : (names.get(`${level} ${id}`) ?? ''))
}
