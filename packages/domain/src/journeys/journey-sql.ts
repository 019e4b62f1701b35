import { returned, sold } from '@tillsight/metrics'
import { journeys } from '@tillsight/warehouse'
import {
  allDevices,
  deviceOwner,
  givenDevicesSql,
  keptDevicesSql,
  listedDevices,
  nobody,
  orderOwner,
  ownedDevicesSql,
  ownerAt,
} from './sightings-sql.ts'

// SQL for survey responses about what brought buyers to the shop (attribution.md §13). Pure text.
const hourMs = 3_600_000
const countedForMs = 30 * 24 * hourMs

/**
 * Whether a response counts for an order: given within 30 days after it. A shop's clock may be slightly ahead; a response
 * much earlier than the order came from somebody who guessed the number of a future order.
 */
export function isInTimeSql(saidMs: string, placedMs: string): string {
  return `${saidMs} >= ${placedMs} - ${hourMs} AND ${saidMs} <= ${placedMs} + ${countedForMs}`
}

/** Responses that map to a channel, by order. */
function resultsSql(some: string): string {
  return `
  SELECT order_id AS its_order, toString(channel) AS said_channel, toUnixTimestamp64Milli(answered_at) AS said_ms
  FROM survey_answers WHERE shop_id = {shop:UUID} AND channel != '' AND ${some}`
}

/** The channel in an order's survey response, from {@link resultsSql}; '' for none. */
const surveyChannel = `if(${isInTimeSql('said_ms', 'placed_ms')}, said_channel, '')`

// SQL that derives the rows of `journeys` (attribution.md §1, §3, §7). Pure text.

/**
 * The scope of a derivation. `orders`: those of `{orders:Array(String)}`, whose buyers have the orders
 * `{related:Array(String)}` and the devices `{visitors:Array(String)}`; `unseen`: the same, for buyers never seen on a
 * device; `bare`: among those, orders known to the ledger only, some of them without consent, as listed in
 * `{declined:Array(String)}`. `part`: the people of part `{part:UInt16}` of `{parts:UInt16}`, with the devices in
 * `device_owners` of `{version:UInt64}`.
 */
export type JourneyScope = 'orders' | 'unseen' | 'bare' | 'part'

const isUnseen = (scope: JourneyScope) => scope === 'unseen' || scope === 'bare'

const inPart = (owner: string) => `cityHash64(${owner}) % {parts:UInt16} = {part:UInt16}`
const isRelated = 'order_id IN {related:Array(String)}'
const isParams = 'order_id IN {orders:Array(String)}'
const isKnown = (customer: string) => `${customer} != ${nobody} AND ${customer} NOT IN {crowded:Array(UUID)}`

/**
 * Facts of counted orders, and their money by the catalogue's definitions: `orderRevenue`, `returns`, `goods`,
 * `returnsProducts`.
 */
const booked = {
  order_id: 'order_id',
  placed: 'anyIf(placed_at, head = 1)',
  name: 'anyIf(order_name, head = 1)',
  class: 'anyIf(customer_class, head = 1)',
  is_paid: 'anyIf(paid, head = 1)',
  buyer: 'anyIf(customer_id, head = 1)',
  placed_ms: 'toInt64(toUnixTimestamp(placed)) * 1000',
  is_cancelled: "max(kind = 'cancel') OR anyIf(order_status, head = 1) = 'cancelled'",
  revenue: `sumIf(gross - discount + tax, ${sold.all})`,
  revenue_back: `sumIf(discount - gross - tax, ${returned.all})`,
  goods_sold: `sumIf(gross - discount, ${sold.goods})`,
  goods_returned: `sumIf(discount - gross, ${returned.goodsAndAdjustments})`,
} as const
const facts = Object.keys(booked).join(', ')

function bookedSql(some: string): string {
  const list = Object.entries(booked).map(([name, value]) => (name === value ? name : `${value} AS ${name}`))
  return `
  SELECT ${list.join(', ')}
  FROM ledger WHERE shop_id = {shop:UUID} AND ${some} GROUP BY order_id HAVING max(head) = 1`
}

