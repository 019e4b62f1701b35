// Marks for journeys that are older than their facts, set before anything changes that they are derived from. Must not know
// how journeys are derived.
import type { Db } from '@tillsight/database'
import { type JourneyMark, listJourneyMarks, markJourneys, nextWriteVersion } from '@tillsight/database'
import type { WriteContext } from '../context/index.ts'

type Marker = Pick<WriteContext, 'db' | 'shop'>

/** Above this many devices or orders at once, deriving all journeys is no more work. */
const mostKeys = 20_000
const marksAtOnce = 5_000

/**
 * Marks that touches or identifications of these devices are about to change. To be called before they do, by the holder of
 * the shop's lock (`asOnlyWriter`), which is kept until they have: deriving journeys takes the same lock, and so never clears
 * a mark whose facts are not there yet. Devices without an id are ignored.
 */
export async function markVisitors(ctx: Marker, visitors: Iterable<string>): Promise<void> {
  await markKeys(ctx, 'visitor', visitors)
}

/** The same for orders: their own evidence, or survey responses about them. */
export async function markOrders(ctx: Marker, orders: Iterable<string>): Promise<void> {
  await markKeys(ctx, 'order', orders)
}

/** The key of a mark on everything that was set by changed rules or settings. */
const ofRules = 'rules'

/** Marks that any journey may change because rules or settings did. */
export async function markAllJourneys(ctx: Marker): Promise<void> {
  await markJourneys(ctx.db.kysely, ctx.shop.id, [await mark(ctx, 'all', ofRules)])
}

/** Marks that a history is being read; its journeys are derived when it is complete. */
export async function markHistory(ctx: Marker): Promise<void> {
  await markJourneys(ctx.db.kysely, ctx.shop.id, [await mark(ctx, 'history')])
}

async function mark({ db }: Marker, kind: 'all' | 'history', key = ''): Promise<JourneyMark> {
  return { kind, key, token: await nextWriteVersion(db.kysely) }
}

async function markKeys(ctx: Marker, kind: 'visitor' | 'order', given: Iterable<string>): Promise<void> {
  const keys = [...new Set(given)].filter((key) => key !== '')
  if (keys.length > mostKeys) return markJourneys(ctx.db.kysely, ctx.shop.id, [await mark(ctx, 'all')])
  if (keys.length === 0) return
  const token = await nextWriteVersion(ctx.db.kysely)
  await markJourneys(
    ctx.db.kysely,
    ctx.shop.id,
    keys.map((key) => ({ kind, key, token })),
  )
}

/** Pending marks, grouped by subject. */
export interface Waiting {
  readonly all: boolean
  /** If everything is marked: whether changed rules or settings are the reason. */
  readonly rulesChanged: boolean
  /** Whether a history is being read. */
  readonly history: boolean
  readonly visitors: readonly string[]
  readonly orders: readonly string[]
  readonly customers: readonly string[]
  readonly identifiers: readonly string[]
  /** To be cleared once the journeys have been derived. */
  readonly marks: readonly JourneyMark[]
  /** Whether there may be further marks. */
  readonly more: boolean
}

/** The marks of a shop, of the oldest writes first. */
export async function listWaiting({ db, shop }: Marker): Promise<Waiting> {
  const marks = await listJourneyMarks(db.kysely, shop.id, marksAtOnce)
  const of = (kind: JourneyMark['kind']) => marks.flatMap((each) => (each.kind === kind ? [each.key] : []))
  return {
    all: of('all').length > 0,
    rulesChanged: of('all').includes(ofRules),
    history: of('history').length > 0,
    visitors: of('visitor'),
    orders: of('order'),
    customers: of('person'),
    identifiers: of('name'),
    marks,
    more: marks.length === marksAtOnce,
  }
}

/**
 * Whether journeys of the shop are older than their facts; `history`: orders of a history that is still being read have none
 * yet.
 */
export async function findJourneyState(
  db: Db,
  shop: Marker['shop']['id'],
): Promise<{ readonly waits: boolean; readonly history: boolean }> {
  const marks = await listJourneyMarks(db, shop, marksAtOnce)
  return {
    waits: marks.some(({ kind }) => kind !== 'history'),
    history: marks.some(({ kind }) => kind === 'history'),
  }
}
