import { nextWriteVersion } from '@tillsight/database'
import type { OrderRecord, PlatformRecord } from '@tillsight/platforms/connectors'
import { ledger, records, type Table } from '@tillsight/warehouse'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import { commitWrite, healInterruptedWrite } from './commit-plan.ts'
import { announceNewFigures, markAllDays, rebuildDays } from './daily.ts'
import { withoutErased } from './erased-orders.ts'
import {
  type Files,
  fileRecord,
  loadChildren,
  loadOrders,
  loadVersions,
  type OrderState,
  orderStateOf,
} from './facts-store.ts'
import { sortOut } from './intake.ts'
import { planOrders } from './plan-orders.ts'
import { recomputeCustomers } from './recompute-customers.ts'
import { type EncodedRecord, encodeRecord, importSource, recordKey } from './record-rows.ts'

/** Identifies a record. */
export type RecordName = Pick<EncodedRecord, 'type' | 'parentId' | 'id'>

/** The records to remove, and what replaces them. */
export interface TakeBack {
  /** Records from files; what a connection has delivered meanwhile stays. */
  readonly names: readonly RecordName[]
  /** The same records from other files; read while the lock is held. */
  readonly replacements: () => Promise<readonly PlatformRecord[]>
  /** For large numbers: customers and days are left for `recomputeCustomers`. */
  readonly deferCustomers: boolean
}

/**
 * Removes records that came from files from the shop's facts, as if they had never been imported, and replaces them by the
 * same records from other files. An order and its refunds go together. Idempotent.
 */
export async function takeBack(ctx: WriteContext, { names, replacements, deferCustomers }: TakeBack): Promise<void> {
  await asOnlyWriter(ctx, async (fresh) => {
    const healed = await healInterruptedWrite(fresh)
    const orders = listOrders(names)
    const files = await loadFiles(fresh, names, orders)
    const before = ordersBefore(files, orders)
    const withdrawn = names.filter((name) => files.versions.get(recordKey(name))?.source === importSource)
    for (const name of withdrawn) forget(files, name)
    const told = await withoutErased(fresh, await replacements())
    const intake = sortOut(told.map(encodeRecord), files.versions, importSource)
    for (const { record, parentId } of intake.changed)
      fileRecord(files.dossiers, record, { source: importSource, parent_id: parentId })
    const replaced = new Set(intake.changed.map(recordKey))
    const version = await nextWriteVersion(fresh.db.kysely)
    const plan = await planOrders(fresh, {
      dossiers: new Map(orders.map((orderId) => [orderId, orderStateOf(files.dossiers, orderId)])),
      before,
      known: orders,
      version: version.toString(),
      defer: deferCustomers,
      live: true,
      identities: 'trusted',
      cause: 'import_undone',
    })
    const hidden = withdrawn
      .filter((name) => !replaced.has(recordKey(name)))
      .map((name) => ({ ...name, updatedAt: 0, hash: '0', body: '' }))
    await commitWrite(fresh, {
      version,
      source: importSource,
      plan,
      records: intake.changed,
      hidden,
      defer: deferCustomers,
    })
    // Includes days marked by an earlier attempt that was interrupted.
    if (!deferCustomers) await rebuildDays(fresh, 'dirty')
    else if (healed || plan.rows.length > 0) await announceNewFigures(fresh)
  })
}

/** The orders whose ledger rows depend on these records. */
function listOrders(names: readonly RecordName[]): string[] {
  const orders = names.flatMap(({ type, id, parentId }) => {
    if (type === 'order') return [id]
    return type === 'refund' || type === 'refund_set' ? [parentId] : []
  })
  return [...new Set(orders)]
}

async function loadFiles(ctx: WriteContext, names: readonly RecordName[], orders: readonly string[]): Promise<Files> {
  const files: Files = { dossiers: new Map<string, OrderState>(), versions: new Map() }
  await Promise.all([
    loadVersions(ctx.warehouse, names, files),
    loadChildren(ctx.warehouse, orders, files),
    loadOrders(ctx.warehouse, orders, files),
  ])
  return files
}

function ordersBefore({ dossiers }: Files, orders: readonly string[]): Map<string, OrderRecord> {
  const before = new Map<string, OrderRecord>()
  for (const orderId of orders) {
    const order = dossiers.get(orderId)?.order
    if (order) before.set(orderId, order)
  }
  return before
}

function forget({ dossiers, versions }: Files, name: RecordName): void {
  versions.delete(recordKey(name))
  if (name.type === 'order') {
    const orderState = orderStateOf(dossiers, name.id)
    orderState.order = undefined
    orderState.source = ''
  } else if (name.type === 'refund') {
    const orderState = orderStateOf(dossiers, name.parentId)
    orderState.refunds.delete(name.id)
    orderState.importedRefunds.delete(name.id)
  } else if (name.type === 'refund_set') orderStateOf(dossiers, name.parentId).set = undefined
}

/**
 * Removes everything that came from one source from the shop's facts, as if it had never been connected. Connecting it again
 * later restores everything. Idempotent.
 */
export async function forgetSource(ctx: WriteContext, source: string): Promise<void> {
  await ctx.db.lockShop(ctx.shop.id, async () => {
    // Until the summary is rebuilt, reports read the ledger itself, also if this is killed half-way.
    await markAllDays(ctx)
    await ctx.follower.expectAny(ctx)
    const version = (await nextWriteVersion(ctx.db.kysely)).toString()
    // Records first: without them a later back-fill finds nothing stored, and books every order again.
    for (const table of [records, ledger]) {
      await ctx.warehouse.rewrite({ into: table.name, sql: tombstonesSql(table), params: { source, version } })
      // Already hidden; the personal data in it is purged from disk as well.
      const where = 'source = {source:String} AND version < {version:UInt64}'
      await ctx.warehouse.purge({ from: table.name, where, params: { source, version } })
    }
  })
  await recomputeCustomers(ctx)
}

function tombstonesSql({ name, columns }: Table): string {
  const computed: Readonly<Record<string, string>> = {
    version: '{version:UInt64} AS version',
    is_deleted: '1 AS is_deleted',
    body: `'' AS body`,
  }
  const list = Object.keys(columns).map((column) => computed[column] ?? column)
  const read = Object.keys(columns).filter((column) => !(column in computed))
  return `SELECT ${list.join(', ')} FROM
    (SELECT ${read.join(', ')} FROM ${name} WHERE shop_id = {shop:UUID} AND source = {source:String})`
}
