import { divideDecimals } from '@tillsight/core'
import type { MetricRow, MetricValue, MetricValues } from '@tillsight/metrics'
import { type Amount, fewOrders, type Measure, shareOf, toNumber } from '../../format/index.ts'
import type { Language } from '../../language/languages.ts'
import { inSentence } from '../../language/text.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { MetricView } from '../../services.ts'
import type { ColumnModel } from './model.ts'

/** A row of a result, or its totals. */
export interface Figures {
  readonly values: MetricValues
  readonly before?: MetricValues | undefined
  /** Metrics whose value is not exact. */
  readonly bounds?: MetricRow['bounds']
}

/** What the rows of a table are compared with. */
export interface Context {
  readonly totals: MetricValues
  /** Both periods are complete, so that changes are meaningful. */
  readonly isComparable: boolean
}

/** A column: the content of its cells, and how it ranks rows. */
export interface Column extends Pick<ColumnModel, 'key' | 'label' | 'hint' | 'look' | 'open'> {
  readonly measure: Measure | null
  /** Metrics that it needs. */
  readonly needs: readonly string[]
  /** Sort value; null sorts last. Absent: rows cannot be sorted by it. */
  readonly rank?: (figures: Figures) => number | null
  readonly amount: (figures: Figures, context: Context) => Amount | null
}

/** A metric of the catalogue; its figures link to their orders. */
export function metricColumn({ key, label, description, unit }: MetricView, ownLabel = label): Column {
  return {
    key,
    label: ownLabel,
    hint: description,
    needs: [key],
    measure: { unit },
    open: key,
    rank: ({ values }) => toNumber(values[key]),
    amount: ({ values, bounds }) => ({ value: values[key], bound: bounds?.[key] }),
  }
}

/** A row's share of the total. */
export function shareColumn({ key, label }: MetricView, language: Language): Column {
  const t = textFor(language)
  return {
    key: 'share',
    label: t('widget.share'),
    hint: t('tables.share_of', { name: inSentence(label, language) }),
    needs: [key],
    measure: { unit: 'percent' },
    look: 'faint',
    rank: ({ values }) => toNumber(values[key]),
    amount: ({ values }, { totals }) => ({ value: shareOf(values[key], totals[key]) }),
  }
}

/** The change of a metric against the comparison; without up or down colours where `counted` is too small. */
export function changeColumn(
  { key, label, better, unit }: MetricView,
  counted: 'orders' | 'unitsSold',
  language: Language,
): Column {
  const t = textFor(language)
  return {
    key: 'change',
    label: t('tables.change'),
    hint: t('tables.change_of', { name: inSentence(label, language) }),
    needs: [key, counted],
    measure: { unit, better },
    look: 'change',
    rank: ({ values, before }) => {
      const [now, then] = [toNumber(values[key]), toNumber(before?.[key])]
      return now === null || !then ? null : (now - then) / Math.abs(then)
    },
    amount: ({ values, before }, { isComparable }) => {
      if (!before || !isComparable) return { value: null }
      const isTelling = [values, before].every((figures) => (toNumber(figures[counted]) ?? 0) >= fewOrders)
      return { value: values[key], before: before[key] ?? null, isUnjudged: !isTelling }
    },
  }
}

/** Money per order; null without orders. */
export function perOrderColumn(
  { key, label }: MetricView,
  ownLabel: string,
  orders: Pick<MetricView, 'label'>,
): Column {
  const valueOf = ({ values }: Figures) => perOrder(values[key], values.orders)
  return {
    key: 'perOrder',
    label: ownLabel,
    hint: `${label} ÷ ${orders.label}`,
    needs: [key, 'orders'],
    measure: { unit: 'money' },
    rank: (figures) => toNumber(valueOf(figures)),
    amount: (figures) => ({ value: valueOf(figures) }),
  }
}

/** Decimal text divided by a count, rounded half away from zero at the tenth decimal; null without a count. */
export function perOrder(amount: MetricValue | undefined, orders: MetricValue | undefined): string | null {
  if (amount === null || amount === undefined || (toNumber(orders) ?? 0) <= 0) return null
  return divideDecimals(String(amount), String(orders))
}
