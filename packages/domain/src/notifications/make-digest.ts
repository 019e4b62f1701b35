import { type DayRange, dayOf, endOfDay } from '@tillsight/core/days'
import {
  type DeliveryRow,
  type DigestRow,
  delayDigest,
  hasDelivery,
  listLostMessages,
  markNamed,
  type PersonRow,
  readPerson,
} from '@tillsight/database'
import type { ConnectionContext } from '../connections/index.ts'
import { permissionsOf } from '../context/index.ts'
import { type DigestPeriod, digestPeriods, NotificationSettings } from '../inputs/index.ts'
import { readDisplay } from '../preferences.ts'
import { deliver, digestKind } from './deliver.ts'
import type { Digest, Rendered } from './digest.ts'
import { isStillReading, readShopDigest } from './read-digest.ts'
import { comparedWith, lastPeriod, latestTime, nextTime } from './schedule.ts'
import type { SendServices } from './send-mails.ts'

/** Services that making digests needs. */
export interface DigestServices extends SendServices {
  /** Puts a digest into words, in the language of its reader. */
  renderDigest(digest: Digest): Rendered
}

const waitForMs = 3 * 3_600_000
const lookAgainMs = 5 * 60_000
/** With more the mail would be too large, and nobody reads it. */
const mostShops = 12
/** Messages that were lost longer ago are no longer named. */
const lostForMs = 40 * 86_400_000

/** What a digest is about: all shops of the person, or one of them. */
export interface DigestSubject {
  readonly person: PersonRow
  readonly shops: readonly [ConnectionContext, ...ConnectionContext[]]
  readonly every: DigestPeriod
  readonly settings: NotificationSettings
}

/** Finds what a digest is about; undefined when no shop of it is open to the person any more. */
export async function findSubject(
  { db, openShopsOf }: Pick<SendServices, 'db' | 'openShopsOf'>,
  { personId, shopId, every }: Pick<DigestRow, 'personId' | 'shopId' | 'every'>,
): Promise<DigestSubject | undefined> {
  const [person, all] = await Promise.all([readPerson(db.kysely, personId), openShopsOf(personId)])
  const [first, ...others] = all.filter(
    ({ shop, actor }) =>
      // Made-up figures are no news.
      !shop.isSample && (shopId === null || shop.id === shopId) && permissionsOf(actor).includes('metrics:read'),
  )
  const period = digestPeriods.find((known) => known === every)
  if (first === undefined || period === undefined) return undefined
  return {
    person,
    shops: [first, ...others],
    every: period,
    settings: NotificationSettings.parse(person.notifications),
  }
}

/** The zone of the person's clock: their own, or that of their first shop. */
export function zoneOf({ person, shops }: Pick<DigestSubject, 'person' | 'shops'>): string {
  return person.zone ?? shops[0].shop.zone
}

/** The last period that is over in every shop. */
export function periodAt({ shops, every }: DigestSubject, at: Date): DayRange {
  const [today] = shops.map(({ shop }) => dayOf(at, shop.zone)).toSorted()
  return lastPeriod(every, today ?? dayOf(at, shops[0].shop.zone), shops[0].shop.settings.weekStartsOn)
}

/**
 * Makes a digest whose time has come, unless it has to wait for a source, and notes when to look at it again. Whoever does this
 * twice, or dies over it, leaves one digest: in the inbox, and as one queued mail.
 */
export async function makeDigest(services: DigestServices, row: DigestRow): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const subject = await findSubject(services, row)
  if (subject === undefined) return delayDigest(db.kysely, row.id, new Date(now.getTime() + 86_400_000))
  const time = { at: subject.settings.digestAt, zone: zoneOf(subject) }
  const dueSince = latestTime(now, time)
  const period = periodAt(subject, dueSince)
  const key = { kind: `${digestKind}${row.every}`, shopId: row.shopId, personId: row.personId, episode: textOf(period) }
  const endedAt = Math.max(...subject.shops.map(({ shop }) => endOfDay(period.to, shop.zone).getTime()))
  const nextAt = nextTime(now, time)
  if (endedAt < row.since.getTime() || (await hasDelivery(db.kysely, key))) {
    return delayDigest(db.kysely, row.id, nextAt)
  }
  const waitsUntil = dueSince.getTime() + waitForMs
  if (now.getTime() < waitsUntil && (await isAnyReading(subject, period))) {
    return delayDigest(db.kysely, row.id, new Date(Math.min(now.getTime() + lookAgainMs, waitsUntil)))
  }
  await putDown(services, { subject, row, period, episode: key.episode, nextAt })
}

interface Made {
  readonly subject: DigestSubject
  readonly row: Pick<DigestRow, 'id' | 'shopId' | 'every'>
  readonly period: DayRange
  readonly episode: string
  readonly nextAt: Date
}

async function putDown(services: DigestServices, { subject, row, period, episode, nextAt }: Made): Promise<void> {
  const { db, clock } = services
  const { digest, lost } = await readDigest(services, subject, { id: row.id, period })
  const notice = toNotice(services.renderDigest(digest))
  await db.transaction(async (queries) => {
    const counter = { queries, clock, zone: zoneOf(subject) }
    const isNew = await deliver(counter, subject.person, {
      ...notice,
      kind: `${digestKind}${row.every}`,
      shopId: row.shopId,
      episode,
      shops: subject.shops.map(({ shop }) => shop.id),
    })
    if (isNew) await markNamed(queries, lost, clock.now())
    await delayDigest(queries, row.id, nextAt)
  })
}

/** The parts of a notice that the words of a digest make. */
export function toNotice({ subject, html, text, headers, body, link }: Rendered) {
  return { title: subject, body, link, mail: { subject, html, text, headers }, isUrgent: false } as const
}

/** Reads all of a digest; `lost` are the messages that it says may be missing. */
export async function readDigest(
  { db, clock }: Pick<SendServices, 'db' | 'clock'>,
  subject: DigestSubject,
  { id, period }: { readonly id: string | undefined; readonly period: DayRange },
): Promise<{ readonly digest: Digest; readonly lost: readonly string[] }> {
  const { every, settings, person } = subject
  const before = comparedWith(every, period)
  const shops: Digest['shops'][number][] = []
  // One after another: a digest is in no hurry, and people are.
  for (const ctx of subject.shops.slice(0, mostShops)) {
    shops.push(await readShopDigest(ctx, { period, before, figures: settings.figures }))
  }
  const lost = await listLostMessages(db.kysely, person.id, new Date(clock.now().getTime() - lostForMs))
  const { language } = await readDisplay(subject.shops[0])
  return {
    digest: {
      id,
      every,
      period,
      before,
      language,
      shops,
      moreShops: subject.shops.length - shops.length,
      lost: byTitle(lost),
    },
    lost: lost.map((row) => row.id),
  }
}

/** A message that was lost on several ways is named once. */
function byTitle(lost: readonly DeliveryRow[]): Digest['lost'] {
  const groups = Map.groupBy(lost, ({ title }) => title)
  return [...groups].map(([title, rows]) => ({ title, channels: [...new Set(rows.map(({ channel }) => channel))] }))
}

async function isAnyReading({ shops }: DigestSubject, period: DayRange): Promise<boolean> {
  for (const ctx of shops.slice(0, mostShops)) if (await isStillReading(ctx, period)) return true
  return false
}

/** `2026-11-16..2026-11-22` */
export function textOf({ from, to }: DayRange): string {
  return `${from}..${to}`
}
