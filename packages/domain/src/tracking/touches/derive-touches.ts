import { setImmediate } from 'node:timers/promises'
import {
  clickIdOf,
  cutSessions,
  deriveTouches,
  landingsOf,
  type TouchDraft,
  type VisitEvent,
} from '@tillsight/attribution'
import { nextWriteVersion } from '@tillsight/database'
import type { WriteContext } from '../../context/index.ts'
import { markVisitors } from '../../journey-marks/index.ts'
import { inPieces } from '../../ledger/index.ts'
import { utcDay } from '../events/event-rows.ts'
import { loadAdIndex } from './ad-index.ts'
import { joinAd } from './join-ads.ts'
import {
  type Affected,
  daysAround,
  ever,
  findAffected,
  isWithin,
  readDerivedTouches,
  readSightings,
  readStatuses,
  readVisitEvents,
  type Span,
} from './read-visits.ts'
import { readSharedSigns, type Written } from './shared-signs.ts'
import {
  isSameTouch,
  keyOfTouch,
  type StoredTouch,
  type TrackingSetup,
  toStoredTouch,
  toTouchRow,
  toTouchTombstone,
} from './touch-rows.ts'

const visitorsAtOnce = 10_000
const visitorsPerTurn = 200
const mostDays = 60

/**
 * Updates the touches of visitors to match their events, for callers that hold the shop's lock: `concerned` gives the span of
 * each visitor's changes. Only differences are written; outdated touches are removed. The new events may change the verdict
 * on other visitors, whose touches are then updated too. Returns how many rows changed.
 */
export async function bringTouchesUpToDate(
  ctx: WriteContext,
  setup: TrackingSetup,
  { concerned, written = nothing, near }: Changes,
): Promise<number> {
  let changed = 0
  let known = near
  let waiting: ReadonlyMap<string, Span> = concerned
  let news = written
  const seen = new Set<string>()
  // If a click's first visitor changes, touches of the other visitors with that click change too.
  while (waiting.size > 0) {
    const next = new Map<string, Span>()
    for (const piece of inPieces([...waiting], visitorsAtOnce)) {
      const outcome = await derivePiece(ctx, setup, { concerned: new Map(piece), written: news, near: known })
      news = nothing
      changed += outcome.changed
      for (const { visitor, from, to } of outcome.turned) next.set(visitor, { from, to })
      for (const visitor of outcome.dispossessed) {
        if (!seen.has(visitor)) next.set(visitor, ever)
        seen.add(visitor)
      }
    }
    waiting = next
    known = undefined
  }
  return changed
}

const nothing: Written = { fresh: [], repeated: [], version: '0' }

/** What has changed about visitors, and when. */
interface Changes {
  readonly concerned: ReadonlyMap<string, Span>
  readonly written?: Written
  /** What {@link readNear} would find of `concerned`, where the caller knows. */
  readonly near?: NearEvents | undefined
}

interface VisitorWork extends Affected {
  readonly visitor: string
  readonly stored: readonly StoredTouch[]
  readonly hasBought: boolean
}

async function derivePiece(
  ctx: WriteContext,
  setup: TrackingSetup,
  { concerned, written = nothing, near: told }: Changes,
) {
  const visitors = [...concerned.keys()]
  const [touches, standings] = await Promise.all([
    readDerivedTouches(ctx, visitors),
    readStatuses(ctx, visitors, setup.ownPeople),
  ])
  const known = (visitor: string) => ({
    touches: touches.get(visitor) ?? [],
    hasBought: standings.bought.has(visitor),
  })
  const work: VisitorWork[] = []
  const whole: string[] = []
  const near = told ?? (await readNear(ctx, concerned))
  for (const visitor of visitors) {
    const events = standings.own.has(visitor) ? undefined : near.get(visitor)
    const span = concerned.get(visitor) ?? ever
    const { touches: stored, hasBought } = known(visitor)
    const affected = events && findAffected(span, { events, touches: stored, hasBought })
    if (affected) work.push({ ...affected, visitor, stored, hasBought })
    else whole.push(visitor)
  }
  const all = await readVisitEvents(ctx, whole, 'ever')
  for (const visitor of whole) {
    // Activity of the shop's staff is not marketing.
    const events = standings.own.has(visitor) ? [] : (all.get(visitor) ?? [])
    const { touches: stored, hasBought } = known(visitor)
    work.push({ visitor, events, range: ever, earlierClicks: new Set(), stored, hasBought })
  }
  return writeWork(ctx, setup, { work, written })
}

/** Events of visitors around the days of their changes, all of those days. */
export type NearEvents = ReadonlyMap<string, VisitEvent[]>

/**
 * Events of visitors around the days of their changes, of none with changes over months. Visitors with the same days are read
 * together.
 */