/** Counted orders with their owners. Without an identified buyer, an order belongs to its device. */
function ordersSql(scope: JourneyScope): string {
  if (isUnseen(scope)) {
    return `
  SELECT ${facts}, ${isKnown('buyer')} AS is_known, if(is_known, buyer, ${orderOwner('order_id')}) AS owner,
    if(is_known, toString(buyer), '') AS person
  FROM (${bookedSql(isRelated)})`
  }
  const isPart = scope === 'part'
  const some = isPart ? `(NOT (${isKnown('customer_id')}) OR ${inPart('customer_id')})` : isRelated
  const isLost = `buyer != ${nobody} OR device = '' OR crowded`
  return `
  SELECT ${facts}, ${isKnown('buyer')} AS is_known,
    multiIf(is_known, buyer, ${isLost}, ${orderOwner('order_id')}, ${ownerAt('placed_ms', deviceOwner('device'))}) AS owner,
    multiIf(is_known, toString(buyer), ${isLost}, '', empty(seen), concat('device ', device), toString(owner)) AS person
  FROM (${bookedSql(some)}) AS orders
  LEFT JOIN (
    SELECT its_order, device, seen, owners, crowded
    FROM (${isPart ? keptDevicesSql('1') : givenDevicesSql}) AS devices
    RIGHT JOIN (
      SELECT order_id AS its_order, argMin(visitor_id, (at, visitor_id)) AS device
      FROM identifications
      WHERE shop_id = {shop:UUID} AND order_id != '' AND visitor_id != '' AND ${isPart ? isNameless : isRelated}
      GROUP BY order_id
    ) AS used ON devices.visitor = used.device
  ) AS places ON orders.order_id = places.its_order
  WHERE is_known OR ${isPart ? inPart('owner') : '1'}`
}

/** Only orders without an identified buyer need a device. */
const isNameless = `order_id IN (
  SELECT order_id FROM ledger WHERE shop_id = {shop:UUID} AND head = 1 AND customer_id = ${nobody})`

/** The texts of a touch kept in a journey; the list of each has its name and an s. */
const texts = ['channel', 'platform', 'account_id', 'campaign_id', 'ad_set_id', 'ad_id']

/** A byte that no text in UTF-8 contains. */
const seam = "'\\xFF'"

/**
 * A touch on its way into a journey. Sorts by time, then by id. All else is one number, of its kind and whether it was paid
 * or a bot's, and one text: grouping and copying every field apart costs the engine more than taking few apart at the end.
 */
function touchOf(ms: string, id: string, [kind, bot]: readonly [kind: string, bot: string]): string {
  return `(${ms}, ${id}, toUInt8(${kind} + 4 * paid + 8 * (${bot})), concat(${texts.join(`, ${seam}, `)}))`
}

const touch = touchOf('toUnixTimestamp64Milli(at)', 'touch_id', ['toUInt8(kind)', "bot = 'bot'"])
const touchType = 'Tuple(Int64, String, UInt8, String)'
const asTouches = (list: string) => `CAST(${list}, 'Array(${touchType})')`

/** The lists of a journey: of the touches in `journey`, whose texts are in `pieces`. */
const lists: Readonly<Record<string, string>> = {
  touch_ms: 'journey.1',
  touch_ids: 'journey.2',
  kinds: 'arrayMap(each -> bitAnd(each, 3), journey.3)',
  paid: 'arrayMap(each -> bitTest(each, 2), journey.3)',
  ...Object.fromEntries(texts.map((text, index) => [`${text}s`, `arrayMap(each -> each[${index + 1}], pieces)`])),
}

function typeOf(column: string): string {
  return (journeys.columns as Readonly<Record<string, string>>)[column] ?? ''
}

/** Touches by owner, the oldest first, and when each first reached the shop's milestone: a touch of no kind. */
function seenSql(scope: JourneyScope): string {
  const some = `shop_id = {shop:UUID} AND ${scope === 'part' ? allDevices : listedDevices}`
  return `
  SELECT owner AS its_owner, ${asTouches('arraySort(groupArrayIf(touch, touch.3 != 0))')} AS touches,
    minIf(touch.1, touch.3 = 0) AS first_ms
  FROM (
    SELECT ${ownerOf(scope, 'touch.1')} AS owner, touch
    FROM (
      SELECT visitor_id, ${touch} AS touch FROM touches WHERE ${some}
      UNION ALL SELECT visitor_id, CAST((toUnixTimestamp64Milli(at), '', 0, ''), '${touchType}') AS touch FROM events WHERE ${some} AND name = {milestone:String}
    ) AS seen_touches
    ${devicesFor(scope)} ON seen_touches.visitor_id = devices.visitor
    WHERE NOT crowded AND ${scope === 'part' ? inPart('owner') : '1'}
  )
  GROUP BY owner`
}

/** Joins devices with who was seen on them and when; for a part, only devices that its people may have used. */
function devicesFor(scope: JourneyScope): string {
  if (scope !== 'part') return `LEFT JOIN (${givenDevicesSql}) AS devices`
  const isOfPart = `arrayExists(each -> ${inPart('each')}, if(empty(owners), [${deviceOwner('visitor_id')}], owners))`
  return `INNER JOIN (${ownedDevicesSql(`NOT crowded AND ${isOfPart}`)}) AS devices`
}

