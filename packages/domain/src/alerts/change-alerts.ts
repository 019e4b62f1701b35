import { AppError } from '@tillsight/core'
import { addDays, type DayRange } from '@tillsight/core/days'
import {
  type AlertRow,
  changeAlert as changeRow,
  createAlert,
  deleteAlert,
  findAlert,
  listEpisodes,
  listNotedDays,
  listAlerts as listRows,
  listSlackAddresses,
  lockAlertsOf,
} from '@tillsight/database'
import { z } from 'zod'
import { assertAllowed, defineVerb, ownKey, ownWritableKey, run, type ShopContext } from '../context/index.ts'
import { runQuery } from '../reports/index.ts'
import { SlackView, toSlackView } from '../slack/index.ts'
import { AlertInput, AlertView, refused, toAlertView, toWatched, type Watched, WatchedInput } from './alert-view.ts'
import { bucketsOf } from './course.ts'
import { printValue } from './evaluate.ts'
import { createAsker, localHour, partsOf, readCourse } from './read-course.ts'
import { replay } from './replay.ts'
import { quietStanding } from './step.ts'

/** The most alerts of a person on a shop. */
const mostAlerts = 50
const shownEpisodes = 200
const episodesOfEach = 5
const replayedDays = 90

const OneAlert = z.object({ alert: z.uuid() })

/** The person's alerts on the shop with their last episodes, and the Slack addresses that they can go to. */
export const listAlerts = defineVerb({
  name: 'alert.list',
  needs: 'metrics:read',
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
  needs: 'metrics:read',
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
      return createAlert(tx, { ...owner, name, ...places, ...toColumns(watched), createdAt: at, changedAt: at })
    })
    return toAlertView(row, [])
  },
})

/** Changes an alert, pauses it, or switches it on again; one that watches something else begins anew. */
export const changeAlert = defineVerb({
  name: 'alert.change',
  needs: 'metrics:read',
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
      const row = await ownAlert({ ...ctx, queries: tx }, alert)
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
  needs: 'metrics:read',
  access: 'write',
  input: OneAlert,
  output: z.object({}),
  async run(ctx: ShopContext, { alert }) {
    if (await deleteAlert(ctx.queries, ownWritableKey(ctx), alert)) return {}
    throw alertNotFound()
  },
})

/** How often an alert would have fired in the last 90 days, by the figures as they are now. */
export const previewAlert = defineVerb({
  name: 'alert.preview',
  needs: 'metrics:read',
  access: 'read',
  input: WatchedInput,
  output: z.object({
    from: z.string(),
    to: z.string(),
    currency: z.string(),
    fired: z.number().int(),
    times: z.array(
      z.object({
        day: z.string(),
        /** The hour at whose end it fired; null for whole days. */
        hour: z.number().int().nullable(),
        value: z.string().nullable(),
        expected: z.string().nullable(),
        z: z.string().nullable(),
      }),
    ),
    /** Days of these that have no figures to look at. */
    unknownDays: z.number().int(),
  }),
  async run(ctx: ShopContext, input) {
    const { metric, filters, rule } = await checkWatched(ctx, input)
    if (rule.kind === 'health')
      throw refused('op', 'What was found about the data in the past is not kept: there is no preview.')
    const { description, by } = partsOf(ctx, metric)
    const buckets = bucketsOf(rule, by !== null)
    const { day } = localHour(ctx.clock.now(), ctx.shop.zone)
    const last: DayRange = { from: addDays(day, -replayedDays), to: addDays(day, -1) }
    const days = { from: addDays(last.from, -weeksBefore * 7 - 7), to: day }
    const { course, until, currency } = await readCourse(ctx, createAsker(ctx), {
      question: { metric, filters },
      buckets,
      days,
    })
    const seen = until.day < last.to ? { from: last.from, to: until.day } : last
    const noted = new Set<string>(await listNotedDays(ctx.queries, ownKey(ctx), days))
    const fired = replay({ rule, course, noted, days: seen })
    const print = (value: number | null) => (value === null ? null : printValue(value, description.unit))
    return {
      ...last,
      currency,
      fired: fired.length,
      times: fired.map(({ at, value, expected, z: deviations }) => ({
        day: at.day,
        hour: buckets === 'hour' ? at.hour : null,
        value: print(value),
        expected: print(expected),
        z: deviations === null ? null : deviations.toFixed(2),
      })),
      unknownDays: countUnknown(course.days, last),
    }
  },
})

