import type { Bound, MetricValue } from '@tillsight/metrics'
import type { Unit } from '../services.ts'
import { boundSigns, type FigureFormat, figureText, toNumber } from './figures.ts'

/** Unit and format of a figure, or of a column. */
export interface Measure {
  readonly unit: Unit
  /** Which direction is good; without it changes are not coloured. */
  readonly better?: 'higher' | 'lower' | 'neither' | undefined
  /** Maximum fraction digits of a count that can be fractional. */
  readonly digits?: number | undefined
  /** Set where it differs from the page's. */
  readonly currency?: string | undefined
}

/** A value with its caveats, without its measure. */
export interface Amount {
  /** As the engine returned it; null where unknown. */
  readonly value: MetricValue | undefined
  /** The comparison's value, exact enough for a change; null where unknown; absent where there is no comparison. */
  readonly before?: MetricValue | undefined
  /** Figures of these days may still grow. */
  readonly isMaturing?: boolean | undefined
  /** Too little data to call the change good or bad. */
  readonly isUnjudged?: boolean | undefined
  /** Which way the true value may differ; absent: it is exact. */
  readonly bound?: Bound | undefined
  /** Not known yet; being loaded. */
  readonly isAsked?: boolean | undefined
}

/** A figure with everything needed to format it where it is shown. */
export interface Figure extends Measure, Amount {}

/** Formats a figure; a dash where it is unknown. */
export function printFigure({ value, unit, digits, currency, isAsked, bound }: Figure, format: FigureFormat): string {
  if (isAsked) return 'being asked'
  return figureText(value, unit, { ...format, digits, bound, ...(currency === undefined ? {} : { currency }) })
}

/**
 * The figures of a row as one text: one line per column, fields separated by tabs. A table has thousands of them, and objects
 * would weigh more than their data.
 */
export type PackedFigures = string

/** Packs one figure per column; nothing for a column without a figure. */
export function packFigures(figures: readonly (Amount | null)[]): PackedFigures {
  return figures.map((figure) => (figure ? packFigure(figure) : '')).join('\n')
}

function packFigure({ value, before, isMaturing, isUnjudged, isAsked, bound = 'exact' }: Amount): string {
  const marks = `${isMaturing ? 'm' : ''}${isUnjudged ? 'u' : ''}${isAsked ? 'a' : ''}${boundSigns[bound]}`
  if (before !== undefined) return [shorten(value), marks, roughly(before)].join('\t')
  return marks === '' ? shorten(value) : `${shorten(value)}\t${marks}`
}

/**
 * Quotients have more digits than any unit shows. Digits are truncated, not rounded, so that the printed rounding stays the
 * same; six digits are left for the change.
 */
function shorten(value: MetricValue | undefined): string {
  const text = `${value ?? ''}`
  if (!/^-?\d+\.\d+$/.test(text)) return text
  return text.replace(/(\d{3}\.\d{4}|\.\d{6})\d+$/, '$1').replace(/\.?0+$/, '')
}

/** Used only for a change, which shows about three digits. */
function roughly(value: MetricValue): string {
  const number = toNumber(value)
  return number === null ? '' : `${Number(number.toPrecision(6))}`
}

/** Unpacks figures, each with the measure of its column; null for a column without a figure. */
export function unpackFigures(
  packed: PackedFigures,
  columns: readonly { readonly measure: Measure | null }[],
): readonly (Figure | null)[] {
  const lines = packed.split('\n')
  return columns.map(({ measure }, index) => measure && { ...measure, ...unpackFigure(lines[index] ?? '') })
}

function unpackFigure(line: string): Amount {
  const [value = '', marks = '', before] = line.split('\t')
  const bound = (['about', 'at_most', 'at_least'] as const).find((each) => marks.includes(boundSigns[each]))
  return {
    value: value === '' ? null : value,
    ...(before === undefined ? {} : { before: before === '' ? null : before }),
    isMaturing: marks.includes('m'),
    isUnjudged: marks.includes('u'),
    isAsked: marks.includes('a'),
    ...(bound && { bound }),
  }
}
