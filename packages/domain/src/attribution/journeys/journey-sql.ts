// SQL that derives the rows of `journeys` (attribution.md §1, §3, §7). Pure text.
import { returned, sold } from '@tillsight/metrics'
import { journeys } from '@tillsight/warehouse'
import { allDevices, type Devices, devicesSql, listedDevices, nobody, orderOwner, ownerAt } from './sightings-sql.ts'

/**
 * What is derived. `orders`: those of `{orders:Array(String)}`, whose buyers have the orders `{related:Array(String)}` and the
 * devices `{visitors:Array(String)}`; `unseen`: the same, of buyers who were seen on no device. `part`: those of the people
 * of part `{part:UInt16}` of `{parts:UInt16}`.
 */
export type JourneyScope = 'orders' | 'unseen' | 'part'

/** Devices with who was seen on them when: all that something needs, or those that were found before. */
const devicesFor = (scope: JourneyScope, needed: Devices) => devicesSql(scope === 'part' ? needed : null)
const inPart = (owner: string) => `cityHash64(${owner}) % {parts:UInt16} = {part:UInt16}`
const isRelated = 'order_id IN {related:Array(String)}'
const isAsked = 'order_id IN {orders:Array(String)}'
const isKnown = `customer_id != ${nobody} AND customer_id NOT IN {crowded:Array(UUID)}`
const heads = 'FROM ledger WHERE shop_id = {shop:UUID} AND head = 1'
const facts = 'order_id, placed_at, order_name, order_status, paid, customer_class'

/** Counted orders with their owners. One that names nobody belongs to the device that it came from. */
function ordersSql(scope: JourneyScope): string {
  const nameless = scope === 'unseen' ? placelessSql : namelessSql(scope)
  return `
  SELECT ${facts}, customer_id AS owner, toString(customer_id) AS person
  ${heads} AND ${isKnown} AND ${scope === 'part' ? inPart('customer_id') : isRelated}
  UNION ALL
  SELECT ${facts}, owner, person FROM (${nameless}) WHERE ${scope === 'part' ? inPart('owner') : '1'}`
}

const placelessSql = `
  SELECT ${facts}, ${orderOwner('order_id')} AS owner, '' AS person ${heads} AND NOT (${isKnown}) AND ${isRelated}`

function namelessSql(scope: JourneyScope): string {
  const some = scope === 'part' ? '1' : isRelated
  const isLost = "is_named OR device = '' OR crowded"
  return `
  SELECT ${facts},
    if(${isLost}, ${orderOwner('order_id')}, ${ownerAt('placed_ms', 'device')}) AS owner,
    multiIf(${isLost}, '', empty(seen), concat('device ', device), toString(owner)) AS person
  FROM (
    SELECT ${facts}, is_named, device, toInt64(toUnixTimestamp(placed_at)) * 1000 AS placed_ms
    FROM (SELECT ${facts}, customer_id != ${nobody} AS is_named ${heads} AND NOT (${isKnown}) AND ${some}) AS heads
    LEFT JOIN (
      SELECT order_id AS its_order, argMin(visitor_id, (at, visitor_id)) AS device
      FROM identifications WHERE shop_id = {shop:UUID} AND order_id != '' AND visitor_id != '' AND ${some}
      GROUP BY order_id
    ) AS places ON heads.order_id = places.its_order
  ) AS nameless
  LEFT JOIN (${devicesFor(scope, devicesOfNameless)}) AS devices ON nameless.device = devices.visitor`
}

/** Devices from which orders came that name nobody. */
const devicesOfNameless = `visitor_id IN (
  SELECT visitor_id FROM identifications WHERE shop_id = {shop:UUID} AND order_id IN (
    SELECT order_id ${heads} AND customer_id = ${nobody}))`

/** Money of orders as the catalogue counts it: `orderRevenue`, `returns`, `goods`, `returnsProducts`. */
function moneySql(scope: JourneyScope): string {
  const some = scope === 'part' ? `(NOT (${isKnown}) OR ${inPart('customer_id')})` : isRelated
  return `
  SELECT order_id AS its_order, max(kind = 'cancel') AS is_reversed,
    sumIf(gross - discount + tax, ${sold.all}) AS revenue, sumIf(discount - gross - tax, ${returned.all}) AS revenue_back,
    sumIf(gross - discount, ${sold.goods}) AS goods_sold,
    sumIf(discount - gross, ${returned.goodsAndAdjustments}) AS goods_returned
  FROM ledger WHERE shop_id = {shop:UUID} AND ${some}
  GROUP BY order_id`
}

