import type { Dimension } from './definition.ts'

const orderFact = { cardinality: 'low', level: 'order', type: 'text' } as const
const lineFact = { cardinality: 'high', level: 'line', type: 'text' } as const
const adFact = { level: 'ad', type: 'text' } as const
const goods = "line_type IN ('product', 'gift_card')"

const idColumns = ['platform', 'account_id', 'campaign_id', 'ad_set_id', 'ad_id'] as const

/** Levels below an ad account, outermost first. */
export const placeLevels = ['campaign', 'ad_set', 'ad'] as const
/** One of {@link placeLevels}. */
export type PlaceLevel = (typeof placeLevels)[number]

/** The columns that identify entities of a level, outermost first. */
export function placeColumns(level: PlaceLevel | 'account'): readonly (typeof idColumns)[number][] {
  return idColumns.slice(0, level === 'account' ? 2 : placeLevels.indexOf(level) + 3)
}

/** A level of ad accounts as a dimension: its values are the id parts, joined by `/`. */
function placeOf<Level extends PlaceLevel | 'account'>(level: Level) {
  const columns = placeColumns(level)
  return { key: `concat(${columns.join(", '/', ")})`, place: { level, columns } } as const
}

const [account, campaign, adSet, ad] = [placeOf('account'), placeOf('campaign'), placeOf('ad_set'), placeOf('ad')]

/** Every breakdown and filter. `local_second` is the shop's wall clock as seconds, provided by the compiler. */
export const dimensions = [
  {
    ...orderFact,
    id: 'country',
    label: 'Country',
    description: 'Country the order is delivered to, as an ISO code.',
    isRolledUp: true,
    on: { ledger: 'country' },
  },
  {
    ...orderFact,
    id: 'region',
    label: 'Region',
    description: 'State or province the order is delivered to, as an ISO code with its country.',
    cardinality: 'high',
    on: {
      ledger:
        "if(region = '' OR startsWith(region, concat(country, '-')), toString(region), concat(country, '-', region))",
    },
  },
  {
    ...lineFact,
    id: 'product',
    label: 'Product',
    description: 'Product of the line; shipping, charges and the like have none.',
    lines: goods,
    name: 'title',
    on: { ledger: 'product_id' },
  },
  {
    ...lineFact,
    id: 'variant',
    label: 'Variant',
    description: 'Variant of the product of the line.',
    lines: goods,
    name: 'title',
    on: { ledger: 'variant_id' },
  },
  {
    ...lineFact,
    id: 'sku',
    label: 'SKU',
    description: 'Stock keeping unit of the line.',
    lines: goods,
    name: 'title',
    on: { ledger: 'sku' },
  },
  {
    ...lineFact,
    id: 'line_type',
    label: 'Line type',
    description: 'What the line is: a product, shipping, a charge and so on.',
    cardinality: 'low',
    values: ['product', 'gift_card', 'shipping', 'charge', 'tip', 'adjustment'],
    on: { ledger: 'line_type' },
  },
  {
    ...orderFact,
    id: 'sales_channel',
    label: 'Sales channel',
    description: 'Where the order was placed, such as the online store or the point of sale.',
    isRolledUp: true,
    on: { ledger: 'sales_channel' },
  },
  {
    ...orderFact,
    id: 'coupon',
    label: 'Coupon',
    description: 'Discount code of the order; an order with two codes is in both, so the rows exceed the total.',
    cardinality: 'high',
    type: 'list',
    on: { ledger: 'coupons' },
  },
  {
    ...orderFact,
    id: 'gateway',
    label: 'Payment method',
    description: 'Payment gateway of the order.',
    on: { ledger: 'gateway' },
  },
  {
    ...orderFact,
    id: 'customer_class',
    label: 'Customer type',
    description:
      'Whether the order made a customer, came from one, or cannot be tied to anybody; free orders have none.',
    values: ['none', 'new', 'returning', 'unidentified'],
    on: { ledger: 'customer_class' },
  },
  {
    ...orderFact,
    id: 'order_status',
    label: 'Order status',
    description: "The order's status in the store right now.",
    on: { ledger: 'order_status' },
  },
  {
    ...orderFact,
    id: 'currency',
    label: 'Order currency',
    description: 'Currency the buyer ordered in; amounts are converted all the same.',
    on: { ledger: 'currency' },
  },
  {
    ...orderFact,
    id: 'source',
    label: 'Source',
    description: 'Connection the order came through, such as a store platform or an import.',
    on: { ledger: 'source' },
  },
  {
    ...orderFact,
    id: 'weekday',
    label: 'Weekday',
    description: "Day of the week on the shop's calendar, Monday = 1 to Sunday = 7.",
    type: 'number',
    values: ['1', '2', '3', '4', '5', '6', '7'],
    on: { ledger: 'toUInt8((intDiv(local_second, 86400) + 3) % 7 + 1)', ads: 'toUInt8((day_number + 3) % 7 + 1)' },
  },
  {
    ...orderFact,
    id: 'hour_of_day',
    label: 'Hour of the day',
    description: "Hour on the shop's clock, 0 to 23.",
    type: 'number',
    values: Array.from({ length: 24 }, (_, hour) => String(hour)),
    on: { ledger: 'toUInt8(intDiv(local_second % 86400, 3600))' },
  },
  {
    ...adFact,
    id: 'channel',
    label: 'Channel',
    description: 'Ad platform, or what the shop calls a channel whose costs are entered.',
    cardinality: 'low',
    on: { ads: 'toString(channel)', reach: 'toString(platform)' },
  },
  {
    ...adFact,
    id: 'ad_account',
    label: 'Ad account',
    description: 'Account of an ad platform, as platform/account.',
    cardinality: 'high',
    place: account.place,
    on: { ads: account.key, reach: account.key },
  },
  {
    ...adFact,
    id: 'campaign',
    label: 'Campaign',
    description: 'Campaign of an ad account; without an id it is what the account has beyond its campaigns.',
    cardinality: 'high',
    place: campaign.place,
    on: { ads: campaign.key, reach: campaign.key },
  },
  {
    ...adFact,
    id: 'ad_set',
    label: 'Ad set',
    description: 'Ad set or ad group; without an id it is what the campaign has beyond its ad sets.',
    cardinality: 'high',
    place: adSet.place,
    on: { ads: adSet.key },
  },
  {
    ...adFact,
    id: 'ad',
    label: 'Ad',
    description: 'A single ad; without an id it is what the ad set has beyond its ads.',
    cardinality: 'high',
    place: ad.place,
    on: { ads: ad.key },
  },
  {
    ...adFact,
    id: 'ad_status',
    label: 'Campaign status',
    description: 'Whether the campaign runs right now, as its platform says.',
    cardinality: 'low',
    on: { ads: 'campaign_status' },
  },
  {
    ...adFact,
    id: 'ad_kind',
    label: 'Campaign kind',
    description: 'Kind of the campaign in the words of its platform, such as Performance Max.',
    cardinality: 'low',
    on: { ads: 'campaign_kind' },
  },
] as const satisfies readonly Dimension[]
