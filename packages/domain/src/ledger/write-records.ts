import { nextWriteVersion } from '@tillsight/database'
import type { DeletionRecord, OrderRecord, PlatformRecord } from '@tillsight/platforms/connectors'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import { rememberCancellations } from './app-state.ts'
import { commitWrite, healInterruptedWrite } from './commit-plan.ts'
import { announceNewFigures, rebuildDays } from './daily.ts'
import { withoutErased } from './erased-orders.ts'
import {
  type Files,
  fileRecord,
  findOrdersOfRefunds,
  inPieces,
  loadChildren,
  loadOrders,
  loadVersions,
  type OrderState,
  orderStateOf,
} from './facts-store.ts'
import { type Intake, listAffectedOrders, sortOut } from './intake.ts'
import { planOrders } from './plan-orders.ts'
import { type EncodedRecord, encodeRecord, recordKey } from './record-rows.ts'

/** A batch of records to write. */
export interface RecordBatch {
  /** The connector or import that the records come from. */
  readonly source: string
  readonly records: readonly PlatformRecord[]
  /**
   * For long back-fills: customers' earlier orders and the daily summary are not updated until {@link recomputeCustomers};
   * meanwhile reports read the ledger itself.
   */
  readonly deferCustomers?: boolean
  /** Whether records arrive as changes happen: their additions to past days are recorded as late. */
  readonly live?: boolean
}

/** The outcome of writing a batch. */
export interface WriteOutcome {
  readonly received: number
  /** Number of records that changed something. */
  readonly stored: number
  readonly unchanged: number
  /** Number of records older than the stored ones. */
  readonly outdated: number
  /** Number of orders whose ledger rows were derived again. */
  readonly orders: number
  /** Ledger rows written, tombstones included. */
  readonly rows: number
}

const recordsPerWrite = 10_000

/**
 * Writes facts from a platform or file to the records, the ledger and the daily summary. The only writer of these tables; one
 * at a time per shop. Repeated, late or reordered records give the same figures.
 */
export async function writeRecords(
  ctx: WriteContext,
  { source, records, deferCustomers = false, live = false }: RecordBatch,
): Promise<WriteOutcome> {
  const outcomes: WriteOutcome[] = []
  for (const piece of inPieces(records, recordsPerWrite)) {
    outcomes.push(await asOnlyWriter(ctx, (fresh) => writePiece(fresh, piece, { source, defer: deferCustomers, live })))
  }
  const sum = (key: keyof WriteOutcome) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  return {
    received: sum('received'),
    stored: sum('stored'),
    unchanged: sum('unchanged'),
    outdated: sum('outdated'),
    orders: sum('orders'),
    rows: sum('rows'),
  }
}

interface PieceOptions {
  readonly source: string
  readonly defer: boolean
  readonly live: boolean
}

async function writePiece(
  ctx: WriteContext,
  piece: readonly PlatformRecord[],
  { source, defer, live }: PieceOptions,
): Promise<WriteOutcome> {
  const healed = await healInterruptedWrite(ctx)
  const encoded = (await withoutErased(ctx, await nameParents(ctx, piece))).map(encodeRecord)
  const files: Files = { dossiers: new Map<string, OrderState>(), versions: new Map() }
  await Promise.all([
    loadVersions(ctx.warehouse, encoded, files),
    loadChildren(ctx.warehouse, [...listAffectedOrders(encoded.map(({ record }) => record))], files),
  ])
  const intake = sortOut(encoded, files.versions, source)
  const stale = await noteCancellations(ctx, encoded)
  const affected = [...new Set([...listAffectedOrders(intake.changed.map(({ record }) => record)), ...stale])]
  const known = listKnown(affected, intake, files)
  await loadOrders(ctx.warehouse, known, files)
  const { before, hidden } = applyIntake(intake, files, { source })
  const dossiers = new Map(affected.map((orderId) => [orderId, orderStateOf(files.dossiers, orderId)]))
  const version = await nextWriteVersion(ctx.db.kysely)
  const plan = await planOrders(ctx, {
    dossiers,
    before,
    known,
    version: version.toString(),
    defer,
    live,
    identities: 'trusted',
  })
  await commitWrite(ctx, { version, source, plan, records: [...intake.changed, ...intake.confirmed], hidden, defer })
  if (!defer) await rebuildDays(ctx, healed ? 'dirty' : { days: plan.days, token: version })
  else if (healed || plan.rows.length > 0) await announceNewFigures(ctx)
  return {
    received: piece.length,
    stored: intake.changed.length,
    unchanged: intake.unchanged + intake.confirmed.length,
    outdated: intake.outdated,
    orders: affected.length,
    rows: plan.rows.length,
  }
}

