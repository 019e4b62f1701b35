import { type CustomerId, toCustomerId } from '@tillsight/core'
import { type Day, parseDay } from '@tillsight/core/days'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import type { Assignment, CustomerStore, Identifier } from '../customers/index.ts'
import { inPieces } from './facts-store.ts'
import { LedgerRow, ledgerColumns } from './ledger-rows.ts'

/** Stored rows, by order. */
export async function findLedgerRows(
  warehouse: ShopWarehouse,
  orderIds: readonly string[],
): Promise<Map<string, LedgerRow[]>> {
  const found = new Map<string, LedgerRow[]>()
  for (const piece of inPieces(orderIds)) {
    const rows = await warehouse.read(
      {
        sql: `SELECT ${ledgerColumns} FROM ledger WHERE shop_id = {shop:UUID} AND order_id IN {ids:Array(String)}`,
        params: { ids: piece },
      },
      LedgerRow,
      { lookup: true },
    )
    for (const row of rows) {
      const rowsOfOrder = found.get(row.order_id)
      if (rowsOfOrder) rowsOfOrder.push(row)
      else found.set(row.order_id, [row])
    }
  }
  return found
}

const OrderIdRow = z.object({ id: z.string() })

/** Orders with rows of a write's first version or later ones. */
export async function findOrdersSince(warehouse: ShopWarehouse, version: bigint): Promise<string[]> {
  const rows = await warehouse.read(
    {
      sql: 'SELECT DISTINCT order_id AS id FROM ledger WHERE shop_id = {shop:UUID} AND version >= {version:UInt64}',
      params: { version: version.toString() },
    },
    OrderIdRow,
  )
  return rows.map(({ id }) => id)
}

const QuarterRow = z.object({ quarter: z.coerce.number() })

/** Instants (seconds since 1970), one for every quarter of an hour in which the ledger has rows. */
export async function listLedgerTimes(warehouse: ShopWarehouse): Promise<number[]> {
  const rows = await warehouse.read(
    {
      sql: 'SELECT DISTINCT intDiv(toUnixTimestamp(booked_at), 900) AS quarter FROM ledger WHERE shop_id = {shop:UUID}',
      params: {},
    },
    QuarterRow,
  )
  return rows.map(({ quarter }) => quarter * 900)
}

const IdentityRow = z.object({ identifier: z.string(), customer_id: z.string() })

const PlacedRow = z.object({
  order_id: z.string(),
  customer_id: z.string(),
  paid: z.number(),
  customer_class: z.enum(['none', 'new', 'returning', 'unidentified']),
  placed: z.coerce.number(),
  previous_paid: z.coerce.number(),
  previous_returning: z.coerce.number(),
})

/** Look-ups of customers in the warehouse; the identifiers of orders are supplied by the caller, who can read records. */
export function createCustomerStore(
  warehouse: ShopWarehouse,
  listOrderIdentifiers: CustomerStore['listOrderIdentifiers'],
): CustomerStore {
  return {
    findCustomers: (identifiers) => readIdentities(warehouse, ofIdentifiers, identifiers),
    listIdentities: (customers) => readIdentities(warehouse, ofCustomers, customers),
    async listOrders(customers) {
      const found = []
      for (const ids of inPieces(customers)) {
        const rows = await warehouse.read(
          {
            sql: `SELECT order_id, customer_id, paid, customer_class, toUnixTimestamp(placed_at) AS placed,
                toUnixTimestamp(previous_paid_at) AS previous_paid, toUnixTimestamp(previous_returning_at) AS previous_returning
              FROM ledger WHERE shop_id = {shop:UUID} AND head = 1 AND customer_id IN {ids:Array(UUID)}`,
            params: { ids },
          },
          PlacedRow,
          { lookup: true },
        )
        for (const row of rows) {
          found.push({
            orderId: row.order_id,
            customer: toCustomerId(row.customer_id),
            placedAt: row.placed,
            paid: row.paid === 1,
            customerClass: row.customer_class,
            previousPaidAt: row.previous_paid,
            previousReturningAt: row.previous_returning,
          })
        }
      }
      return found
    },
    listOrderIdentifiers,
  }
}

/** The same look-ups where identities have been decided that need not be stored yet. */
export function withPlanned(store: CustomerStore, planned: Assignment['identities'] = new Map()): CustomerStore {
  if (planned.size === 0) return store
  return {
    ...store,
    async findCustomers(identifiers) {
      const found = new Map(await store.findCustomers(identifiers.filter((identifier) => !planned.has(identifier))))
      for (const identifier of identifiers) {
        const customer = planned.get(identifier)
        if (customer !== undefined) found.set(identifier, customer)
      }
      return found
    },
    async listIdentities(customers) {
      const found = new Map(await store.listIdentities(customers))
      const asked = new Set(customers)
      for (const [identifier, customer] of planned) {
        if (customer !== undefined && asked.has(customer)) found.set(identifier, customer)
        else found.delete(identifier)
      }
      return found
    },
  }
}

/** The newest version of identities, of which a history looks up a few thousand at a time among a million. */
const newestOf = (condition: string) => `
  SELECT identifier, owner AS customer_id FROM (
    SELECT identifier, argMax(customer_id, version) AS owner, argMax(is_deleted, version) AS is_gone
    FROM identities WHERE shop_id = {shop:UUID} AND ${condition} GROUP BY identifier)
  WHERE is_gone = 0`
const ofIdentifiers = newestOf('identifier IN {ids:Array(FixedString(32))}')
/** An identifier may have gone to another customer since. */
const ofCustomers = `${newestOf(`identifier IN (
    SELECT identifier FROM identities WHERE shop_id = {shop:UUID} AND customer_id IN {ids:Array(UUID)})`)}
  AND owner IN {ids:Array(UUID)}`

async function readIdentities(
  warehouse: ShopWarehouse,
  sql: string,
  all: readonly string[],
): Promise<Map<Identifier, CustomerId>> {
  const found = new Map<Identifier, CustomerId>()
  for (const ids of inPieces(all)) {
    const rows = await warehouse.read({ sql, params: { ids } }, IdentityRow, { lookup: true, unmerged: true })
    for (const row of rows) found.set(toStoredIdentifier(row.identifier), toCustomerId(row.customer_id))
  }
  return found
}

function toStoredIdentifier(text: string): Identifier {
  // Holds because only hashed identifiers are ever written to this table.
  return text as Identifier
}

const DayRow = z.object({ day: z.string() })

/** Days with rows in the summary, or in the one by country and the like. */
export async function listSummaryDays(warehouse: ShopWarehouse): Promise<Day[]> {
  const rows = await warehouse.read(
    {
      sql: `SELECT day FROM daily WHERE shop_id = {shop:UUID} UNION DISTINCT
        SELECT day FROM daily_parts WHERE shop_id = {shop:UUID}`,
      params: {},
    },
    DayRow,
  )
  return rows.map(({ day }) => parseDay(day))
}
