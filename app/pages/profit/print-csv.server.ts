import { divideDecimals } from '@tillsight/core'
import { type Cell, toCsv } from '../../csv.server.ts'
import type { Place, Statement } from './read-statement.server.ts'

/** The statement as CSV: a row per line, raw numbers, and beside each figure whether it is exact. */
export function printCsv({ answer, lines, total, before, buckets }: Statement): string {
  const places: readonly (readonly [head: string, place: Place])[] = [
    ['Total', total],
    ...(before ? [['Before', before] as const] : []),
    ...buckets.map((bucket) => [bucket.from, bucket] as const),
  ]
  const revenue = total.values['productRevenue'] ?? null
  return toCsv([
    [
      'Line',
      'Metric',
      'Unit',
      ...places.flatMap(([head], index) => [head, 'bound', ...(index === 0 ? ['Share of net revenue'] : [])]),
    ],
    ...lines.map(({ key, label, unit, look }): Cell[] => [
      label,
      key,
      unit === 'money' ? answer.currency : 'fraction',
      ...places.flatMap(([, { values, bounds }], index): Cell[] => {
        const value = values[key] ?? null
        const share =
          look === 'margin' || value === null || revenue === null ? null : divideDecimals(`${value}`, `${revenue}`, 6)
        return [value, value === null ? null : (bounds[key] ?? 'exact'), ...(index === 0 ? [share] : [])]
      }),
    ]),
  ])
}
