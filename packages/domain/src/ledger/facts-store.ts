import type {
  DeletionRecord,
  DisputeRecord,
  OrderRecord,
  OrderVisitRecord,
  PlatformRecord,
  RefundRecord,
  RefundSetRecord,
} from '@tillsight/platforms/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { listPresentRefunds } from './intake.ts'
import {
  decodeRecord,
  type EncodedRecord,
  fromStoredTime,
  importSource,
  RecordRow,
  type StoredVersion,
} from './record-rows.ts'

/** Stored facts of one order. */
export interface OrderState {
  readonly orderId: string
  order: OrderRecord | undefined
  source: string
  refunds: Map<string, RefundRecord>
  /** Ids of refunds that came from a file. */
  readonly importedRefunds: Set<string>
  set: RefundSetRecord | undefined
  deletions: Map<string, DeletionRecord>
  disputes: Map<string, DisputeRecord>
}

export const idsPerQuery = 5000

/** Splits a list into pieces that fit into one query each. */
export function* inPieces<T>(items: readonly T[], size = idsPerQuery): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

const VersionRow = RecordRow.omit({ body: true })

/** Loads the stored versions of these records and their deletions. Children of orders are loaded elsewhere. */
export async function loadVersions(
  warehouse: ShopWarehouse,
  records: readonly Pick<EncodedRecord, 'type' | 'parentId' | 'id'>[],
  { versions }: Pick<Files, 'versions'>,
): Promise<void> {
  const own = records.filter((record) => record.parentId === '')
  const keys = new Map<string, Set<string>>()
  for (const record of own) {
    addKey(keys, record.type, record.id)
    if (record.type !== 'order' && record.type !== 'deletion') addKey(keys, 'deletion', `${record.type}:${record.id}`)
  }
  const pieces = [...keys].flatMap(([type, ids]) => [...inPieces([...ids])].map((piece) => ({ type, ids: piece })))
  await Promise.all(
    pieces.map(async (params) => {
      const rows = await warehouse.read({ sql: versionsSql, params }, VersionRow, { lookup: true })
      for (const row of rows) versions.set(storedKey(row), toStoredVersion(row))
    }),
  )
}

const versionsSql = `SELECT type, parent_id, id, source, updated_at, content_hash FROM records
  WHERE shop_id = {shop:UUID} AND type = {type:String} AND parent_id = '' AND id IN {ids:Array(String)}`

function toStoredVersion({ updated_at, content_hash, source }: z.infer<typeof VersionRow>): StoredVersion {
  return { updatedAt: fromStoredTime(updated_at), hash: content_hash, source }
}

function addKey(keys: Map<string, Set<string>>, type: string, id: string): void {
  const ids = keys.get(type)
  if (ids) ids.add(id)
  else keys.set(type, new Set([id]))
}

function storedKey(row: Pick<RecordRow, 'type' | 'parent_id' | 'id'>): string {
  return `${row.type}\n${row.parent_id}\n${row.id}`
}

/** The loaded facts of orders while a batch is processed. */
export interface Files {
  readonly dossiers: Map<string, OrderState>
  readonly versions: Map<string, StoredVersion>
}

/** Loads refunds, refund sets and deletions of orders. */
export async function loadChildren(warehouse: ShopWarehouse, orderIds: readonly string[], files: Files): Promise<void> {
  for (const piece of inPieces(orderIds)) fileAll(files, await readChildren(warehouse, piece))
}

/** Loads the orders themselves. */
export async function loadOrders(warehouse: ShopWarehouse, orderIds: readonly string[], files: Files): Promise<void> {
  for (const piece of inPieces(orderIds)) fileAll(files, await readOrders(warehouse, piece))
}

/** Reads the stored records of orders, undecoded. */
export async function readStoredRecords(warehouse: ShopWarehouse, orderIds: readonly string[]): Promise<RecordRow[]> {
  const rows: RecordRow[] = []
  for (const piece of inPieces(orderIds)) {
    rows.push(...(await readOrders(warehouse, piece)), ...(await readChildren(warehouse, piece)))
    rows.push(...(await readOrders(warehouse, piece, 'order_visit')))
  }
  return rows
}

