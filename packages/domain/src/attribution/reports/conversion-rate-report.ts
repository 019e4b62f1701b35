import { journeysPerSet, shapleyOfSets, shapleyRate } from '@tillsight/attribution'
import { endedDays, readPaths } from '../fitted/index.ts'
import type { ReportContext } from './base-journeys.ts'
import type { ReportOf } from './outputs.ts'

type Report = ReportOf<'conversion_rate'>

/** What channels do to the conversion rate of journeys, or how orders divide where there are too few journeys for rates. */
export async function reportConversionRate(context: ReportContext): Promise<Report> {
  const days = endedDays(context.ctx, context.question)
  if (days === undefined) return await reportClosed(context, youngReason)
  const paths = await readPaths(context.ctx, { ...context.question, range: days })
  const { form, players, sets, thinSets } = shapleyRate(paths.rows)
  if (form === 'closed') return await reportClosed(context, thinReason({ sets, thinSets }))
  return {
    report: 'conversion_rate',
    form,
    reason: null,
    days,
    journeys: paths.conversions + paths.lost,
    rows: players.map(({ channels, journeys, value }) => ({
      channels: [...channels],
      journeys,
      effect: value,
      orders: null,
    })),
  }
}

/** Orders need no journeys without one: all days count. */
async function reportClosed({ ctx, question }: ReportContext, reason: string): Promise<Report> {
  const paths = await readPaths(ctx, question)
  return {
    report: 'conversion_rate',
    form: 'closed',
    reason,
    days: question.range,
    journeys: paths.conversions + paths.lost,
    rows: shapleyOfSets(paths.rows).map(({ channels, journeys, value }) => ({
      channels: [...channels],
      journeys,
      effect: null,
      orders: value,
    })),
  }
}

const instead = 'each order is divided equally among the channels of its journey instead.'
const youngReason = `A journey counts as lost once the window has passed without an order, and all of these days are younger: ${instead}`

function thinReason({ sets, thinSets }: { readonly sets: number; readonly thinSets: number }): string {
  const few = `${thinSets.toLocaleString('en')} of ${sets.toLocaleString('en')} sets of channels`
  return `A rate needs ${journeysPerSet} journeys for every set of channels, and ${few} had fewer: ${instead}`
}
