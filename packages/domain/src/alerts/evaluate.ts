import type { PersonId } from '@tillsight/core'
import { addDays } from '@tillsight/core/days'
import {
  type AlertRow,
  beginEpisode,
  type Db,
  endEpisode,
  listAlertsOfShop,
  listNotedDays,
  noteAlertLook,
} from '@tillsight/database'
import type { Filter } from '@tillsight/metrics'
import { createShopReads, type ShopContext } from '../context/index.ts'
import type { HealthIssue } from '../health/index.ts'
import { resolveActor } from '../organisations/index.ts'
import { emitEvent } from '../outbox/index.ts'
import { bucketsOf, compareIn, hasNote, instantsOf, type WindowAt, windowAt, zonedText } from './course.ts'
import { findParts } from './find-parts.ts'
import { type Judgement, judge } from './judge.ts'
import type { AlertFound } from './news.ts'
import { type Asker, createAsker, localHour, partsOf, readCourse } from './read-course.ts'
import { AlertRule, type FigureRule } from './rule.ts'
import { type AlertStanding, type Look, looksToFire, step } from './step.ts'

/** How one alert was found. */
interface Finding extends Pick<Look, 'verdict' | 'isNoted' | 'looks'> {
  /** Tells what was looked at. */
  readonly looked: string
  found(): Promise<AlertFound>
}

type Open = readonly Pick<HealthIssue, 'kind' | 'title' | 'severity'>[]

/** Looks at all alerts of a shop; `open` are its findings that need somebody. One that fails stops no other. */
export async function lookAtAlerts(ctx: ShopContext, open: Open): Promise<number> {
  const rows = await listAlertsOfShop(ctx.queries, ctx.shop.id)
  if (rows.length === 0) return 0
  const { version } = await createShopReads(ctx).factsState()
  for (const [person, alerts] of Map.groupBy(rows, ({ personId }) => personId)) {
    const own = await asOwner(ctx, person)
    if (own === undefined) continue
    const asker = createAsker(own)
    for (const row of alerts) {
      try {
        await lookAtAlert({ ctx: own, asker, open, version: `${version}` }, row)
      } catch (error) {
        ctx.log.error({ alert: row.id, err: error }, 'an alert could not be looked at')
      }
    }
  }
  return rows.length
}

/** The shop as its person sees it now; undefined once it is not open to them any more. */
export async function asOwner(ctx: ShopContext, person: PersonId): Promise<ShopContext | undefined> {
  const actor = await resolveActor(ctx.queries, person, ctx.organisation).catch(() => undefined)
  if (actor === undefined || (actor.shops !== 'all' && !actor.shops.includes(ctx.shop.id))) return undefined
  return { ...ctx, actor, reads: undefined }
}

interface Looking {
  readonly ctx: ShopContext
  readonly asker: Asker
  readonly open: Open
  /** Of the shop's facts. */
  readonly version: string
}

async function lookAtAlert(looking: Looking, row: AlertRow): Promise<void> {
  const rule = AlertRule.parse(row.rule)
  const finding = rule.kind === 'health' ? lookAtHealth(looking, rule) : await lookAtFigure(looking, row, rule)
  if (finding === undefined) return
  const { ctx } = looking
  const at = ctx.clock.now()
  const before: AlertStanding = row
  const { standing, event } = step(before, { ...finding, at })
  if (event === null && isSame(before, standing) && finding.looked === row.looked) return
  const found = event === 'fired' ? await finding.found() : undefined
  await ctx.db.transaction(async (tx) => {
    const { state, beyond, beyondAt, firedAt } = standing
    const looked = { state, beyond, beyondAt, firedAt, looked: finding.looked, lookedAt: at }
    if (!(await noteAlertLook(tx, row, looked))) return
    if (found) await fire(tx, ctx, { row, found, at })
    if (event === 'resolved') await resolve(tx, ctx, { row, at })
  })
}

function isSame(one: AlertStanding, other: AlertStanding): boolean {
  return one.state === other.state && one.beyond === other.beyond && one.beyondAt === other.beyondAt
}

/** An alert about the data: some finding of its severity is open. */
function lookAtHealth({ ctx, open }: Looking, rule: Extract<AlertRule, { kind: 'health' }>): Finding {
  const { severity } = rule
  const meant = open.filter((issue) => severity === 'warning' || issue.severity === 'error')
  return {
    verdict: meant.length > 0 ? 'beyond' : 'within',
    isNoted: false,
    looks: looksToFire(rule, 'day'),
    looked: '',
    found: async () => ({
      metric: '',
      window: null,
      value: null,
      expected: null,
      z: null,
      currency: ctx.shop.currency,
      parts: [],
      ...openOf(meant),
    }),
  }
}

const mostOpen = 5

function openOf(open: Open): Pick<AlertFound, 'open' | 'findings'> {
  return {
    open: [...new Set(open.map(({ kind }) => kind))],
    findings: open.slice(0, mostOpen).map(({ title }) => title),
  }
}