/** What a journey keeps of a touch, and whether a machine made it. Sorts by time, then by id. */
const touch = `(toUnixTimestamp64Milli(at), touch_id, toUInt8(kind), toString(channel), toString(platform), paid,
  toString(account_id), campaign_id, ad_set_id, ad_id, bot = 'bot')`

/** Touches by owner, the oldest first. */
function touchesSql(scope: JourneyScope): string {
  if (scope === 'unseen') {
    return `SELECT ${orderOwner('order_id')} AS its_owner, groupArray(${touch}) AS touches
      FROM touches WHERE shop_id = {shop:UUID} AND 0 GROUP BY its_owner`
  }
  const some =
    scope === 'part'
      ? '(SELECT visitor_id FROM identifications WHERE shop_id = {shop:UUID})'
      : '{visitors:Array(String)}'
  return `
  SELECT owner AS its_owner, arraySort(groupArray(touch)) AS touches
  FROM (
    SELECT ${ownerAt('touch.1', 'visitor_id')} AS owner, touch
    FROM (
      SELECT visitor_id, ${touch} AS touch FROM touches
      WHERE shop_id = {shop:UUID} AND visitor_id != '' AND visitor_id IN ${some}
    ) AS seen_touches
    LEFT JOIN (${devicesFor(scope, allDevices)}) AS devices ON seen_touches.visitor_id = devices.visitor
    WHERE NOT crowded AND ${scope === 'part' ? inPart('owner') : '1'}
  )
  GROUP BY owner`
}

/** What orders say of themselves, and what platforms tied to them, by order. */
function saidSql(scope: JourneyScope): string {
  return `
  SELECT order_id AS its_order, arraySort(groupArrayIf(${touch}, origin = 'order')) AS said,
    groupArrayIf(${touch}, origin != 'order') AS tied
  FROM touches WHERE shop_id = {shop:UUID} AND visitor_id = '' AND ${scope === 'part' ? "order_id != ''" : isAsked}
  GROUP BY order_id`
}

/** When each owner first did what the shop calls the middle of a journey. */
function milestonesSql(scope: JourneyScope): string {
  if (scope === 'unseen')
    return `SELECT ${orderOwner("''")} AS its_owner, toInt64(0) AS first_ms WHERE {shop:UUID} != {shop:UUID}`
  return `
  SELECT ${ownerAt('ms', 'visitor_id')} AS its_owner, min(ms) AS first_ms
  FROM (
    SELECT visitor_id, toUnixTimestamp64Milli(at) AS ms FROM events
    WHERE shop_id = {shop:UUID} AND name = {milestone:String} AND ${scope === 'part' ? allDevices : listedDevices}
  ) AS steps
  LEFT JOIN (${devicesFor(scope, devicesOfSteps)}) AS devices ON steps.visitor_id = devices.visitor
  WHERE NOT crowded
  GROUP BY its_owner`
}

const devicesOfSteps =
  'visitor_id IN (SELECT visitor_id FROM events WHERE shop_id = {shop:UUID} AND name = {milestone:String})'

/** Orders whose buyer did not agree to be recognised. */
function declinedSql(scope: JourneyScope): string {
  return `SELECT order_id FROM events WHERE shop_id = {shop:UUID} AND name = 'purchase' AND visitor_id = ''
    AND consent != 'granted' AND ${scope === 'part' ? "order_id != ''" : isAsked}`
}

/** Orders with the previous one of the same owner that counts. */
function placesSql(scope: JourneyScope): string {
  return `
  SELECT *, max(paid) OVER (PARTITION BY owner) AS has_paid,
    maxIf(placed_ms, NOT is_cancelled) OVER (PARTITION BY owner ORDER BY placed_ms, order_id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before_ms
  FROM (
    SELECT *, toInt64(toUnixTimestamp(placed_at)) * 1000 AS placed_ms, is_reversed OR order_status = 'cancelled' AS is_cancelled
    FROM (${ordersSql(scope)}) AS orders
    INNER JOIN (${moneySql(scope)}) AS money ON orders.order_id = money.its_order
  )`
}

