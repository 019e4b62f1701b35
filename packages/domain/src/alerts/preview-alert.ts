import { addDays, type DayRange } from '@tillsight/core/days'
import { listNotedDays } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, ownKey, type ShopContext } from '../context/index.ts'
import { refused, WatchedInput } from './alert-view.ts'
import { checkWatched } from './check-watched.ts'
import { bucketsOf } from './course.ts'
import { printValue } from './evaluate.ts'
import { createAsker, localHour, partsOf, readCourse } from './read-course.ts'
import { replay } from './replay.ts'

const replayedDays = 90

/** How often an alert would have fired in the last 90 days, by the figures as they are now. */
export const previewAlert = defineVerb({
  name: 'alert.preview',
  needs: 'alerts:write',
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