/** Owner of activity on a device of {@link devicesFor}. */
function ownerOf(scope: JourneyScope, ms: string): string {
  return ownerAt(ms, scope === 'part' ? 'only' : deviceOwner('visitor_id'))
}

/** Evidence of orders themselves, and views that platforms tied to them, by order. */
function saidSql(scope: JourneyScope): string {
  const [said, tied] = ['=', '!='].map((is) => `groupArrayIf(${touch}, origin ${is} 'order')`)
  return `
  SELECT order_id AS its_order, ${asTouches(`${said}`)} AS said, ${asTouches(`${tied}`)} AS tied
  FROM touches WHERE shop_id = {shop:UUID} AND visitor_id = '' AND ${scope === 'part' ? "order_id != ''" : isParams}
  GROUP BY order_id`
}

/** Condition for purchase events whose buyer declined consent. */
export const isDeclined = "name = 'purchase' AND visitor_id = '' AND consent != 'granted' AND is_foreign = 0"

function declinedSql(scope: JourneyScope): string {
  return `SELECT order_id FROM events WHERE shop_id = {shop:UUID} AND ${isDeclined} AND ${scope === 'part' ? "order_id != ''" : isParams}`
}

/** Orders with the same owner's previous order that counts. */
function placesSql(scope: JourneyScope): string {
  return `
  SELECT *, max(is_paid) OVER (PARTITION BY owner) AS has_paid,
    maxIf(placed_ms, NOT is_cancelled) OVER (PARTITION BY owner ORDER BY placed_ms, order_id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before_ms
  FROM (${ordersSql(scope)})`
}

/** Columns of a journey that come from the ledger. */
const booking = {
  placed_at: 'placed',
  order_id: 'order_id',
  order_name: 'name',
  person: 'person',
  customer_class: 'class',
  cancelled: 'is_cancelled',
  previous_ms: 'before_ms',
  order_revenue: 'revenue',
  order_revenue_back: 'revenue_back',
  goods: 'goods_sold',
  goods_back: 'goods_returned',
}

/** Columns that come from touches and events; those that are lists come from `journey`. */
const visits = (scope: JourneyScope): Readonly<Record<string, string>> => ({
  consent_gap: `empty(journey) AND order_id IN (${declinedSql(scope)})`,
  milestone_ms: isUnseen(scope)
    ? 'step_before'
    : 'multiIf(step_before > 0, step_before, first_ms <= placed_ms, first_ms, 0)',
  survey_channel: surveyChannel,
  ...lists,
})

const noVisits: Readonly<Record<string, string>> = {
  consent_gap: 'order_id IN {declined:Array(String)}',
  milestone_ms: '0',
  survey_channel: "''",
  ...Object.fromEntries(Object.keys(lists).map((list) => [list, '[]'])),
}

/** A hash for comparing two versions of a row. */
const fingerprint = `cityHash64(${Object.keys({ ...booking, ...noVisits }).join(', ')})`

/** Casts columns in the order of the table, so that rows of both kinds fit into one statement. */
function typed(columns: Readonly<Record<string, string>>): string {
  const list = Object.keys(journeys.columns).flatMap((name) => (name in columns ? [[name, columns[name]]] : []))
  return list
    .map(([name = '', value]) => `CAST(${value}, '${typeOf(name).replaceAll("'", "\\'")}') AS ${name}`)
    .join(', ')
}

/**
 * The part of a stored journey before `{kept_from:Int64}`, whose visits may have been deleted: it stays as it is. Evidence of
 * the order itself is always kept.
 */
function earlierSql(scope: JourneyScope): string {
  return `
  SELECT order_id AS its_order, if(milestone_ms < {kept_from:Int64}, milestone_ms, 0) AS step_before,
    arrayFilter(each -> each.1 < {kept_from:Int64} AND NOT startsWith(each.2, 'order '), arrayMap(
      (ms, id, kind, paid, ${texts.join(', ')}) -> ${touchOf('ms', 'id', ['kind', '0'])},
      touch_ms, touch_ids, kinds, paid, ${texts.map((text) => `${text}s`).join(', ')})) AS earlier
  FROM journeys WHERE shop_id = {shop:UUID} AND ${scope === 'part' ? '1' : isParams}
    AND (step_before > 0 OR arrayExists(each -> each < {kept_from:Int64}, touch_ms))`
}

