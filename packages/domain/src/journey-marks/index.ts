// What says that journeys are older than their facts: set before anything that they are derived from changes.
// Must not know how journeys are derived.
import type { Db } from '@tillsight/database'
import { type JourneyMark, listJourneyMarks, markJourneys, nextWriteVersion } from '@tillsight/database'
import type { WriteContext } from '../context/index.ts'

type Marker = Pick<WriteContext, 'db' | 'shop'>

/** Beyond this many devices or orders at once, deriving everything anew is no more work. */
const mostKeys = 20_000
const marksAtOnce = 5_000

/**
 * Says that touches or identifications of these devices are about to change. To be said before they do, by whoever holds
 * the shop (`asOnlyWriter`) until they have: what derives journeys holds it too, and so never takes a mark off whose facts
 * have yet to come. Devices without an id are passed over.
 */
export async function markVisitors(ctx: Marker, visitors: Iterable<string>): Promise<void> {
  await markKeys(ctx, 'visitor', visitors)
}

/** The same of orders: of what they say of themselves, or of what was answered about them. */
export async function markOrders(ctx: Marker, orders: Iterable<string>): Promise<void> {
  await markKeys(ctx, 'order', orders)
}

/** What a mark on everything is called that changed rules or settings have set. */
const ofRules = 'rules'

/** Says that anything may change because rules or settings did. */
export async function markAllJourneys(ctx: Marker): Promise<void> {
  await markJourneys(ctx.db.kysely, ctx.shop.id, [await mark(ctx, 'all', ofRules)])
}

/** Says that a history is being read, whose journeys are derived when it has been. */
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

/** What waits to be derived, sorted by what it is about. */
export interface Waiting {
  readonly all: boolean
  /** Whether rules or settings changed, where everything waits. */
  readonly rulesChanged: boolean
  /** A history is being read. */
  readonly history: boolean
  readonly visitors: readonly string[]
  readonly orders: readonly string[]
  readonly customers: readonly string[]
  readonly identifiers: readonly string[]
  /** To be taken off when that is done. */
  readonly marks: readonly JourneyMark[]
  /** Whether there may be more than these. */
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

/** Whether journeys of the shop are older than their facts; `history`: orders that are still being read have none yet. */
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
