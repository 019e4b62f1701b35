import { AppError } from '@tillsight/core'
import {
  type AlertRow,
  changeAlert as changeRow,
  createAlert,
  deleteAlert,
  findAlert,
  listEpisodes,
  listAlerts as listRows,
  listSlackAddresses,
  lockAlertsOf,
} from '@tillsight/database'
import { z } from 'zod'
import { type AuditEvent, changesBetween, recordAudit } from '../audit/index.ts'
import { defineVerb, ownKey, ownWritableKey, type ShopContext } from '../context/index.ts'
import { SlackView, toSlackView } from '../slack/index.ts'
import { AlertInput, AlertView, toAlertView, type Watched } from './alert-view.ts'
import { checkPlaces, checkWatched, mergeWatched } from './check-watched.ts'
import { quietStanding } from './step.ts'

/** The most alerts of a person on a shop. */
const mostAlerts = 50
const shownEpisodes = 200
const episodesOfEach = 5

const OneAlert = z.object({ alert: z.uuid() })

/** The person's alerts on the shop with their last episodes, and the Slack addresses that they can go to. */
export const listAlerts = defineVerb({
  name: 'alert.list',
  needs: 'alerts:write',
  access: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(AlertView), next: z.string().nullable(), slack: z.array(SlackView) }),
  async run(ctx: ShopContext) {
    const rows = await listRows(ctx.queries, ownKey(ctx))
    const ids = rows.map(({ id }) => id)
    const [episodes, slack] = await Promise.all([
      listEpisodes(ctx.queries, ids, shownEpisodes),
      listSlackAddresses(ctx.queries, ctx.shop.id),
    ])
    const byAlert = Map.groupBy(episodes, ({ alertId }) => alertId)
    const items = rows.map((row) => toAlertView(row, (byAlert.get(row.id) ?? []).slice(0, episodesOfEach)))
    return { items, next: null, slack: slack.map(toSlackView) }
  },
})

/** Adds an alert for the person. Throws `forbidden` for Slack without the permission, `limit_reached`. */
export const addAlert = defineVerb({
  name: 'alert.add',
  needs: 'alerts:write',
  access: 'work',
  input: AlertInput,
  output: AlertView,
  async run(ctx: ShopContext, { name, to, ...input }) {
    const owner = ownWritableKey(ctx)
    const watched = await checkWatched(ctx, input)
    const places = await checkPlaces(ctx, to)
    const at = ctx.clock.now()
    const row = await ctx.db.transaction(async (tx) => {
      await lockAlertsOf(tx, owner.personId)
      if ((await listRows(tx, owner)).length >= mostAlerts) throw tooMany()
      const row = await createAlert(tx, {
        ...owner,
        name,
        ...places,
        ...toColumns(watched),
        createdAt: at,
        changedAt: at,
      })
      await recordAlert({ ...ctx, queries: tx }, 'alert.add', { row, changes: changesBetween({}, told(row)) })
      return row
    })
    return toAlertView(row, [])
  },
})

/** Changes an alert, pauses it, or switches it on again; one that watches something else begins anew. */
export const changeAlert = defineVerb({
  name: 'alert.change',
  needs: 'alerts:write',
  access: 'work',
  input: OneAlert.extend({
    ...AlertInput.partial().shape,
    to: AlertInput.shape.to.removeDefault().optional(),
    state: z.enum(['on', 'paused']).optional(),
  }),
  output: AlertView,
  async run(ctx: ShopContext, { alert, name, to, state, ...input }) {
    const owner = ownWritableKey(ctx)
    const before = await ownAlert(ctx, alert)
    const says = Object.values(input).some((value) => value !== undefined)
    const watched = says ? await checkWatched(ctx, mergeWatched(before, input)) : undefined
    const places = to === undefined ? undefined : await checkPlaces(ctx, to)
    return ctx.db.transaction(async (tx) => {
      await lockAlertsOf(tx, owner.personId)
      await changeRow(tx, alert, {
        ...(name === undefined ? {} : { name }),
        ...(state === undefined ? {} : { enabled: state === 'on' }),
        ...places,
        ...(watched && { ...toColumns(watched), ...anew }),
        ...(state === 'paused' ? anew : {}),
        changedAt: ctx.clock.now(),
      })
      const own = { ...ctx, queries: tx }
      const row = await ownAlert(own, alert)
      await recordAlert(own, 'alert.change', { row, changes: changesBetween(told(before), told(row)) })
      return toAlertView(row, await listEpisodes(tx, [alert], episodesOfEach))
    })
  },
})

const { state: _state, ...quiet } = quietStanding
/** What a changed alert forgets: it may fire again at once, and is in no state that the new rule knows nothing of. */
const anew = { ...quiet, state: 'ok' as const, looked: '' }

/** Removes an alert with its episodes; what was delivered stays in the inbox. */
export const removeAlert = defineVerb({
  name: 'alert.remove',
  needs: 'alerts:write',
  access: 'write',
  input: OneAlert,
  output: z.object({}),
  async run(ctx: ShopContext, { alert }) {
    const owner = ownWritableKey(ctx)
    const row = await ownAlert(ctx, alert)
    await deleteAlert(ctx.queries, owner, alert)
    await recordAlert(ctx, 'alert.remove', { row })
    return {}
  },
})

function toColumns({ metric, filters, rule }: Watched) {
  return { metric, filters: JSON.stringify(filters), rule: JSON.stringify(rule) }
}

/** Throws the same `not_found` for an alert that does not exist and for one of somebody else. */
async function ownAlert(ctx: ShopContext, id: string): Promise<AlertRow> {
  const row = await findAlert(ctx.queries, ownKey(ctx), id)
  if (row) return row
  throw new AppError('not_found', 'You have no such alert here. It may have been deleted: reload the list.')
}

/** What the audit log tells of an alert: figures go to where it says. */
function told({ name, metric, filters, rule, mail, push, slackId, enabled }: AlertRow): object {
  return { name, metric, filters, rule, mail, push, slack: slackId, enabled }
}

interface Told {
  readonly row: AlertRow
  readonly changes?: AuditEvent['changes']
}

async function recordAlert(
  ctx: ShopContext,
  action: 'alert.add' | 'alert.change' | 'alert.remove',
  { row, changes }: Told,
): Promise<void> {
  await recordAudit(ctx, { action, target: { kind: 'alert', id: row.id, name: row.name }, changes })
}

function tooMany(): AppError {
  return new AppError(
    'limit_reached',
    `You have ${mostAlerts} alerts on this shop, which is the most. Delete one that you do not need.`,
  )
}