/**
 * Every touch of the owner up to the order; the order's own evidence only if nothing else is known. If its owner has a paid
 * order, none of the touches is taken for a bot's. Most journeys need nothing beyond the already sorted touches.
 */
function journeySql(scope: JourneyScope, isNew: boolean): string {
  const seen = `arrayFilter(each -> each.1 <= placed_ms AND (each.3 < 8 OR has_paid)
      ${isNew ? '' : 'AND (empty(earlier) OR each.1 >= {kept_from:Int64})'}, touches)`
  return `
  ${isNew ? `${asTouches('[]')} AS earlier, 0 AS step_before,` : ''}
  ${isUnseen(scope) ? asTouches('[]') : seen} AS visits,
  arrayConcat(earlier, arrayFilter(each -> each.1 <= placed_ms, tied)) AS others,
  if(empty(visits) AND empty(others), arrayFilter(each -> each.1 <= placed_ms, said), others) AS more,
  if(empty(more), visits, arraySort(arrayConcat(more, visits))) AS journey,
  arrayMap(each -> splitByChar(${seam}, each), journey.4) AS pieces`
}

/** Rows that differ from the stored ones; `isNew`: none is stored. */
export function changedSql(scope: JourneyScope, isNew = false): string {
  const sql = `
    SELECT ${typed({ ...booking, ...visits(scope) })}
    FROM (SELECT *, ${journeySql(scope, isNew)} FROM ${knownSql(scope, isNew)})`
  return differingSql(sql, { scope, isNew })
}

/**
 * Orders with everything known about them. Touches are streamed past the orders: those are the smaller side to keep in
 * memory. What few orders have is joined last, so that nothing has to be copied for all others.
 */
function knownSql(scope: JourneyScope, isNew: boolean): string {
  const some = scope === 'part' ? '1' : isParams
  const places = `(SELECT * FROM (${placesSql(scope)}) WHERE ${some}) AS places`
  return `
      ${isUnseen(scope) ? places : `(${seenSql(scope)}) AS seen RIGHT JOIN ${places} ON seen.its_owner = places.owner`}
      LEFT JOIN (${saidSql(scope)}) AS sayings ON places.order_id = sayings.its_order
      LEFT JOIN (${resultsSql(some)}) AS answers ON places.order_id = answers.its_order
      ${isNew ? '' : `LEFT JOIN (${earlierSql(scope)}) AS before ON places.order_id = before.its_order`}`
}

/** The same for orders known to the ledger only. */
export function bareSql(isNew: boolean): string {
  const sql = `SELECT ${typed({ ...booking, ...noVisits })} FROM (${placesSql('bare')}) WHERE ${isParams}`
  return differingSql(sql, { scope: 'bare', isNew })
}

/** Owner of a stored journey; the nil id for devices and for orders without an identified buyer. */
const storedOwner = 'toUUIDOrZero(person)'

function differingSql(
  sql: string,
  { scope, isNew }: { readonly scope: JourneyScope; readonly isNew: boolean },
): string {
  const some = scope === 'part' ? `(${storedOwner} = ${nobody} OR ${inPart(storedOwner)})` : isParams
  const stored = `SELECT ${fingerprint} FROM journeys WHERE shop_id = {shop:UUID} AND ${some}`
  return `
  SELECT *, {version:UInt64} AS version, 0 AS is_deleted FROM (${sql})
  ${isNew ? '' : `WHERE ${fingerprint} NOT IN (${stored})`}
  ${scope === 'part' ? forParts : ''}`
}

/**
 * Lists are long: few rows at once. And joins are to stay as they are written: from the first part the engine remembers how
 * many devices there are, guesses that touches are fewer, and would hold all of the shop's touches in memory for the next.
 */
const forParts = `SETTINGS max_block_size = 8192, max_joined_block_size_rows = 8192,
    use_hash_table_stats_for_join_reordering = 0`

/** Tombstones for rows whose orders no longer exist, or have another date. */
export function goneSql(scope: JourneyScope): string {
  const some = scope === 'part' ? '' : `AND ${isParams}`
  const kept = Object.keys(journeys.columns).filter((name) => !['shop_id', 'version', 'is_deleted'].includes(name))
  return `
  SELECT ${kept.join(', ')}, {version:UInt64} AS version, 1 AS is_deleted
  FROM (SELECT ${kept.join(', ')} FROM journeys WHERE shop_id = {shop:UUID} ${some})
  WHERE (order_id, placed_at) NOT IN (SELECT order_id, placed_at FROM ledger WHERE shop_id = {shop:UUID} AND head = 1 ${some})`
}
