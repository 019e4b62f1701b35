import type { MetricRow } from '@tillsight/metrics'
import { leadMetric } from '../../blocks/breakdown-table/columns.ts'
import { isRemainder, type Level } from '../../blocks/breakdown-table/levels.ts'
import { toNumber } from '../../format/index.ts'
import { ownValue } from './cells.server.ts'
import { type OwnCredit, ownOf } from './own-credit.server.ts'
import { type AdsQuery, isSortedByOwn, sortingOf } from './query.server.ts'

interface Known {
  readonly question: AdsQuery
  readonly level: Level
  readonly own: OwnCredit | null
}

/**
 * Rows in the order of a column of our own attribution, last those of which it is unknown and what belongs to no campaign. As
 * they are where the table is sorted by another column.
 */
export function sortByOwn(rows: readonly MetricRow[], { question, level, own }: Known): readonly MetricRow[] {
  if (!isSortedByOwn(question)) return rows
  const { key, direction } = sortingOf(question)
  const sign = direction === 'ascending' ? 1 : -1
  const valueOf = ({ dimensions, values }: MetricRow) => {
    const place = dimensions[level] ?? ''
    const figures = isRemainder({ level, key: place }) ? null : ownOf(own, place)
    return figures && toNumber(ownValue(key, figures, values[leadMetric]))
  }
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      return sign * (a.value - b.value)
    })
    .map(({ row }) => row)
}
