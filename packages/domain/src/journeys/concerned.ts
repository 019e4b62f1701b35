import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { isDeclined } from './journey-sql.ts'
import { crowdedSql, mostDevicesOfPerson, nobody } from './sightings-sql.ts'

/** What the journeys of some orders depend on. */
export interface Concerned {
  /** All orders of their buyers, including themselves, and orders without an identified buyer from the buyers' devices. */
  readonly related: readonly string[]
  /** All devices that their buyers, and others on the same devices, were ever seen on; empty if nobody was seen at all. */
  readonly visitors: readonly string[]
  /** People on these devices who were seen on more devices than one person can have. */
  readonly crowded: readonly string[]
}

/** How a person is identified on devices. */
interface Names {
  readonly identifiers: readonly string[]
  readonly orders: readonly string[]
}

type Texts = Readonly<Record<string, readonly string[]>>
const TextRow = z.object({ kind: z.string(), text: z.string() })
const shop = 'shop_id = {shop:UUID}'
const isParams = 'order_id IN {orders:Array(String)}'

async function look(
  warehouse: ShopWarehouse,
  selects: readonly string[],
  params: Texts,
): Promise<(kind: string) => string[]> {
  if (selects.length === 0) return () => []
  const sql = selects.map((select) => `SELECT DISTINCT ${select}`).join(' UNION ALL ')
  const rows = await warehouse.read({ sql, params }, TextRow, { lookup: true })
  return (kind) => rows.flatMap((row) => (row.kind === kind ? [row.text] : []))
}

/** Facts that change, or have changed. */
interface Change {
  readonly orders: readonly string[]
  readonly customers?: readonly string[]
  readonly identifiers?: readonly string[]
}

/** The people behind facts, and the devices they were seen on. */
interface Context extends Names {
  /** The devices on which these people were identified. */
  readonly visitors: readonly string[]
  /** Results of the additional look-ups, by kind. */
  readonly found: (kind: string) => string[]
}

/**
 * Finds the buyers behind facts, all their identifiers, and the devices they were seen on; `more` are additional look-ups to
 * run at the same time.
 */
async function contextOf(
  warehouse: ShopWarehouse,
  { orders, customers = [], identifiers = [] }: Change,
  more: readonly string[] = [],
): Promise<Context> {
  const start = await look(warehouse, [...buyersSql(orders), ...namesSql(customers)], { orders, customers })
  const others = start('customer').filter((customer) => !customers.includes(customer))
  const names = join({ identifiers: start('identifier'), orders: start('order') }, await namesOf(warehouse, others))
  const asked = union(orders, names.orders)
  const all = { identifiers: union(identifiers, names.identifiers), orders: asked }
  const found = await look(warehouse, [...seenSql(all), ...(asked.length > 0 ? more : [])], all)
  return { identifiers: names.identifiers, orders: asked, visitors: union(found('visitor')), found }
}

/** Finds the buyers of orders, or the devices the orders came from, and all devices of those people. */
export async function concernedBy(warehouse: ShopWarehouse, orders: readonly string[]): Promise<Concerned> {
  return concernedIn(warehouse, await contextOf(warehouse, { orders }))
}

async function concernedIn(warehouse: ShopWarehouse, around: Context): Promise<Concerned> {
  const company = await companyOf(warehouse, around.visitors, around)
  const crowds = await findCrowds(warehouse, company.visitors)
  return {
    related: union(around.orders, company.orders),
    visitors: company.visitors,
    crowded: crowds.map(({ owner }) => owner),
  }
}

/** Orders whose journeys a change makes stale, with what is already known about all of them. */
export interface Aged {
  readonly orders: readonly string[]
  readonly concerned?: Concerned
  readonly standing?: Status
}

/** What exists about orders besides the ledger and device events. */
export interface Status {
  /** Whether any has a stored journey. */
  readonly stored: boolean
  /** Whether any has evidence of its own, a survey response, or a journey that is not empty. */
  readonly told: boolean
  /** Orders whose buyer declined consent. */
  readonly declined: readonly string[]
}