const weeksBefore = 8

function countUnknown(
  days: ReadonlyMap<string, readonly { readonly over: number | null }[]>,
  { from, to }: DayRange,
): number {
  let unknown = 0
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (days.get(day)?.every(({ over }) => over === null) ?? true) unknown += 1
  }
  return unknown
}

/** Checks what is watched, also that the person may see it: by putting the question for one day. */
async function checkWatched(ctx: ShopContext, input: WatchedInput): Promise<Watched> {
  const watched = toWatched(input)
  if (watched.rule.kind === 'health') return watched
  const { metric, filters } = watched
  const { day } = localHour(ctx.clock.now(), ctx.shop.zone)
  const parsed = runQuery.input.safeParse({
    metrics: [metric],
    from: day,
    to: day,
    ...(filters.length > 0 && { filters }),
  })
  if (!parsed.success) throw refused('metric', parsed.error.issues.map(({ message }) => message).join(' '))
  const { description, by } = partsOf(ctx, metric)
  const unknown = filters.find(({ dimension }) => !description.dimensions.includes(dimension))
  if (unknown) throw refused('filters', `${description.label} cannot be filtered by ${unknown.dimension}.`)
  if (by !== null && 'window' in watched.rule && watched.rule.window === 'hour') {
    throw refused(
      'window',
      `${description.label} is a ratio, and an hour has too little of both. Choose a day or seven days.`,
    )
  }
  await run(runQuery, ctx, { metrics: [metric], from: day, to: day })
  return watched
}

async function checkPlaces(
  ctx: ShopContext,
  to: z.output<typeof AlertInput>['to'],
): Promise<Pick<AlertRow, 'mail' | 'slackId'>> {
  const slack = to.flatMap((target) => (target.channel === 'slack' ? [target.id] : []))
  if (slack.length > 1) throw refused('to', 'An alert goes to one place in Slack. Make a second alert for another.')
  const [slackId = null] = slack
  if (slackId !== null) {
    assertAllowed(ctx.actor, 'alerts:write', 'alert.slack')
    const known = await listSlackAddresses(ctx.queries, ctx.shop.id)
    if (!known.some(({ id }) => id === slackId))
      throw refused('to', 'There is no such Slack address here. Reload the list.')
  }
  return { mail: to.some(({ channel }) => channel === 'mail'), slackId }
}

function toColumns({ metric, filters, rule }: Watched) {
  return { metric, filters: JSON.stringify(filters), rule: JSON.stringify(rule) }
}

type Change = { readonly [Key in keyof WatchedInput]?: WatchedInput[Key] | undefined }

/** What is left out stays as it is, unless another kind of alert has no use for it. */
function mergeWatched(row: AlertRow, change: Change): WatchedInput {
  const { op, metric, filters, window, bound, minOrders, severity } = toAlertView(row, [])
  const before = {
    op,
    ...(metric === null ? {} : { metric, filters }),
    ...(window === null ? {} : { window }),
    ...(bound === null ? {} : { bound, minOrders }),
    ...(severity === null ? {} : { severity }),
  }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return WatchedInput.parse({ ...before, ...given })
}

/** Throws the same `not_found` for an alert that does not exist and for one of somebody else. */
async function ownAlert(ctx: ShopContext, id: string): Promise<AlertRow> {
  const row = await findAlert(ctx.queries, ownKey(ctx), id)
  if (row) return row
  throw alertNotFound()
}

function alertNotFound(): AppError {
  return new AppError('not_found', 'You have no such alert here. It may have been deleted: reload the list.')
}

function tooMany(): AppError {
  return new AppError(
    'limit_reached',
    `You have ${mostAlerts} alerts on this shop, which is the most. Delete one that you do not need.`,
  )
}
