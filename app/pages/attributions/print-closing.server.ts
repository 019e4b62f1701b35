import { addDecimals } from '@tillsight/core'
import type { AttributionResult } from '@tillsight/domain'
import { type FigureFormat, figureText } from '../../format/index.ts'
import type { ClosingLine, ClosingModel, ClosingSum } from './model.ts'
import type { SayAttribution } from './words.ts'

type Closing = AttributionResult['closing']
type Contribution = NonNullable<Closing['contribution']>
type Parts = Omit<Contribution, 'metric' | 'booked'>
type Refunds = NonNullable<Closing['refunds']>

interface Printing {
  readonly format: FigureFormat
  readonly say: SayAttribution
  /** Name of a metric of the summary. */
  readonly nameOf: (metric: string) => string
}

const parts = [
  'credited',
  'not_tracked',
  'cancelled',
  'other_days',
  'other_touch_days',
  'pending',
] as const satisfies readonly (keyof Parts)[]

/** Parts that are hidden while they are zero. */
const optional: ReadonlySet<keyof Parts> = new Set(['other_touch_days', 'pending'])

const refundParts = [
  'credited',
  'not_tracked',
  'cancelled',
  'beyond_value',
  'pending',
] as const satisfies readonly Exclude<keyof Refunds, 'metric' | 'booked'>[]

/** The summary's figure and the parts that it consists of. */
export function printClosing(closing: Closing, printing: Printing): ClosingModel {
  return {
    ...printParts(closing, printing),
    isExact: isNothing(addDecimals([...parts.map((key) => closing[key]), negated(closing.booked)])),
    refunds: closing.refunds ? printRefunds(closing.refunds, printing) : null,
    contribution: closing.contribution ? printParts(closing.contribution, printing) : null,
  }
}

function printParts(closing: Closing | Contribution, printing: Printing): ClosingSum {
  const { say } = printing
  const shown = parts.filter((key) => !optional.has(key) || !isNothing(closing[key]))
  const isContribution = closing.metric === 'cm2'
  return {
    ...sumOf(closing, printing),
    lines: shown.map((key, index) => ({
      key,
      label: say(isContribution && key === 'other_days' ? 'printed.closing.cm2.other_days' : `printed.closing.${key}`),
      about: isContribution ? contributionText(key, say) : say(`printed.closing.${key}_about`),
      ...signed(closing[key], index, printing.format),
    })),
  }
}

/** What is said of the parts where the figure is what orders contribute. */
function contributionText(key: (typeof parts)[number], say: SayAttribution): string {
  if (key === 'credited')
    return say('printed.closing.cm2.credited_about', { column: say('printed.column.credited_cm2') })
  return key === 'cancelled' || key === 'other_days'
    ? say(`printed.closing.cm2.${key}_about`)
    : say(`printed.closing.${key}_about`)
}

function printRefunds(refunds: Refunds, printing: Printing): ClosingSum {
  const { say } = printing
  const shown = refundParts.filter((key, index) => index < 2 || !isNothing(refunds[key]))
  return {
    ...sumOf(refunds, printing),
    lines: shown.map((key, index) => ({
      key,
      label: say(`printed.refunded.${key}`),
      about: say(`printed.refunded.${key}_about`),
      ...signed(refunds[key], index, printing.format),
    })),
  }
}

function sumOf({ metric, booked }: Pick<Closing | Contribution | Refunds, 'metric' | 'booked'>, printing: Printing) {
  return {
    label: printing.say('printed.closing.sum', { metric: printing.nameOf(metric) }),
    text: figureText(booked, 'money', printing.format),
    metric,
  }
}

function signed(amount: string, index: number, format: FigureFormat): Pick<ClosingLine, 'sign' | 'text'> {
  const isNegative = amount.startsWith('-') && !isNothing(amount)
  return {
    sign: isNegative ? '−' : index === 0 ? '' : '+',
    text: figureText(isNegative ? negated(amount) : amount, 'money', format),
  }
}

function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

function isNothing(amount: string): boolean {
  return /^-?0*(\.0*)?$/.test(amount)
}