/** Finds the orders whose journeys a change of facts makes stale; `visitors` are devices with changes. */
export async function agedBy(
  warehouse: ShopWarehouse,
  { visitors, ...change }: Change & { readonly visitors: readonly string[] },
): Promise<Aged> {
  const around = await contextOf(warehouse, change, statusSql)
  const { orders, found } = around
  const [stored, told] = [found('stored'), found('told')]
  const isReported = told.length > 0 || stored.includes('told')
  const standing = { stored: stored.length > 0, told: isReported, declined: found('declined') }
  if (visitors.length + around.visitors.length === 0) {
    return { orders, concerned: { related: orders, visitors: [], crowded: [] }, standing }
  }
  const alone = await findAlone(warehouse, around, visitors)
  if (alone) return { orders, concerned: alone, standing }
  const changed = { identifiers: change.identifiers ?? [], orders: change.orders }
  const near = union(visitors, await devicesOf(warehouse, changed))
  return { orders: union(orders, await ordersOfVisitors(warehouse, near)) }
}

/** Dependencies of orders if nobody else was seen on the few buyers' devices, which is the most common case. */
async function findAlone(
  warehouse: ShopWarehouse,
  around: Context,
  visitors: readonly string[],
): Promise<Concerned | undefined> {
  const { orders } = around
  const seen = union(around.visitors, visitors)
  if (orders.length === 0 || seen.length > mostDevicesOfPerson) return undefined
  const company = await companyOf(warehouse, seen, around)
  const isAlone = company.visitors.length <= mostDevicesOfPerson && isAmong({ ...company, identifiers: [] }, around)
  return isAlone ? { related: orders, visitors: company.visitors, crowded: [] } : undefined
}

const hasVisits = "notEmpty(touch_ids) OR milestone_ms > 0 OR survey_channel != ''"
const statusSql = [
  `'stored' AS kind, if(${hasVisits}, 'told', '') AS text FROM journeys WHERE ${shop} AND ${isParams}`,
  `'told' AS kind, '' AS text FROM touches WHERE ${shop} AND visitor_id = '' AND ${isParams}`,
  `'told' AS kind, '' AS text FROM survey_answers WHERE ${shop} AND ${isParams}`,
  `'declined' AS kind, order_id AS text FROM events WHERE ${shop} AND ${isDeclined} AND ${isParams}`,
]

/** The orders whose journeys depend on some devices: those of people seen there, and those placed there. */
async function ordersOfVisitors(warehouse: ShopWarehouse, visitors: readonly string[]): Promise<readonly string[]> {
  const company = await companyOf(warehouse, visitors)
  const crowds = await findCrowds(warehouse, company.visitors)
  // People who exceed the device limit only because of these devices: their other devices now have another owner.
  const fresh = crowds.filter(({ devices }) => devices.length - visitors.length <= mostDevicesOfPerson)
  if (fresh.length === 0) return union(company.orders, company.orders)
  const wider = await companyOf(warehouse, union(visitors, ...fresh.map(({ devices }) => devices)))
  return union(company.orders, wider.orders)
}

/** Everybody who was seen on some devices. */
interface Company {
  /** Their orders, and orders without an identified buyer from these devices. */
  readonly orders: readonly string[]
  /** All devices that they were seen on. */
  readonly visitors: readonly string[]
}

/** `around`: what is already known about the people. */
async function companyOf(warehouse: ShopWarehouse, visitors: readonly string[], around?: Context): Promise<Company> {
  if (visitors.length === 0) return { orders: [], visitors: [] }
  const named = await namedOn(warehouse, visitors)
  if (around && isAmong(named, around)) return { orders: around.orders, visitors: union(visitors, around.visitors) }
  const customers = await customersOf(warehouse, named)
  const names = join(named, await namesOf(warehouse, customers))
  return { orders: names.orders, visitors: union(visitors, await devicesOf(warehouse, names)) }
}

