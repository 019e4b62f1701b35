import { createHash } from 'node:crypto'
import type { PersonId } from '@tillsight/core'
import {
  type AlertEpisodeRow,
  type AlertRow,
  addSlackMessage,
  lastAlertTold,
  listAlertsOfShop,
  listUntoldEpisodes,
  markEpisodesTold,
  readPerson,
} from '@tillsight/database'
import type { ShopContext } from '../context/index.ts'
import { deliver } from '../notifications/index.ts'
import { readDisplay } from '../preferences.ts'
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
    await deliver({ queries, clock, zone: shop.zone }, await readPerson(queries, person), {
      kind: 'alert',
      shopId: shop.id,
      shops: [shop.id],
      episode,
      title: all.subject,
      body: all.body,
      link: all.link,
      mail: mailed.length > 0 ? { subject, html, text, headers } : null,
      isUrgent: untold.some(({ row }) => isDataLoss(row)),
    })
    for (const [slackId, some] of Map.groupBy(untold, ({ row }) => row.slackId)) {
      if (slackId === null) continue
      const key = { kind: 'alert', shopId: shop.id, personId: person, episode: `${episode} ${slackId}` }
      const { subject: title, slack } = news(some)
      await addSlackMessage(queries, { ...key, shops: [shop.id], title, at, dueAt: at, slackId, slack })
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
    kind: rule.kind,
    bound: rule.kind === 'threshold' ? { op: rule.op, ...boundOf(rule.bound) } : null,
    isOver: what === 'resolvedToldAt' || episode.resolvedAt !== null,
  }
}

function boundOf(bound: Extract<AlertRule, { kind: 'threshold' }>['bound']): { value?: string; percent?: string } {
  return 'value' in bound ? { value: bound.value } : { percent: bound.percent }
}
