import { addDecimals } from '@tillsight/core'
import type { AttributionResult } from '@tillsight/domain'
import { type FigureFormat, figureText } from '../../format/index.ts'
import type { ClosingLine, ClosingModel, ClosingSum } from './model.ts'

type Closing = AttributionResult['closing']
type Contribution = NonNullable<Closing['contribution']>
type Parts = Omit<Contribution, 'metric' | 'booked'>
type Refunds = NonNullable<Closing['refunds']>

interface Line<Key> {
  readonly key: Key
  readonly label: string
  readonly about: string
}

const lines: readonly Line<keyof Parts>[] = [
  { key: 'credited', label: 'Credited', about: 'To the channels of the table, to the last coin.' },
  { key: 'not_tracked', label: 'Not tracked', about: 'Orders without a contact that the model can credit.' },
  { key: 'cancelled', label: 'Cancelled', about: 'Orders of these days that were cancelled since: nobody earns them.' },
  {
    key: 'other_days',
    label: 'Edits of other days’ orders',
    about: 'Booked on these days for orders of others, less edits of these days’ orders booked elsewhere.',
  },
  {
    key: 'other_touch_days',
    label: 'Credit on other days',
    about: 'By date of contact, some orders of these days earn credit on days outside, and the other way round.',
  },
  { key: 'pending', label: 'Being worked out', about: 'Orders that have come in and whose journey is not there yet.' },
]

/** Parts that are hidden while they are zero. */
const optional: ReadonlySet<keyof Parts> = new Set(['other_touch_days', 'pending'])

/** What is said of them where the figure is what orders contribute. */
const aboutContribution: Partial<Record<keyof Parts, string>> = {
  credited: 'Column “Contribution” of the table, with all that is booked of the orders so far.',
  cancelled: 'What cancelled orders of these days cost nevertheless.',
  other_days:
    'Returns, fees and edits booked on these days for orders of others, less those of these days’ orders elsewhere.',
}

const refundLines: readonly Line<Exclude<keyof Refunds, 'metric' | 'booked'>>[] = [
  { key: 'credited', label: 'Off what is credited', about: 'Each channel loses what the same contacts had earned.' },
  {
    key: 'not_tracked',
    label: 'Off what is not tracked',
    about: 'Of orders without a contact that the model can credit.',
  },
  { key: 'cancelled', label: 'Of cancelled orders', about: 'They earn nothing, so there is nothing to take off.' },
  { key: 'beyond_value', label: 'Beyond the order', about: 'More was paid back than the orders came to.' },
  { key: 'pending', label: 'Being worked out', about: 'Of orders whose journey is not there yet.' },
]

const names = {
  orderRevenue: 'Order revenue',
  goods: 'Goods',
  returns: 'Returns',
  returnsProducts: 'Returned goods',
  cm2: 'Contribution after delivery',
} as const

/** The summary's figure and the parts that it consists of. */
export function printClosing(closing: Closing, format: FigureFormat): ClosingModel {
  const money = (text: string) => figureText(text, 'money', format)
  return {
    ...printParts(closing, money),
    isExact: isNothing(addDecimals([...lines.map(({ key }) => closing[key]), negated(closing.booked)])),
    refunds: closing.refunds ? printRefunds(closing.refunds, money) : null,
    contribution: closing.contribution ? printParts(closing.contribution, money) : null,
  }
}

function printParts(closing: Closing | Contribution, money: (text: string) => string): ClosingSum {
  const shown = lines.filter(({ key }) => !optional.has(key) || !isNothing(closing[key]))
  const isContribution = closing.metric === 'cm2'
  return {
    label: `${names[closing.metric]} of the summary`,
    text: money(closing.booked),
    metric: closing.metric,
    lines: shown.map(({ key, label, about }, index) => ({
      key,
      label: isContribution && key === 'other_days' ? 'Orders of other days' : label,
      about: (isContribution ? aboutContribution[key] : undefined) ?? about,
      ...signed(closing[key], index, money),
    })),
  }
}

function printRefunds(refunds: Refunds, money: (text: string) => string): ClosingSum {
  const shown = refundLines.filter(({ key }, index) => index < 2 || !isNothing(refunds[key]))
  return {
    label: `${names[refunds.metric]} of the summary`,
    text: money(refunds.booked),
    metric: refunds.metric,
    lines: shown.map(({ key, label, about }, index) => ({ key, label, about, ...signed(refunds[key], index, money) })),
  }
}

function signed(amount: string, index: number, money: (text: string) => string): Pick<ClosingLine, 'sign' | 'text'> {
  const isNegative = amount.startsWith('-') && !isNothing(amount)
  return { sign: isNegative ? '−' : index === 0 ? '' : '+', text: money(isNegative ? negated(amount) : amount) }
}

function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

function isNothing(amount: string): boolean {
  return /^-?0*(\.0*)?$/.test(amount)
}
