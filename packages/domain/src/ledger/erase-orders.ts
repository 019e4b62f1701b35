import type { CustomerId } from '@tillsight/core'
import { nextWriteVersion } from '@tillsight/database'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import { ledger } from '@tillsight/warehouse'
import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'
import { commitWrite, healInterruptedWrite } from './commit-plan.ts'
import { rebuildDays } from './daily.ts'
import { withoutPerson } from './erased-orders.ts'
import { fileRecord, type OrderState, orderStateOf, readStoredRecords } from './facts-store.ts'
import { planOrders } from './plan-orders.ts'
import { decodeRecord, encodeRecord, type RecordRow, toRecordRow } from './record-rows.ts'
import { type BookingRules, toBookingRules } from './rules.ts'

/** What to erase from the warehouse about one person. The orders are already recorded as erased. */
export interface OrdersToErase {
  readonly orders: readonly string[]
  /** The person's customer ids so far, which are derived from their identifiers. */
  readonly customers: readonly CustomerId[]
  /** Ids of their platform accounts. */
  readonly accounts: readonly string[]
  /** A write version: only identities written before it are erased. */
  readonly before: bigint
}

/**
 * Removes a buyer from their orders, for callers that hold the shop's lock: the ledger gets a meaningless customer id,
 * records lose all identifying fields, and no earlier version of either stays on disk. Figures stay. May be killed at any
 * point and repeated; returns how many records were written or removed.
 */
export async function eraseOrders(ctx: WriteContext, options: OrdersToErase): Promise<number> {
  const healed = await healInterruptedWrite(ctx)
  const rows = await readStoredRecords(ctx.warehouse, options.orders)
  const rules = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  const dossiers = new Map<string, OrderState>()
  const before = new Map<string, OrderRecord>()
  for (const orderId of options.orders) orderStateOf(dossiers, orderId)
  const version = await nextWriteVersion(ctx.db.kysely)
  const rewritten = []
  for (const row of rows) {
    const record = decodeRecord(row)
    if (record.type === 'order') before.set(record.id, record)
    const bare = withoutPerson(record, rules)
    fileRecord(dossiers, bare, row)
    if (bare !== record) rewritten.push(toRow(bare, row, version))
  }
  const plan = await planOrders(ctx, {
    dossiers,
    before,
    known: options.orders,
    version: version.toString(),
    defer: false,
    identities: 'trusted',
  })
  // The ledger first: from then on orders have their new customer id and keep it whatever records contain.
  await commitWrite(ctx, { version, source: '', plan, records: [], hidden: [] })
  if (rewritten.length > 0) await ctx.warehouse.insert('records', rewritten)
  const files = await eraseImported(ctx, { orders: options.orders, rules })
  await rebuildDays(ctx, healed ? 'dirty' : { days: plan.days, token: version })
  await purgeLedger(ctx, options.orders)
  await purge(ctx, options, version)
  return rewritten.length + files + options.accounts.length
}

function toRow(record: Parameters<typeof encodeRecord>[0], { source }: RecordRow, version: bigint) {
  return toRecordRow(encodeRecord(record), { source, version: version.toString() })
}

interface ImportedOptions {
  readonly orders: readonly string[]
  readonly rules: BookingRules
}

const ImportedRow = z.object({
  import_id: z.string(),
  type: z.string(),
  id: z.string(),
  parent_id: z.string(),
  updated_at: z.string(),
  version: z.string(),
  body: z.string(),
})

const theirs = `(type IN ('order', 'order_visit') AND parent_id = '' AND id IN {orders:Array(String)}
  OR type = 'refund' AND parent_id IN {orders:Array(String)})`

/** Erases the buyer from imported records of the orders. Which import was last stays known. */
async function eraseImported({ db, warehouse }: WriteContext, { orders, rules }: ImportedOptions): Promise<number> {
  if (orders.length === 0) return 0
  const sql = `SELECT import_id, type, id, parent_id, updated_at, version, body FROM imported
    WHERE shop_id = {shop:UUID} AND ${theirs} ORDER BY version`
  const bare = []
  let [told, version] = ['', '']
  for (const { body, ...row } of await warehouse.read({ sql, params: { orders } }, ImportedRow)) {
    if (row.version !== told) version = (await nextWriteVersion(db.kysely)).toString()
    told = row.version
    const without = JSON.stringify(withoutPerson(decodeRecord({ body }), rules))
    bare.push({ ...row, body: without, version, is_deleted: 0 })
  }
  if (bare.length > 0) await warehouse.insert('imported', bare)
  return bare.length
}

const columns = Object.keys(ledger.columns).map((column) =>
  column === 'version' ? '{version:UInt64} AS version' : column,
)
const rowsSql = `SELECT ${columns.join(', ')}
  FROM (SELECT * EXCEPT version FROM ledger WHERE shop_id = {shop:UUID} AND order_id IN {orders:Array(String)})`

/** Writes the orders' rows again unchanged, so that all earlier versions can be purged. */
async function purgeLedger({ db, warehouse }: WriteContext, orders: readonly string[]): Promise<void> {
  if (orders.length === 0) return
  const params = { orders, version: (await nextWriteVersion(db.kysely)).toString() }
  await warehouse.rewrite({ into: 'ledger', sql: rowsSql, params })
  // Tombstones stay: without them a row they hide could reappear before it is purged as well.
  const where = 'order_id IN {orders:Array(String)} AND is_deleted = 0 AND version < {version:UInt64}'
  await warehouse.purge({ from: 'ledger', where, params })
}

async function purge({ warehouse }: WriteContext, options: OrdersToErase, version: bigint): Promise<void> {
  const { orders, customers, accounts, before } = options
  if (orders.length > 0) {
    for (const from of ['records', 'imported'] as const) {
      const params = { orders, version: version.toString() }
      await warehouse.purge({ from, where: `version < {version:UInt64} AND ${theirs}`, params })
    }
  }
  if (accounts.length > 0) {
    const where = `type = 'customer' AND id IN {accounts:Array(String)}`
    await warehouse.purge({ from: 'records', where, params: { accounts } })
  }
  if (customers.length === 0) return
  await warehouse.purge({
    from: 'identities',
    where: 'customer_id IN {customers:Array(UUID)} AND version < {before:UInt64}',
    params: { customers, before: before.toString() },
  })
}