function isAmong(some: Names, all: Names): boolean {
  const [identifiers, orders] = [new Set(all.identifiers), new Set(all.orders)]
  return some.identifiers.every((each) => identifiers.has(each)) && some.orders.every((each) => orders.has(each))
}

/** People with too many devices; `visitors` must include all devices of everybody in question. */
async function findCrowds(
  warehouse: ShopWarehouse,
  visitors: readonly string[],
): Promise<{ readonly owner: string; readonly devices: string[] }[]> {
  if (visitors.length <= mostDevicesOfPerson) return []
  const query = { sql: crowdedSql, params: { visitors } }
  return warehouse.read(query, z.object({ owner: z.string(), devices: z.array(z.string()) }), { lookup: true })
}

/** The people identified on devices. */
async function namedOn(warehouse: ShopWarehouse, visitors: readonly string[]): Promise<Names> {
  if (visitors.length === 0) return { identifiers: [], orders: [] }
  const from = `FROM identifications WHERE ${shop} AND visitor_id IN {visitors:Array(String)}`
  const found = await look(
    warehouse,
    [
      `'identifier' AS kind, arrayJoin(identifiers) AS text ${from}`,
      `'order' AS kind, order_id AS text ${from} AND order_id != ''`,
    ],
    { visitors },
  )
  return { identifiers: found('identifier'), orders: found('order') }
}

async function customersOf(warehouse: ShopWarehouse, { identifiers, orders }: Names): Promise<string[]> {
  if (identifiers.length === 0 && orders.length === 0) return []
  const found = await look(
    warehouse,
    [
      `'' AS kind, toString(customer_id) AS text FROM identities WHERE ${shop} AND identifier IN {identifiers:Array(FixedString(32))}`,
      `'' AS kind, toString(customer_id) AS text FROM ledger WHERE ${shop} AND head = 1 AND customer_id != ${nobody} AND order_id IN {orders:Array(String)}`,
    ],
    { identifiers: identifiers.filter(({ length }) => length === 32), orders },
  )
  return union(found(''))
}

/** The customers of orders, those that have one. */
const buyersSql = (orders: readonly string[]) =>
  orders.length === 0
    ? []
    : [
        `'customer' AS kind, toString(customer_id) AS text FROM ledger WHERE ${shop} AND head = 1 AND customer_id != ${nobody} AND ${isParams}`,
      ]

/** Customers' identifiers and orders. */
function namesSql(customers: readonly string[]): string[] {
  if (customers.length === 0) return []
  const among = 'customer_id IN {customers:Array(UUID)}'
  return [
    `'identifier' AS kind, toString(identifier) AS text FROM identities WHERE ${shop} AND ${among}`,
    `'order' AS kind, order_id AS text FROM ledger WHERE ${shop} AND head = 1 AND ${among}`,
  ]
}

async function namesOf(warehouse: ShopWarehouse, customers: readonly string[]): Promise<Names> {
  const found = await look(warehouse, namesSql(customers), { customers })
  return { identifiers: found('identifier'), orders: found('order') }
}

/** Above this many, looking up each takes longer than reading all rows. */
const mostNeedles = 100

/** The devices on which these people were identified. */
function seenSql({ identifiers, orders }: Names): string[] {
  const from = `'visitor' AS kind, visitor_id AS text FROM identifications WHERE ${shop} AND visitor_id != ''`
  const named =
    identifiers.length > mostNeedles
      ? 'arrayExists(each -> each IN {identifiers:Array(String)}, identifiers)'
      : 'hasAny(identifiers, {identifiers:Array(String)})'
  return [
    ...(identifiers.length > 0 ? [`${from} AND ${named}`] : []),
    ...(orders.length > 0 ? [`${from} AND ${isParams}`] : []),
  ]
}

async function devicesOf(warehouse: ShopWarehouse, names: Names): Promise<string[]> {
  const { identifiers, orders } = names
  return union((await look(warehouse, seenSql(names), { identifiers, orders }))('visitor'))
}

function join(one: Names, other: Names): Names {
  return { identifiers: union(one.identifiers, other.identifiers), orders: union(one.orders, other.orders) }
}

function union(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())]
}