/** Completes deletions of refunds with the order's id where they do not name it. */
async function nameParents(ctx: WriteContext, piece: readonly PlatformRecord[]): Promise<readonly PlatformRecord[]> {
  const isNameless = (record: PlatformRecord): record is DeletionRecord =>
    record.type === 'deletion' && record.of === 'refund' && record.orderId === undefined
  const nameless = piece.filter(isNameless)
  if (nameless.length === 0) return piece
  const orders = await findOrdersOfRefunds(
    ctx.warehouse,
    nameless.map(({ id }) => id),
  )
  for (const record of piece) if (record.type === 'refund') orders.set(record.id, record.orderId)
  return piece.flatMap((record): PlatformRecord[] => {
    if (!isNameless(record)) return [record]
    const orderId = orders.get(record.id)
    return orderId === undefined ? [] : [{ ...record, orderId }]
  })
}

/**
 * Stores when orders were first seen cancelled, from whatever version of them. Returns the orders of outdated versions, whose
 * date may be earlier now.
 */
async function noteCancellations(ctx: WriteContext, encoded: readonly EncodedRecord[]): Promise<string[]> {
  const seen = new Map<string, Date>()
  for (const { record, updatedAt } of encoded) {
    if (record.type !== 'order' || record.standing !== 'cancelled' || record.cancelledAt !== null) continue
    const earlier = seen.get(record.id)?.getTime() ?? Number.POSITIVE_INFINITY
    seen.set(record.id, new Date(Math.min(earlier, updatedAt)))
  }
  await rememberCancellations(ctx.db.kysely, ctx.shop.id, seen)
  return [...seen.keys()]
}

/** Orders of which anything is stored, the order itself or a child of it: only these may have ledger rows. */
function listKnown(affected: readonly string[], intake: Intake, { versions }: Files): string[] {
  const arriving = new Set(intake.changed.flatMap(({ type, id }) => (type === 'order' ? [id] : [])))
  return affected.filter((id) => !arriving.has(id) || versions.has(recordKey({ type: 'order', parentId: '', id })))
}

interface Applied {
  readonly before: Map<string, OrderRecord>
  readonly hidden: EncodedRecord[]
}

/** Merges the batch's records into the loaded facts. */
function applyIntake(intake: Intake, files: Files, { source }: { source: string }): Applied {
  const before = new Map<string, OrderRecord>()
  const hidden: EncodedRecord[] = []
  const deletions: EncodedRecord[] = []
  for (const encoded of intake.changed) {
    const { record, parentId } = encoded
    if (record.type === 'deletion' && record.of !== 'refund') {
      deletions.push(encoded)
      continue
    }
    if (record.type === 'order') rememberBefore(before, files, record.id)
    fileRecord(files.dossiers, record, { source, parent_id: parentId })
  }
  for (const encoded of deletions) {
    const { record } = encoded
    if (record.type !== 'deletion') continue
    const hiding = hide(encoded, record, files)
    if (!hiding) continue
    hidden.push(hiding)
    if (record.of !== 'order') continue
    rememberBefore(before, files, record.id)
    orderStateOf(files.dossiers, record.id).order = undefined
  }
  return { before, hidden }
}

function rememberBefore(before: Map<string, OrderRecord>, { dossiers }: Files, orderId: string): void {
  const order = dossiers.get(orderId)?.order
  if (order && !before.has(orderId)) before.set(orderId, order)
}

/** The record to hide because of a deletion; undefined if the record is newer than the deletion. */
function hide(
  encoded: EncodedRecord,
  { of, id }: DeletionRecord,
  { dossiers, versions }: Files,
): EncodedRecord | undefined {
  if (of === 'refund') return undefined
  const order = of === 'order' ? dossiers.get(id)?.order : undefined
  const updatedAt = order
    ? Date.parse(order.updatedAt)
    : (versions.get(recordKey({ type: of, parentId: '', id }))?.updatedAt ?? 0)
  if (updatedAt > encoded.updatedAt) return undefined
  return { ...encoded, type: of, parentId: '', id, body: '' }
}