/** Undefined where there is nothing new to look at: the same hour, or the same figures of days that are over. */
async function lookAtFigure(looking: Looking, row: AlertRow, rule: FigureRule): Promise<Finding | undefined> {
  const { ctx, asker, version, open } = looking
  const question = { metric: row.metric, filters: row.filters as readonly Filter[] }
  const { by } = partsOf(ctx, row.metric)
  const buckets = bucketsOf(rule, by !== null)
  const now = localHour(ctx.clock.now(), ctx.shop.zone)
  const latest = windowAt(rule.window, buckets, now)
  if (isLookedAt(row, { latest, buckets, version })) return undefined
  const late = buckets === 'hour' ? hoursLateDays : daysLate
  const days = { from: addDays(now.day, -late - daysBefore), to: now.day }
  const { course, until, currency } = await readCourse(ctx, asker, { question, buckets, days })
  const window = windowAt(rule.window, buckets, until)
  const key = window && keyOf(window)
  if (window === undefined || (buckets === 'hour' && key === lookedOf(row).key)) return undefined
  const noted = new Set<string>(await listNotedDays(ctx.queries, row, days))
  const judgement = judge(rule, compareIn(course, window, noted))
  return {
    verdict: judgement.verdict,
    isNoted: hasNote(window, noted),
    looks: looksToFire(rule, buckets),
    looked: `${version}|${key}`,
    found: () => foundOf({ ...looking, open }, { row, window, judgement, currency }),
  }
}

interface Latest {
  readonly latest: WindowAt | undefined
  readonly buckets: 'hour' | 'day'
  readonly version: string
}

/** Each hour of a day that goes on is one look: the next has to find it in figures of its own. */
function isLookedAt(row: AlertRow, { latest, buckets, version }: Latest): boolean {
  const looked = lookedOf(row)
  const isKnown = latest === undefined || keyOf(latest) === looked.key
  return isKnown && (buckets === 'hour' || (looked.version === version && row.beyond !== 1))
}

function lookedOf({ looked }: AlertRow): { readonly version: string; readonly key: string } {
  const [version = '', key = ''] = looked.split('|')
  return { version, key }
}

/** Days whose reported purchases still grow are left out, with a week before them, and hours that a source was not read for. */
const daysLate = 38
const hoursLateDays = 3
/** Eight weeks. */
const daysBefore = 56

function keyOf({ from, to, hours }: WindowAt): string {
  return `${from} ${to} ${hours ? `${hours.from}-${hours.until}` : ''}`
}

interface Found {
  readonly row: AlertRow
  readonly window: WindowAt
  readonly judgement: Judgement
  readonly currency: string
}

async function foundOf(
  { ctx, asker, open }: Looking,
  { row, window, judgement, currency }: Found,
): Promise<AlertFound> {
  const { value, expected, z } = judgement
  const { from, until } = instantsOf(window, ctx.shop.zone)
  const { unit } = partsOf(ctx, row.metric).description
  const print = (number: number | null) => (number === null ? null : printValue(number, unit))
  const question = { metric: row.metric, filters: row.filters as readonly Filter[] }
  const isDivided = value !== null && expected !== null
  return {
    metric: row.metric,
    window: { from: from.toISOString(), until: until.toISOString() },
    value: print(value),
    expected: print(expected),
    z: z === null ? null : z.toFixed(2),
    currency,
    parts: isDivided ? await findParts(ctx, asker, { question, window, value, expected }) : [],
    ...openOf(open),
  }
}

/** A decimal as text: of money with its cents, of anything else without needless digits. */
export function printValue(value: number, unit: string): string {
  return unit === 'money' ? value.toFixed(2) : String(Number(value.toFixed(6)))
}

interface Change {
  readonly row: AlertRow
  readonly at: Date
}

async function fire(tx: Db, { shop }: ShopContext, { row, found, at }: Change & { readonly found: AlertFound }) {
  const episode = await beginEpisode(tx, { alertId: row.id, firedAt: at, found })
  const { metric, window, value, expected, z, parts, open } = found
  const local = (at: string) => zonedText(new Date(at), shop.zone)
  await emitEvent(tx, shop.id, {
    type: 'alert.fired',
    at,
    key: episode.id,
    data: {
      alert: row.id,
      episode: episode.id,
      metric,
      window: window && { from: local(window.from), until: local(window.until) },
      value,
      expected,
      z,
      parts: parts.map(({ dimension, key, change }) => ({ dimension, key, change })),
      open,
      link: alertLink(shop.domain),
    },
  })
}

async function resolve(tx: Db, { shop }: ShopContext, { row, at }: Change): Promise<void> {
  const episode = await endEpisode(tx, row.id, at)
  if (episode === undefined) return
  const data = { alert: row.id, episode: episode.id, metric: row.metric, link: alertLink(shop.domain) }
  await emitEvent(tx, shop.id, { type: 'alert.resolved', at, key: episode.id, data })
}

/** The page of alerts, a path of this site. */
export function alertLink(domain: string): string {
  return `/shop/${encodeURIComponent(domain)}/settings/alerts`
}
