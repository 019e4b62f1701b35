// A shop on real stores with visitors made up by tests.
import type { CollectedEvent } from '@tillsight/tracking'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { StoredTouch, touchColumns } from './touches/touch-rows.ts'

/** Noon (UTC) on 15 June 2026. */
export const noon = Date.UTC(2026, 5, 15, 12)
export const minute = 60_000

let told = 0

interface Reported extends Partial<CollectedEvent> {
  /** The address's query, with its question mark. */
  readonly query?: string | undefined
}

/** A page view of a visitor, or another event, `at` minutes after {@link noon}. */
export function view(visitorId: string, at: number, { query = '', ...more }: Reported = {}): CollectedEvent {
  told += 1
  return {
    eventId: `event-${told}`,
    visitorId,
    at: noon + at * minute,
    receivedAt: noon + at * minute + 200,
    name: 'page_view',
    source: 'pixel',
    url: `https://shop.example/socks${query}`,
    referrer: '',
    consent: 'granted',
    mayKeepClicks: true,
    maySendUserData: true,
    mayPersonalise: true,
    identifiers: [],
    orderId: '',
    checkoutToken: '',
    cartToken: '',
    value: '0',
    currency: '',
    browserKeys: {},
    bot: 'no',
    botReasons: [],
    network: '192.0.2.0',
    ...more,
  }
}

/** All touches of a shop, by time and visitor. */
export function readTouches({ warehouse }: Pick<ShopContext, 'warehouse'>): Promise<StoredTouch[]> {
  const sql = `SELECT ${touchColumns} FROM touches WHERE shop_id = {shop:UUID} ORDER BY at, visitor_id, touch_id`
  return warehouse.read({ sql, params: {} }, StoredTouch)
}

/** Touches in short form: minutes after {@link noon}, visitor and channel. */
export async function readShortTouches(ctx: Pick<ShopContext, 'warehouse'>): Promise<string[]> {
  return (await readTouches(ctx)).map(
    ({ ms, visitor_id, channel }) => `${(ms - noon) / minute} ${visitor_id} ${channel}`,
  )
}

/** Number of current rows of a table. */
export async function countRows(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  table: 'events' | 'identifications' | 'touches',
  where = '1',
): Promise<number> {
  const sql = `SELECT count() AS count FROM ${table} WHERE shop_id = {shop:UUID} AND (${where})`
  const [row] = await warehouse.read({ sql, params: {} }, z.object({ count: z.coerce.number() }))
  return row?.count ?? 0
}

const entity = {
  platform: 'googleads',
  account_id: 'acc',
  ad_set_id: '',
  ad_id: '',
  status: 'active',
  status_text: 'ENABLED',
  kind: '',
  budget: '0',
  budget_per: 'none',
  budget_shared_by: '',
  starts_on: '1970-01-01',
  ends_on: '1970-01-01',
  landing_url: '',
  url_tags: '',
  creative_id: '',
  title: '',
  text: '',
  image_url: '',
  is_video: 0,
  seen_at: new Date(noon),
  version: 1,
  is_deleted: 0,
} as const

/** An ad, ad set or campaign as set up at its platform. */
export function adEntity(row: {
  readonly level: 'campaign' | 'ad_set' | 'ad'
  readonly campaign_id: string
  readonly name: string
  readonly platform?: string
  readonly ad_set_id?: string
  readonly ad_id?: string
  readonly kind?: string
}) {
  return { ...entity, ...row }
}
