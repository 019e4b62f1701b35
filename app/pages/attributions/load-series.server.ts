import { countDays, type DayRange } from '@tillsight/core/days'
import type { AttributionResult } from '@tillsight/domain'
import { createAxis } from '../../charts/axis.ts'
import { seriesColors } from '../../charts/series.ts'
import { axisText, bucketLabel, figureText } from '../../format/index.ts'
import type { CreditSeries } from './model.ts'
import { type CreditQuery, formatOf } from './query.server.ts'
import { namesIn, sayIn } from './words.server.ts'

/** Number of channels with a colour of their own; all others are combined. */
const named = 5

/** Days for a short period, weeks or months for a long one: few enough bars to distinguish. */
export function seriesInterval(range: DayRange): 'day' | 'week' | 'month' {
  const days = countDays(range)
  if (days <= 62) return 'day'
  return days <= 400 ? 'week' : 'month'
}

/** Attributed revenue by channel over time; null when there is nothing to draw. */
export function printSeries(query: CreditQuery, result: AttributionResult): CreditSeries | null {
  const { series = [] } = result
  if (series.length < 2) return null
  const { shop } = query.services
  const format = formatOf(query, result.currency)
  const say = sayIn(query)
  const channels = rankOf(series)
  const front = channels.slice(0, named)
  const rest = channels.slice(named)
  const valueOf = (point: (typeof series)[number], keys: readonly string[]) =>
    keys.reduce((sum, key) => sum + Number(point.channels[key] ?? 0), 0)
  const groups = [
    ...front.map((key, index) => ({ key, label: namesIn(query).channel(key), keys: [key], color: colorOf(index) })),
    ...(rest.length > 0
      ? [{ key: '(others)', label: say('printed.other_channels'), keys: rest, color: 'text-edge' }]
      : []),
  ]
  const stacks = [
    ...groups.map(({ key, label, keys, color }) => ({
      key,
      label,
      color,
      values: series.map((point) => rounded(valueOf(point, keys))),
    })),
    {
      key: '(not_tracked)',
      label: say('printed.unattributed'),
      color: 'text-line',
      values: series.map(({ not_tracked: left }) => rounded(Number(left))),
    },
  ]
  const heights = series.map((_, index) => stacks.reduce((sum, { values }) => sum + Math.max(0, values[index] ?? 0), 0))
  if (heights.every((height) => height === 0)) return null
  const interval = seriesInterval(query.period.range)
  const buckets = series.map(({ at }) =>
    bucketLabel({ at, interval, zone: shop.zone, language: shop.display.language }),
  )
  const unfinished = series.findIndex(({ incomplete }) => incomplete)
  return {
    label: say('printed.series'),
    axis: createAxis(heights, (value) => axisText(value, 'money', format)),
    series: stacks,
    buckets,
    unfinishedFrom: unfinished < 0 ? undefined : unfinished,
    rows: series.map((point, index) => [
      buckets[index]?.long ?? '',
      ...stacks.map(({ values }) => figureText(values[index] ?? null, 'money', format)),
    ]),
  }
}

/** Channels by revenue, descending. */
function rankOf(series: NonNullable<AttributionResult['series']>): readonly string[] {
  const sums = new Map<string, number>()
  for (const { channels } of series) {
    for (const [key, text] of Object.entries(channels)) sums.set(key, (sums.get(key) ?? 0) + Number(text))
  }
  return [...sums].toSorted(([, one], [, other]) => other - one).map(([key]) => key)
}

function colorOf(index: number): string {
  const series = ([1, 2, 3, 4, 5] as const)[index] ?? 1
  return seriesColors[series]
}

/** Digits beyond any screen's precision would only add weight. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