/** The columns of a journey; what lists hold is in \`journey\`. */
const columns = (scope: JourneyScope): Readonly<Record<string, string>> => ({
  placed_at: 'placed_at',
  order_id: 'order_id',
  order_name: 'order_name',
  person: 'person',
  customer_class: 'customer_class',
  cancelled: 'is_cancelled',
  consent_gap: `empty(journey) AND order_id IN (${declinedSql(scope)})`,
  previous_ms: 'before_ms',
  milestone_ms: 'multiIf(step_before > 0, step_before, first_ms <= placed_ms, first_ms, 0)',
  survey_channel: "''",
  order_revenue: 'revenue',
  order_revenue_back: 'revenue_back',
  goods: 'goods_sold',
  goods_back: 'goods_returned',
  touch_ids: 'journey.2',
  touch_ms: 'journey.1',
  kinds: 'journey.3',
  channels: 'journey.4',
  platforms: 'journey.5',
  paid: 'journey.6',
  account_ids: 'journey.7',
  campaign_ids: 'journey.8',
  ad_set_ids: 'journey.9',
  ad_ids: 'journey.10',
})

/** What tells two forms of a row apart. */
const fingerprint = `cityHash64(${Object.keys(columns('part')).join(', ')})`

function typeOf(column: string): string {
  return (journeys.columns as Readonly<Record<string, string>>)[column] ?? ''
}

function typed(scope: JourneyScope): string {
  const list = Object.entries(columns(scope))
  return list.map(([name, value]) => `CAST(${value}, '${typeOf(name).replaceAll("'", "\\'")}') AS ${name}`).join(', ')
}

/**
 * What journeys say of visits before `{kept_from:Int64}`, which may be kept no more: it stays as it is. What an order says of
 * itself is always kept.
 */
function earlierSql(scope: JourneyScope): string {
  const lists = ['channels', 'platforms', 'paid', 'account_ids', 'campaign_ids', 'ad_set_ids', 'ad_ids']
  const texts = lists.map((list) => (list === 'paid' ? list : `arrayMap(each -> toString(each), ${list})`))
  return `
  SELECT order_id AS its_order, if(milestone_ms < {kept_from:Int64}, milestone_ms, 0) AS step_before,
    arrayFilter(each -> each.1 < {kept_from:Int64} AND NOT startsWith(each.2, 'order '),
      arrayZip(touch_ms, touch_ids, kinds, ${texts.join(', ')}, arrayMap(each -> toUInt8(0), touch_ms))) AS earlier
  FROM journeys WHERE shop_id = {shop:UUID} AND ${scope === 'part' ? '1' : isAsked}
    AND (step_before > 0 OR arrayExists(each -> each < {kept_from:Int64}, touch_ms))`
}

/**
 * Every touch of the owner up to the order; what the order says of itself, only where nothing else is known. An order of
 * somebody who paid for one proves that no machine was at work.
 */
const journeySql = `
  arraySort(arrayConcat(
    earlier,
    arrayFilter(each -> each.1 <= placed_ms AND (each.11 = 0 OR has_paid)
      AND (empty(earlier) OR each.1 >= {kept_from:Int64}), touches),
    arrayFilter(each -> each.1 <= placed_ms, tied))) AS known,
  if(empty(known), arrayFilter(each -> each.1 <= placed_ms, said), known) AS journey`

/** Rows that differ from those that are stored. */
export function changedSql(scope: JourneyScope): string {
  const some = scope === 'part' ? '' : `AND ${isAsked}`
  return `
  SELECT *, {version:UInt64} AS version, 0 AS is_deleted
  FROM (
    SELECT ${typed(scope)}
    FROM (
      SELECT *, ${journeySql}
      FROM (${placesSql(scope)}) AS places
      LEFT JOIN (${touchesSql(scope)}) AS seen ON places.owner = seen.its_owner
      LEFT JOIN (${saidSql(scope)}) AS sayings ON places.order_id = sayings.its_order
      LEFT JOIN (${milestonesSql(scope)}) AS steps ON places.owner = steps.its_owner
      LEFT JOIN (${earlierSql(scope)}) AS before ON places.order_id = before.its_order
      WHERE 1 ${some}
    )
  )
  WHERE ${fingerprint} NOT IN (SELECT ${fingerprint} FROM journeys WHERE shop_id = {shop:UUID} ${some})
  SETTINGS max_block_size = 8192, max_joined_block_size_rows = 8192`
}

/** Takes the place of rows whose orders went, or are dated otherwise. */
export function goneSql(scope: JourneyScope): string {
  const some = scope === 'part' ? '' : `AND ${isAsked}`
  const kept = Object.keys(journeys.columns).filter((name) => !['shop_id', 'version', 'is_deleted'].includes(name))
  return `
  SELECT ${kept.join(', ')}, {version:UInt64} AS version, 1 AS is_deleted
  FROM (SELECT ${kept.join(', ')} FROM journeys WHERE shop_id = {shop:UUID} ${some})
  WHERE (order_id, placed_at) NOT IN (SELECT order_id, placed_at FROM ledger WHERE shop_id = {shop:UUID} AND head = 1 ${some})`
}
