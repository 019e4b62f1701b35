import { countDays } from '@tillsight/core/days'
import { summaryQuery } from '../../blocks/figures-page/summary-query.server.ts'
import { figureText, rangeText, toNumber } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { GoalModel, WidgetLoad } from './model.ts'
import { formatOf, isPartial, metricOf, noSuchFigure, type SummaryQuery } from './query.server.ts'
import type { WidgetFrame } from './widget-frame.ts'
import { goalSpan, paceOf } from './widgets/goal-pace.server.ts'

/** Progress of a metric towards the person's goal in the current week, month, quarter or year. */
export async function loadGoal(frame: WidgetFrame, query: SummaryQuery): Promise<WidgetLoad> {
  const { goal, goalPer = 'month' } = frame.settings
  if (goal === undefined || !/[1-9]/.test(goal)) return ready({ isSet: false })
  const { services, now } = query
  const { shop } = services
  const metric = metricOf(services.catalogue(), frame.metric)
  if (!metric) return noSuchFigure(shop)
  const span = goalSpan(goalPer, shop)
  const days = { from: span.from, to: shop.today < span.to ? shop.today : span.to }
  const { interval: _interval, compare: _compare, ...base } = summaryQuery([metric.key], shop, query)
  const result = await services.run('metrics.query', { ...base, ...days })
  // A pace based on part of the days would be invented.
  if (isPartial(result, metric.key))
    return { state: 'not_loaded', message: textFor(shop.display.language)('figure.partial_long') }
  const format = formatOf(result, shop)
  const actual = result.totals[metric.key] ?? null
  const { better, additive } = metric
  const pace = paceOf({ actual, target: goal, span, now, zone: shop.zone, better, additive })
  const print = (amount: string | null) => amount && figureText(amount, metric.unit, format)
  return ready({
    isSet: true,
    text: figureText(actual, metric.unit, formatOf(result, shop, metric.key)),
    goal: figureText(goal, metric.unit, format),
    range: days,
    periodText: rangeText(span, shop.display.language),
    standing: pace.standing,
    reached: toNumber(pace.reached),
    reachedText: pace.reached && figureText(pace.reached, 'percent', format),
    elapsed: pace.elapsed,
    expectedText: print(pace.expected),
    projectedText: print(pace.projected),
    isLimit: better === 'lower',
    daysLeft: countDays({ from: shop.today, to: span.to }) - 1,
  })
}

function ready(content: GoalModel): WidgetLoad {
  return { state: 'ready', kind: 'goal', content }
}
