import type { CustomerId } from '@tillsight/core'
import { nextWriteVersion } from '@tillsight/database'
import type { DeletionRecord, PlatformRecord } from '@tillsight/platforms/connectors'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import type { Identifier } from '../customers/index.ts'
import { healInterruptedWrite, openWrite, type Write } from './commit-plan.ts'
import { announceNewFigures, rebuildDays } from './daily.ts'
import { withoutErased } from './erased-orders.ts'
import { findOrdersOfRefunds, inPieces } from './facts-store.ts'
import { type FoundChanges, findChanges } from './find-changes.ts'
import { type LedgerPlan, type PlanRequest, planOrders } from './plan-orders.ts'
import { importSource } from './record-rows.ts'

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
/** About as many: the next part of a history is looked up and booked while the one before it is stored. */
const recordsPerPart = 2_500

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
  return sumOf(outcomes)
}

function sumOf(outcomes: readonly WriteOutcome[]): WriteOutcome {
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
  options: PieceOptions,
): Promise<WriteOutcome> {
  const { source, defer } = options
  const healed = await healInterruptedWrite(ctx)
  const records = await withoutErased(ctx, await nameParents(ctx, piece))
  // An import says how much of its file was stored before a failure, so that its batches stay whole.
  const count = defer && source !== importSource ? Math.max(1, Math.round(records.length / recordsPerPart)) : 1
  const parts = count === 1 ? [records] : splitByOrder(records, Math.ceil(records.length / count))
  const written = await writeParts(ctx, parts, options)
  const outcome = sumOf(written.map((part) => part.outcome))
  const [first] = written
  if (!defer && first) await rebuildDays(ctx, healed ? 'dirty' : { days: first.plan.days, token: first.version })
  else if (healed || outcome.rows > 0) await announceNewFigures(ctx)
  return { ...outcome, received: piece.length }
}

/** Splits records into parts that share no order and no other thing; the records of each stay together and in order. */
export function splitByOrder(records: readonly PlatformRecord[], size: number): PlatformRecord[][] {
  const parts: PlatformRecord[][] = [[]]
  const homes = new Map<string, PlatformRecord[]>()
  for (const record of records) {
    const thing = thingOf(record)
    let home = homes.get(thing)
    if (home === undefined) {
      home = parts.at(-1) ?? []
      if (home.length >= size) {
        home = []
        parts.push(home)
      }
      homes.set(thing, home)
    }
    home.push(record)
  }
  return parts
}

/** The order or other thing that a record is about. */
function thingOf(record: PlatformRecord): string {
  if (record.type !== 'deletion' && 'orderId' in record) return `order ${record.orderId}`
  if (record.type !== 'deletion') return `${record.type} ${record.id}`
  return record.of === 'refund' ? `order ${record.orderId ?? ''}` : `${record.of} ${record.id}`
}

interface WrittenPart {
  readonly version: bigint
  readonly plan: LedgerPlan
  readonly outcome: WriteOutcome
}

/**
 * Writes parts one after the other: while one is stored and the next put into the ledger, the one after that is looked up and
 * booked. Customers of a part are found among those of all parts before it, in the ledger already or not.
 */
async function writeParts(
  ctx: WriteContext,
  parts: readonly (readonly PlatformRecord[])[],
  options: PieceOptions,
): Promise<WrittenPart[]> {
  const { source, defer } = options
  const open = openWrite(ctx)
  const written: WrittenPart[] = []
  const identities = new Map<Identifier, CustomerId | undefined>()
  let seeking = beside(findChanges(ctx, parts[0] ?? [], source))
  let booking = beside(Promise.resolve())
  let storing = beside(Promise.resolve())
  const writePart = async (part: Write): Promise<void> => {
    const store = await open.book(part)
    await storing
    storing = beside(store())
  }
  try {
    for (const [index, part] of parts.entries()) {
      const found = await seeking
      const next = parts[index + 1]
      if (next) seeking = beside(findChanges(ctx, next, source))
      // An order that lost its buyer is compared with the rows and records of that buyer's other orders.
      if (found.known.length > 0) await booking.then(() => storing)
      const planned = await planPart(ctx, found, { ...options, identities })
      for (const [identifier, customer] of planned.plan.identities) identities.set(identifier, customer)
      await booking
      booking = beside(writePart({ ...planned, ...found.facts, source, defer }))
      written.push({ ...planned, outcome: outcomeOf(part, found, planned) })
    }
    await booking
    await storing
  } finally {
    // Nothing of a failed write may go on once others write.
    await Promise.allSettled([seeking, booking])
    await Promise.allSettled([storing])
  }
  await open.end()
  return written
}

/** Work that is awaited later: a failure until then is not unhandled. */
function beside<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

async function planPart(
  ctx: WriteContext,
  { dossiers, before, known }: FoundChanges,
  { defer, live, identities }: PieceOptions & { readonly identities: NonNullable<PlanRequest['planned']> },
): Promise<{ readonly version: bigint; readonly plan: LedgerPlan }> {
  const version = await nextWriteVersion(ctx.db.kysely)
  const request = { dossiers, before, known, version: version.toString(), defer, live } as const
  return { version, plan: await planOrders(ctx, { ...request, identities: 'trusted', planned: identities }) }
}

function outcomeOf(
  part: readonly PlatformRecord[],
  { intake, affected }: FoundChanges,
  { plan }: { readonly plan: LedgerPlan },
): WriteOutcome {
  return {
    received: part.length,
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
