import type { MetricValue } from '@tillsight/metrics'
import type { Unit } from '../services.ts'

/** How the figures of a page are printed. */
export interface FigureFormat {
  readonly currency: string
  /** Fraction digits of money. */
  readonly decimals: number
}

/** Stands where there is no value; never 0. */
export const missing = '–'

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat('en-US', options)
  formats.set(key, format)
  return format
}

/** The full figure, rounded half up at the last digit shown and exact before it, however large. */
export function figureText(value: MetricValue | undefined, unit: Unit, { currency, decimals }: FigureFormat): string {
  if (value === null || value === undefined) return missing
  switch (unit) {
    case 'money':
      return print(
        numberFormat({ style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
        value,
      )
    case 'count':
      return print(numberFormat({ maximumFractionDigits: 3 }), value)
    case 'percent':
      return print(numberFormat({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }), value)
    case 'ratio':
      return `${print(numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 }), value)}×`
    case 'days':
      return `${print(numberFormat({ maximumFractionDigits: 1 }), value)} d`
  }
}

/** A short figure for an axis: `$12.5K`. */
export function axisText(value: number, unit: Unit, { currency }: FigureFormat): string {
  if (unit === 'percent') return print(numberFormat({ style: 'percent', maximumFractionDigits: 1 }), value)
  const money = unit === 'money' ? ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const) : {}
  return print(
    numberFormat({ ...money, notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 }),
    value,
  )
}

/** A part of a whole: `12.3%`; nothing when the whole is 0 or missing. */
export function shareText(part: MetricValue | undefined, whole: MetricValue | undefined): string {
  const [over, by] = [toNumber(part), toNumber(whole)]
  if (over === null || by === null || by === 0) return missing
  return figureText(over / by, 'percent', { currency: 'USD', decimals: 2 })
}

/** For positions, widths and percentages only: a printed figure is never computed from this. */
export function toNumber(value: MetricValue | undefined): number | null {
  if (value === null || value === undefined) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

function print(format: Intl.NumberFormat, value: string | number): string {
  return format.format(exact(value)).replace('-', '−')
}

/** `Intl` prints decimal text without going through binary floats; values of the engine are always decimal text. */
function exact(value: string | number): Intl.StringNumericLiteral | number {
  return value as Intl.StringNumericLiteral | number
}
