import { createHash } from 'node:crypto'
import type { PersonId } from '@tillsight/core'
import {
  type AlertEpisodeRow,
  type AlertRow,
  addMessage,
  lastAlertTold,
  listAlertsOfShop,
  listPushSubscriptions,
  listUntoldEpisodes,
  markEpisodesTold,
  readPerson,
} from '@tillsight/database'
import type { Filter } from '@tillsight/metrics'
import type { ShopContext } from '../context/index.ts'
import { NotificationSettings } from '../inputs/index.ts'
import { deliver, dueAt } from '../notifications/index.ts'
import { readDisplay } from '../preferences.ts'
import { fitPush } from '../push/index.ts'
import { asOwner } from './evaluate.ts'
import { type AlertEvent, AlertFound, type RenderAlerts } from './news.ts'
import { AlertRule } from './rule.ts'
import { mayTell } from './step.ts'

interface Untold {
  readonly row: AlertRow
  readonly episode: AlertEpisodeRow
}

/**
 * Tells people which of their alerts fired and which are over: in their inbox and, what fired, by mail and in Slack as each alert
 * says. What happens at once is told at once; shortly after a message, it waits for the next round.
 */
export async function tellOfAlerts(ctx: ShopContext, render: RenderAlerts): Promise<number> {
  const episodes = await listUntoldEpisodes(ctx.queries, ctx.shop.id)
  if (episodes.length === 0) return 0
  const rows = new Map((await listAlertsOfShop(ctx.queries, ctx.shop.id)).map((row) => [row.id, row]))
  const untold = episodes.flatMap((episode): Untold[] => {
    const row = rows.get(episode.alertId)
    return row ? [{ row, episode }] : []
  })
  for (const [person, all] of Map.groupBy(untold, ({ row }) => row.personId)) {
    await tellPerson(ctx, person, { all, render })
  }
  return untold.length
}

async function tellPerson(
  ctx: ShopContext,
  person: PersonId,
  { all, render }: { readonly all: readonly Untold[]; readonly render: RenderAlerts },
): Promise<void> {
  const own = await asOwner(ctx, person)
  if (own === undefined) return
  const at = ctx.clock.now()
  const lastToldAt = await lastAlertTold(ctx.queries, { personId: person, shopId: ctx.shop.id })
  const fired = mayTell(lastToldAt, at) ? all.filter(({ episode }) => episode.toldAt === null) : []
  const over = all.filter(({ episode }) => episode.toldAt !== null && episode.resolvedAt !== null)
  await putDown(own, { person, untold: fired, what: 'toldAt', render })
  await putDown(own, { person, untold: over, what: 'resolvedToldAt', render })
}

interface Telling {
  readonly person: PersonId
  readonly untold: readonly Untold[]
  readonly what: 'toldAt' | 'resolvedToldAt'
  readonly render: RenderAlerts
}

async function putDown(ctx: ShopContext, { person, untold, what, render }: Telling): Promise<void> {
  if (untold.length === 0) return
  const { shop, clock } = ctx
  const at = clock.now()
  const display = await readDisplay(ctx)
  const news = (some: readonly Untold[]) =>
    render({ language: display.language, display, shop, events: some.map((one) => toEvent(one, what)) })
  const all = news(untold)
  const mailed = what === 'toldAt' ? untold.filter(({ row }) => row.mail) : []
  const { subject, html, text, headers } = news(mailed.length > 0 ? mailed : untold)
  const episode = episodeOf(untold, what)
  await ctx.db.transaction(async (queries) => {
    const counter = { queries, clock, zone: shop.zone }
    const reader = await readPerson(queries, person)
    const common = { kind: 'alert' as const, shopId: shop.id, personId: person, shops: [shop.id], at }
    const messageTo = (place: string, some: readonly Untold[]) => ({
      ...common,
      episode: `${episode} ${place}`,
      dueAt: dueAt(counter, reader, isUrgent(some)),
    })
    await deliver(counter, reader, {
      kind: 'alert',
      shopId: shop.id,
      shops: [shop.id],
      episode,
      title: all.subject,
      body: all.body,
      link: all.link,
      mail: mailed.length > 0 ? { subject, html, text, headers } : null,
      isUrgent: isUrgent(untold),
    })
    for (const [slackId, some] of Map.groupBy(untold, ({ row }) => row.slackId)) {
      if (slackId === null) continue
      const { subject: title, slack } = news(some)
      await addMessage(queries, { ...messageTo(slackId, some), title, to: { channel: 'slack', slackId, slack } })
    }
    const pushed = untold.filter(({ row }) => row.push)
    if (pushed.length > 0) {
      const { subject: title, link, push } = news(pushed)
      const { pushFigures } = NotificationSettings.parse(reader.notifications)
      const message = { title: push.title, body: pushFigures ? push.body : push.hidden, link, topic: topicOf(pushed) }
      for (const { id: pushId } of await listPushSubscriptions(queries, person)) {
        const to = { channel: 'push' as const, pushId, push: fitPush(message) }
        await addMessage(queries, { ...messageTo(pushId, pushed), title, to })
      }
    }
    const ids = untold.map((one) => one.episode.id)
    await markEpisodesTold(queries, ids, { what, at })
    // Whoever hears that it fired after it is over is told both at once.
    const both = untold.filter((one) => what === 'toldAt' && one.episode.resolvedAt !== null)
    await markEpisodesTold(
      queries,
      both.map((one) => one.episode.id),
      { what: 'resolvedToldAt', at },
    )
  })
}

/** Data is being lost, which does not wait for the end of quiet hours. */
function isUrgent(untold: readonly Untold[]): boolean {
  return untold.some(({ row }) => isDataLoss(row))
}

/** What is said of one alert replaces what was said of it before: the identifier, without hyphens. */
function topicOf(untold: readonly Untold[]): string {
  const [only, ...more] = untold
  if (only && more.length === 0) return only.row.id.replaceAll('-', '')
  return episodeOf(untold, 'toldAt')
}

function isDataLoss({ rule }: AlertRow): boolean {
  const { kind, ...rest } = AlertRule.parse(rule)
  return kind === 'health' && 'severity' in rest && rest.severity === 'error'
}

function episodeOf(untold: readonly Untold[], what: Telling['what']): string {
  const ids = untold.map(({ episode }) => episode.id).toSorted()
  return createHash('sha256')
    .update([what, ...ids].join('\n'))
    .digest('hex')
    .slice(0, 32)
}

function toEvent({ row, episode }: Untold, what: Telling['what']): AlertEvent {
  const rule = AlertRule.parse(row.rule)
  return {
    ...AlertFound.parse(episode.found),
    alert: row.id,
    name: row.name,
    filters: row.filters as readonly Filter[],
    kind: rule.kind,
    bound: rule.kind === 'threshold' ? { op: rule.op, ...boundOf(rule.bound) } : null,
    isOver: what === 'resolvedToldAt' || episode.resolvedAt !== null,
  }
}

function boundOf(bound: Extract<AlertRule, { kind: 'threshold' }>['bound']): { value?: string; percent?: string } {
  return 'value' in bound ? { value: bound.value } : { percent: bound.percent }
}