export async function readNear(ctx: WriteContext, concerned: ReadonlyMap<string, Span>): Promise<NearEvents> {
  const narrow = [...concerned].filter(([, { from, to }]) => to - from < mostDays * 86_400_000)
  const wanted = new Map(narrow.map(([visitor, span]) => [visitor, new Set(daysAround(span))]))
  const days = new Set([...wanted.values()].flatMap((own) => [...own]))
  const found = await readVisitEvents(ctx, [...wanted.keys()], [...days])
  // Other visitors' days may have been read too: events outside a visitor's own days are incomplete.
  return new Map(
    [...wanted].map(([visitor, own]) => [visitor, (found.get(visitor) ?? []).filter(({ at }) => own.has(utcDay(at)))]),
  )
}

interface Work {
  readonly work: readonly VisitorWork[]
  readonly written: Written
}

async function writeWork(ctx: WriteContext, setup: TrackingSetup, { work, written }: Work) {
  const all = work.flatMap(({ events }) => events)
  const [owners, { shared, turned }] = await Promise.all([findOwners(ctx, work), readSharedSigns(ctx, all, written)])
  const known = { firstVisitorOf: owners.firstVisitorOf, shared }
  const drafts: { readonly draft: TouchDraft; readonly each: VisitorWork }[] = []
  for (const some of inPieces(work, visitorsPerTurn)) {
    for (const each of some) for (const draft of derive(each, setup, known)) drafts.push({ draft, each })
    // The same process answers browsers: deriving all at once would let them wait for a tenth of a second.
    await setImmediate()
  }
  const ads = await loadAdIndex(
    ctx,
    drafts.map(({ draft }) => draft),
  )
  const wanted = new Map<string, StoredTouch>()
  for (const { draft, each } of drafts) {
    const touch = toStoredTouch(each.visitor, draft, joinAd(draft, ads, setup.rules.brandTerms))
    wanted.set(keyOfTouch(touch), touch)
  }
  const gone: StoredTouch[] = []
  for (const { stored, range } of work) {
    for (const touch of stored) {
      if (!isWithin(touch.ms, range)) continue
      const fresh = wanted.get(keyOfTouch(touch))
      if (fresh === undefined) gone.push(touch)
      else if (isSameTouch(fresh, touch)) wanted.delete(keyOfTouch(touch))
    }
  }
  await writeTouches(ctx, { fresh: [...wanted.values()], gone })
  return { changed: wanted.size + gone.length, dispossessed: owners.dispossessed, turned }
}

/** Replaces touches, for callers that hold the shop's lock; the journeys concerned are marked first. */
export async function writeTouches(
  ctx: WriteContext,
  { fresh, gone }: { readonly fresh: readonly StoredTouch[]; readonly gone: readonly StoredTouch[] },
): Promise<void> {
  if (fresh.length + gone.length === 0) return
  await markVisitors(
    ctx,
    [...fresh, ...gone].map((touch) => touch.visitor_id),
  )
  const version = (await nextWriteVersion(ctx.db.kysely)).toString()
  await ctx.warehouse.insert('touches', [
    ...fresh.map((touch) => toTouchRow(touch, version)),
    ...gone.map((touch) => toTouchTombstone(touch, version)),
  ])
}

function derive(
  { visitor, events, range, earlierClicks, hasBought }: VisitorWork,
  { rules }: TrackingSetup,
  known: Pick<Parameters<typeof deriveTouches>[1], 'firstVisitorOf' | 'shared'>,
): TouchDraft[] {
  const drafts = deriveTouches(events, { ...known, visitor, rules, earlierClicks, hasBought })
  return drafts.filter(({ at }) => isWithin(at, range))
}

/** The first visitor of each click, and other visitors with a touch of it. */
async function findOwners(ctx: WriteContext, work: readonly VisitorWork[]) {
  const told = work.flatMap(({ visitor, events }) =>
    cutSessions(events)
      .flatMap(landingsOf)
      .map(({ url, at }) => ({ click: clickIdOf(url), visitor, ms: at }))
      .filter(({ click }) => click !== ''),
  )
  const stored = await readSightings(ctx, [...new Set(told.map(({ click }) => click))])
  const first = new Map<string, { readonly visitor: string; readonly ms: number }>()
  for (const { click, visitor, ms } of [...stored, ...told]) {
    const known = first.get(click)
    if (!known || ms < known.ms || (ms === known.ms && visitor < known.visitor)) first.set(click, { visitor, ms })
  }
  const dispossessed = new Set<string>()
  for (const { click, visitor } of stored) if (first.get(click)?.visitor !== visitor) dispossessed.add(visitor)
  return { firstVisitorOf: new Map([...first].map(([click, { visitor }]) => [click, visitor])), dispossessed }
}
