import type { SpendEntry } from '@tillsight/domain'
import { type FigureFormat, figureText, rangeText } from '../../format/index.ts'

/** How amounts of any currency are printed for a person. */
export type MoneyFormat = Omit<FigureFormat, 'currency'>

const periods = {
  never: '',
  day: ' a day',
  week: ' a week',
  month: ' a month',
  quarter: ' a quarter',
  year: ' a year',
} as const

type Printed = Pick<
  SpendEntry,
  'channel' | 'campaign' | 'name' | 'repeats' | 'firstDay' | 'lastDay' | 'amount' | 'currency'
>

/** `€3,100.00 a month` */
export function amountOf({ amount, currency, repeats }: Printed, format: MoneyFormat): string {
  return `${moneyText(amount, currency, format)}${periods[repeats]}`
}

/** `1 – 20 Nov 2026`, `since Sun 1 Nov 2026`. */
export function daysOf({ firstDay, lastDay, repeats }: Printed): string {
  if (lastDay === null && repeats !== 'never') return `since ${rangeText({ from: firstDay, to: firstDay })}`
  return rangeText({ from: firstDay, to: lastDay ?? firstDay })
}

/** What it was for, as far as it is not the channel once more. */
export function aboutOf({ channel, campaign, name }: Printed): string {
  const parts = [name === channel ? '' : name, campaign === name ? '' : campaign]
  return parts.filter((part) => part !== '').join(' · ')
}

/** An amount of any currency. */
export function moneyText(amount: string, currency: string, format: MoneyFormat): string {
  return figureText(amount, 'money', { ...format, currency })
}
