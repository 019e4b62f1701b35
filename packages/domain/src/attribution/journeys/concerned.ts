import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { crowdedSql, listedDevices, mostDevicesOfPerson, nobody } from './sightings-sql.ts'

/** What the journeys of some orders depend on. */
export interface Concerned {
  /** All orders of their buyers, themselves included, and those without a name from the buyers' devices. */
  readonly related: readonly string[]
  /** All devices that their buyers, and whoever else was seen there, were ever seen on; none where nobody was seen at all. */
  readonly visitors: readonly string[]
  /** Who of those seen on these devices was seen on too many for one person. */
  readonly crowded: readonly string[]
}

/** By what somebody is named on devices. */
interface Names {
  readonly identifiers: readonly string[]
  readonly orders: readonly string[]
}

type Texts = Readonly<Record<string, readonly string[]>>
const TextRow = z.object({ kind: z.string(), text: z.string() })
const shop = 'shop_id = {shop:UUID}'

async function look(
  warehouse: ShopWarehouse,
  selects: readonly string[],
  params: Texts,
): Promise<(kind: string) => string[]> {
  const sql = selects.map((select) => `SELECT DISTINCT ${select}`).join(' UNION ALL ')
  const rows = await warehouse.read({ sql, params }, TextRow, { lookup: true })
  return (kind) => rows.flatMap((row) => (row.kind === kind ? [row.text] : []))
}

/** Finds who bought orders, or whose devices they came from, and everything that those people were seen on. */
export async function concernedBy(warehouse: ShopWarehouse, orders: readonly string[]): Promise<Concerned> {
  const start = await look(
    warehouse,
    [
      `'customer' AS kind, toString(customer_id) AS text FROM ledger WHERE ${shop} AND head = 1 AND customer_id != ${nobody} AND order_id IN {orders:Array(String)}`,
      `'visitor' AS kind, visitor_id AS text FROM identifications WHERE ${shop} AND visitor_id != '' AND order_id IN {orders:Array(String)}`,
    ],
    { orders },
  )
  const names = await namesOf(warehouse, start('customer'))
  const own = await devicesOf(warehouse, names)
  const company = await companyOf(warehouse, union(start('visitor'), own))
  const crowds = await findCrowds(warehouse, company.visitors)
  return {
    related: union(orders, names.orders, company.orders),
    visitors: company.visitors,
    crowded: crowds.map(({ owner }) => owner),
  }
}

/** The orders whose journeys depend on what happens on some devices: those of everybody seen there, and from there. */
export async function ordersOfVisitors(
  warehouse: ShopWarehouse,
  visitors: readonly string[],
): Promise<readonly string[]> {
  const company = await companyOf(warehouse, visitors)
  const crowds = await findCrowds(warehouse, company.visitors)
  // Whom these very devices made too many people for one: what is on their other devices has another owner now.
  const fresh = crowds.filter(({ devices }) => devices.length - visitors.length <= mostDevicesOfPerson)
  if (fresh.length === 0) return union(company.orders, company.orders)
  const wider = await companyOf(warehouse, union(visitors, ...fresh.map(({ devices }) => devices)))
  return union(company.orders, wider.orders)
}

/** Everybody who was seen on some devices. */
interface Company {
  readonly customers: readonly string[]
  /** Their orders, and those without a name that came from these devices. */
  readonly orders: readonly string[]
  /** All devices that they were seen on. */
  readonly visitors: readonly string[]
}

async function companyOf(warehouse: ShopWarehouse, visitors: readonly string[]): Promise<Company> {
  if (visitors.length === 0) return { customers: [], orders: [], visitors: [] }
  const named = await namedOn(warehouse, visitors)
  const customers = await customersOf(warehouse, named)
  const names = join(named, await namesOf(warehouse, customers))
  return { customers, orders: names.orders, visitors: union(visitors, await devicesOf(warehouse, names)) }
}

/** All counted orders of customers. */
export async function ordersOfCustomers(
  warehouse: ShopWarehouse,
  customers: readonly string[],
): Promise<readonly string[]> {
  return (await namesOf(warehouse, customers)).orders
}

/** People with too many devices, with these, where all devices of everybody in question are among some. */
async function findCrowds(
  warehouse: ShopWarehouse,
  visitors: readonly string[],
): Promise<{ readonly owner: string; readonly devices: string[] }[]> {
  if (visitors.length <= mostDevicesOfPerson) return []
  const query = { sql: crowdedSql(listedDevices), params: { visitors } }
  return warehouse.read(query, z.object({ owner: z.string(), devices: z.array(z.string()) }), { lookup: true })
}

/** Who was named on devices. */
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

async function namesOf(warehouse: ShopWarehouse, customers: readonly string[]): Promise<Names> {
  if (customers.length === 0) return { identifiers: [], orders: [] }
  const among = 'customer_id IN {customers:Array(UUID)}'
  const found = await look(
    warehouse,
    [
      `'identifier' AS kind, toString(identifier) AS text FROM identities WHERE ${shop} AND ${among}`,
      `'order' AS kind, order_id AS text FROM ledger WHERE ${shop} AND head = 1 AND ${among}`,
    ],
    { customers },
  )
  return { identifiers: found('identifier'), orders: found('order') }
}

/** The devices on which somebody was named so. */
export async function devicesOf(warehouse: ShopWarehouse, { identifiers, orders }: Names): Promise<string[]> {
  if (identifiers.length === 0 && orders.length === 0) return []
  const from = `'' AS kind, visitor_id AS text FROM identifications WHERE ${shop} AND visitor_id != ''`
  const found = await look(
    warehouse,
    [`${from} AND hasAny(identifiers, {identifiers:Array(String)})`, `${from} AND order_id IN {orders:Array(String)}`],
    { identifiers, orders },
  )
  return union(found(''))
}

function join(one: Names, other: Names): Names {
  return { identifiers: union(one.identifiers, other.identifiers), orders: union(one.orders, other.orders) }
}

function union(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())]
}
