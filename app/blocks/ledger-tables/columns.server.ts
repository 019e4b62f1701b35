import { divideDecimals } from '@tillsight/core'
import type { MetricValue, MetricValues } from '@tillsight/metrics'
import { describeChange } from '../../charts/change.ts'
import { type FigureFormat, fewOrders, figureText, missing, shareText, toNumber } from '../../format/index.ts'
import type { MetricView } from '../../services.ts'
import type { CellModel } from './model.ts'

/** A row of the answer, or its totals. */
export interface Figures {
  readonly values: MetricValues
  readonly before?: MetricValues | undefined
}

/** What every cell of a table is printed with. */
export interface Printing {
  readonly totals: MetricValues
  readonly format: FigureFormat
  /** Both periods are whole, so that a change means something. */
  readonly isComparable: boolean
}

/** A column: what it says of a row, and where it puts the row. */
export interface Column {
  readonly key: string
  readonly label: string
  readonly hint?: string
  readonly isText?: boolean
  /** Figures that it needs. */
  readonly needs: readonly string[]
  /** Only for the order of rows; null comes last. Absent: rows are not sorted by it. */
  readonly rank?: (figures: Figures) => number | null
  readonly print: (figures: Figures, printing: Printing) => CellModel
}

/** A figure as the catalogue has it; its orders can be opened. */
export function metricColumn({ key, label, description, unit }: MetricView, ownLabel = label): Column {
  return {
    key,
    label: ownLabel,
    hint: description,
    needs: [key],
    rank: ({ values }) => toNumber(values[key]),
    print: ({ values }, { format }) => ({ text: figureText(values[key], unit, format), open: key }),
  }
}

/** The part that a row has of the total. */
export function shareColumn({ key, label }: MetricView): Column {
  return {
    key: 'share',
    label: 'Share',
    hint: `Share of ${label.toLowerCase()}`,
    needs: [key],
    rank: ({ values }) => toNumber(values[key]),
    print: ({ values }, { totals, format }) => ({ text: shareText(values[key], totals[key], format), isFaint: true }),
  }
}

/** How much a figure changed against the comparison; few of what is `counted` are shown without a judgement. */
export function changeColumn(
  { key, label, better, unit }: MetricView,
  counted: 'orders' | 'unitsSold' = 'orders',
): Column {
  return {
    key: 'change',
    label: 'Change',
    hint: `Change of ${label.toLowerCase()} against the comparison`,
    needs: [key, counted],
    rank: ({ values, before }) => {
      const [now, then] = [toNumber(values[key]), toNumber(before?.[key])]
      return now === null || !then ? null : (now - then) / Math.abs(then)
    },
    print: ({ values, before }, { isComparable }) => {
      if (!before || !isComparable) return { text: missing }
      const isTelling = [values, before].every((figures) => (toNumber(figures[counted]) ?? 0) >= fewOrders)
      const change = describeChange({
        now: toNumber(values[key]),
        before: toNumber(before[key]),
        better: isTelling ? better : 'neither',
        isShare: unit === 'percent',
      })
      return { text: change.text, change }
    },
  }
}

/** Money for each order; without orders there is none. */
export function perOrderColumn({ key, label }: MetricView, ownLabel: string): Column {
  const valueOf = ({ values }: Figures) => perOrder(values[key], values.orders)
  return {
    key: 'perOrder',
    label: ownLabel,
    hint: `${label} ÷ orders`,
    needs: [key, 'orders'],
    rank: (figures) => toNumber(valueOf(figures)),
    print: (figures, { format }) => ({ text: figureText(valueOf(figures), 'money', format) }),
  }
}

/** Something that nobody has told the shop's figures yet. */
export function unknownColumn(key: string, label: string, hint: string): Column {
  return { key, label, hint, needs: [], print: () => ({ text: 'Not known', isFaint: true }) }
}

/** Decimal text divided by a count, rounded half away from zero at the tenth decimal; null without a count. */
export function perOrder(amount: MetricValue | undefined, orders: MetricValue | undefined): string | null {
  if (amount === null || amount === undefined || (toNumber(orders) ?? 0) <= 0) return null
  return divideDecimals(String(amount), String(orders))
}