/** Reads the stored visits of orders, which are kept separately. */
export async function readStoredVisits(
  warehouse: ShopWarehouse,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderVisitRecord>> {
  const visits = new Map<string, OrderVisitRecord>()
  for (const piece of inPieces(orderIds)) {
    for (const record of (await readOrders(warehouse, piece, 'order_visit')).map(decodeRecord))
      if (record.type === 'order_visit') visits.set(record.orderId, record)
  }
  return visits
}

/** Reads the stored platform accounts by id. */
export async function readStoredAccounts(
  warehouse: ShopWarehouse,
  ids: readonly string[],
): Promise<readonly PlatformRecord[]> {
  if (ids.length === 0) return []
  const sql = `SELECT ${recordColumns} FROM records
    WHERE shop_id = {shop:UUID} AND type = 'customer' AND id IN {ids:Array(String)}`
  return (await warehouse.read({ sql, params: { ids } }, RecordRow)).map(decodeRecord)
}

function fileAll({ dossiers, versions }: Files, rows: readonly RecordRow[]): void {
  for (const row of rows) {
    fileRecord(dossiers, decodeRecord(row), row)
    versions.set(storedKey(row), toStoredVersion(row))
  }
}

const recordColumns = Object.keys(RecordRow.shape).join(', ')

function readOrders(
  warehouse: ShopWarehouse,
  ids: readonly string[],
  type: 'order' | 'order_visit' = 'order',
): Promise<RecordRow[]> {
  return warehouse.read(
    {
      sql: `SELECT ${recordColumns} FROM records
        WHERE shop_id = {shop:UUID} AND type = {type:String} AND parent_id = '' AND id IN {ids:Array(String)}`,
      params: { type, ids },
    },
    RecordRow,
    { lookup: true },
  )
}

function readChildren(warehouse: ShopWarehouse, ids: readonly string[]): Promise<RecordRow[]> {
  return warehouse.read(
    {
      sql: `SELECT ${recordColumns} FROM (
          SELECT ${recordColumns}, is_deleted FROM records
          WHERE shop_id = {shop:UUID} AND type IN ('refund', 'refund_set', 'deletion', 'dispute') AND parent_id IN {ids:Array(String)}
          ORDER BY version DESC LIMIT 1 BY type, parent_id, id)
        WHERE is_deleted = 0`,
      params: { ids },
    },
    RecordRow,
    { lookup: true, unmerged: true },
  )
}

/** The facts of an order, created on first use. */
export function orderStateOf(dossiers: Map<string, OrderState>, orderId: string): OrderState {
  const found = dossiers.get(orderId)
  if (found) return found
  const opened: OrderState = {
    orderId,
    order: undefined,
    source: '',
    refunds: new Map(),
    importedRefunds: new Set(),
    set: undefined,
    deletions: new Map(),
    disputes: new Map(),
  }
  dossiers.set(orderId, opened)
  return opened
}

/** The current refunds of an order. Once its own platform delivers the order, it delivers the refunds too. */
export function presentRefunds({ source, refunds, importedRefunds, set, deletions }: OrderState): RefundRecord[] {
  const all = [...refunds.values()]
  const own = source === importSource ? all : all.filter(({ id }) => !importedRefunds.has(id))
  return listPresentRefunds({ refunds: own, set, deletions })
}

/** The current refunds of orders, as the platform itself delivered them; orders without any are left out. */
export async function readPresentRefunds(
  warehouse: ShopWarehouse,
  orderIds: readonly string[],
): Promise<Map<string, RefundRecord[]>> {
  const present = new Map<string, RefundRecord[]>()
  for (const piece of inPieces(orderIds)) {
    const files: Files = { dossiers: new Map(), versions: new Map() }
    await loadChildren(warehouse, piece, files)
    for (const [orderId, orderState] of files.dossiers) {
      const refunds = presentRefunds(orderState)
      if (refunds.length > 0) present.set(orderId, refunds)
    }
  }
  return present
}

/** Adds a record to its order's facts. */
export function fileRecord(
  dossiers: Map<string, OrderState>,
  record: PlatformRecord,
  { source, parent_id }: Pick<RecordRow, 'source' | 'parent_id'>,
): void {
  if (record.type === 'order') {
    const orderState = orderStateOf(dossiers, record.id)
    orderState.order = record
    orderState.source = source
  } else if (record.type === 'refund') {
    const orderState = orderStateOf(dossiers, record.orderId)
    orderState.refunds.set(record.id, record)
    if (source === importSource) orderState.importedRefunds.add(record.id)
    else orderState.importedRefunds.delete(record.id)
  } else if (record.type === 'dispute') {
    orderStateOf(dossiers, record.orderId).disputes.set(record.id, record)
  } else if (record.type === 'refund_set') {
    orderStateOf(dossiers, record.orderId).set = record
  } else if (record.type === 'deletion' && record.of === 'refund') {
    orderStateOf(dossiers, parent_id).deletions.set(record.id, record)
  }
}

const ParentRow = z.object({ id: z.string(), parent_id: z.string() })

/** The orders of refunds, for deletions that only name the refund. */
export async function findOrdersOfRefunds(
  warehouse: ShopWarehouse,
  refundIds: readonly string[],
): Promise<Map<string, string>> {
  const orders = new Map<string, string>()
  for (const piece of inPieces(refundIds)) {
    const rows = await warehouse.read(
      {
        sql: `SELECT id, parent_id FROM records WHERE shop_id = {shop:UUID} AND type = 'refund' AND id IN {ids:Array(String)}`,
        params: { ids: piece },
      },
      ParentRow,
      { lookup: true },
    )
    for (const row of rows) orders.set(row.id, row.parent_id)
  }
  return orders
}
