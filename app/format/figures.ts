import type { Bound, MetricValue } from '@tillsight/metrics'
import { directionOf, type Language } from '../language/languages.ts'
import type { Unit } from '../services.ts'

/** How the figures of a page are printed; a shop's `display` is one. */
export interface FigureFormat {
  readonly currency: string
  /** Fraction digits of money. */
  readonly decimals: number
  /** Maximum fraction digits of a count that can be fractional. */
  readonly digits?: number | undefined
  /** Which way the true value may differ, because costs are not known: stands before the figure as a sign. */
  readonly bound?: Bound | undefined
  /** Locale of figures; the specification's `en-US` unless the person chose another. */
  readonly numbers?: string | undefined
  /** Language of the surrounding page: right-to-left text would turn a figure's sign around. English when absent. */
  readonly language?: Language | undefined
}

/** Stands where there is no value; never 0. */
export const missing = '–'

/** Signs of values that are not exact; all languages know them. */
export const boundSigns = { exact: '', about: '≈', at_most: '≤', at_least: '≥' } as const satisfies Record<
  Bound,
  string
>

/** The full figure, rounded half up at the last digit shown and exact before it, however large. */
export function figureText(value: MetricValue | undefined, unit: Unit, format: FigureFormat): string {
  if (value === null || value === undefined) return missing
  switch (unit) {
    case 'money':
      return print(value, fixed(format.decimals, { style: 'currency', currency: format.currency }), format)
    case 'count':
      return print(value, { maximumFractionDigits: format.digits ?? 3 }, format)
    case 'percent':
      return print(value, fixed(1, { style: 'percent' }), format)
    case 'ratio':
      return print(value, { ...fixed(2), suffix: '×' }, format)
    case 'days':
      return `${print(value, { maximumFractionDigits: 1 }, format)} ${dayLetters[format.language ?? 'en']}`
  }
}

/** A short figure for an axis: `$12.5K`. */
export function axisText(value: number, unit: Unit, format: FigureFormat): string {
  if (unit === 'percent') return print(value, { style: 'percent', maximumFractionDigits: 1 }, format)
  const { currency } = format
  const money = unit === 'money' ? ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const) : {}
  return print(
    value,
    { ...money, notation: 'compact', useGrouping: 'auto', minimumFractionDigits: 0, maximumFractionDigits: 2 },
    format,
  )
}

/** A part of a whole: `12.3%`; nothing when the whole is 0 or missing. */
export function shareText(
  part: MetricValue | undefined,
  whole: MetricValue | undefined,
  format: FigureFormat = { currency: 'USD', decimals: 2 },
): string {
  return figureText(shareOf(part, whole), 'percent', format)
}

/** A part of a whole, as a fraction; null when the whole is 0 or missing. */
export function shareOf(part: MetricValue | undefined, whole: MetricValue | undefined): number | null {
  const [over, by] = [toNumber(part), toNumber(whole)]
  return over === null || by === null || by === 0 ? null : over / by
}

/** A change with its sign: `+12.4%`; of a share in points, `+1.2 pp`, or finer, `+1.23 pp`. The value is a fraction of one. */
export function signedText(
  value: number,
  unit: 'percent' | 'points' | 'fine points',
  format: Pick<FigureFormat, 'numbers' | 'language'> = {},
): string {
  const shape = { ...fixed(unit === 'fine points' ? 2 : 1), signDisplay: 'exceptZero' } as const
  if (unit === 'percent') return print(value, { ...shape, style: 'percent' }, format)
  return `${print(value * 100, shape, format)} ${pointLetters[format.language ?? 'en']}`
}

/** What is added or taken off, with its sign where the language has it: `+€359.00`, `€ +359,00`. */
export function signedFigure(value: string, unit: Unit, format: FigureFormat): string {
  const { decimals, currency } = format
  if (unit === 'money')
    return print(value, fixed(decimals, { style: 'currency', currency, signDisplay: 'exceptZero' }), format)
  // The sign stays in front where the text around runs the other way.
  return figureText(value, unit, format).replace(/^[\u2066\u2067]?/, Number(value) > 0 ? '$&+' : '$&')
}

/** For positions, widths and percentages only: a printed figure is never computed from this. */
export function toNumber(value: MetricValue | undefined): number | null {
  if (value === null || value === undefined) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Abbreviation after a number of days. */
const dayLetters = { en: 'd', de: 'Tg.', fr: 'j', es: 'd', nl: 'd', ar: 'ي' } as const satisfies Record<
  Language,
  string
>

/** Behind a number of percentage points. */
const pointLetters = { en: 'pp', de: 'PP', fr: 'pt', es: 'p.p.', nl: 'pp', ar: 'نقطة' } as const satisfies Record<
  Language,
  string
>

function fixed(digits: number, options: Intl.NumberFormatOptions = {}): Intl.NumberFormatOptions {
  return { ...options, minimumFractionDigits: digits, maximumFractionDigits: digits }
}

interface Shape extends Intl.NumberFormatOptions {
  /** Appended to the number. */
  readonly suffix?: string
}

function print(
  value: string | number,
  { suffix = '', ...options }: Shape,
  format: Pick<FigureFormat, 'numbers' | 'language' | 'bound'>,
): string {
  const { numbers = 'en-US', language = 'en', bound = 'exact' } = format
  // A line may end between a sign and a currency: a word joiner keeps them together.
  const number = numberFormat(numbers, options)
    .format(exact(value))
    .replace('-', '−')
    .replace(/^[−+](?=\D)/, '$&\u2060')
  const text = `${number}${suffix}`
  const sign = boundSigns[bound]
  return isolate(sign === '' ? text : `${sign}\u00a0${text}`, numbers.startsWith('ar') ? 'rtl' : 'ltr', language)
}

/** Keeps a figure in one piece, its sign first, within text of the opposite direction. */
export function isolate(text: string, direction: 'ltr' | 'rtl', around: Language): string {
  if (direction === directionOf(around)) return text
  return `${direction === 'ltr' ? '\u2066' : '\u2067'}${text}\u2069`
}

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}

/** `Intl` prints decimal text without going through binary floats; values of the engine are always decimal text. */
function exact(value: string | number): Intl.StringNumericLiteral | number {
  return value as Intl.StringNumericLiteral | number
}

/** With fewer orders (or units, or conversions) than this on either side, a change is shown without a judgement. */
export const fewOrders = 30
