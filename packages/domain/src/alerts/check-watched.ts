import type { AlertRow } from '@tillsight/database'
import { listSlackAddresses } from '@tillsight/database'
import type { z } from 'zod'
import { assertAllowed, run, type ShopContext } from '../context/index.ts'
import { runQuery } from '../reports/index.ts'
import { type AlertInput, refused, toAlertView, toWatched, type Watched, WatchedInput } from './alert-view.ts'
import { localHour, partsOf } from './read-course.ts'

/** Checks what is watched, also that the person may see it: by putting the question for one day. */
export async function checkWatched(ctx: ShopContext, input: WatchedInput): Promise<Watched> {
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

/** Checks where an alert goes: to Slack only for whoever may, and to a place of the shop. Throws `forbidden`, `invalid_input`. */
export async function checkPlaces(
  ctx: ShopContext,
  to: z.output<typeof AlertInput>['to'],
): Promise<Pick<AlertRow, 'mail' | 'push' | 'slackId'>> {
  const slack = to.flatMap((target) => (target.channel === 'slack' ? [target.id] : []))
  if (slack.length > 1) throw refused('to', 'An alert goes to one place in Slack. Make a second alert for another.')
  const [slackId = null] = slack
  if (slackId !== null) {
    assertAllowed(ctx.actor, 'slack:write', 'alert.slack')
    const known = await listSlackAddresses(ctx.queries, ctx.shop.id)
    if (!known.some(({ id }) => id === slackId))
      throw refused('to', 'There is no such Slack address here. Reload the list.')
  }
  const has = (wanted: 'mail' | 'push') => to.some(({ channel }) => channel === wanted)
  return { mail: has('mail'), push: has('push'), slackId }
}

type Change = { readonly [Key in keyof WatchedInput]?: WatchedInput[Key] | undefined }

/** What is left out stays as it is, unless another kind of alert has no use for it. */
export function mergeWatched(row: AlertRow, change: Change): WatchedInput {
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
