import type { MetricValue } from '@tillsight/metrics'
import type { Unit } from '../services.ts'
import { type FigureFormat, figureText, toNumber } from './figures.ts'

/** What the values of a column, or of one figure, are. */
export interface Measure {
  readonly unit: Unit
  /** Which way is welcome; nothing is judged without it. */
  readonly better?: 'higher' | 'lower' | 'neither' | undefined
  /** Of a count of what can be shared: the most behind the point. */
  readonly digits?: number | undefined
  /** Where it is not the page's. */
  readonly currency?: string | undefined
}

/** A value with what is to be known of it, its measure apart. */
export interface Amount {
  /** As the engine gave it; null where it is not known. */
  readonly value: MetricValue | undefined
  /** The same in the comparison, exact enough for a change; null where that is not known; absent where nothing can be compared. */
  readonly before?: MetricValue | undefined
  /** The days still grow. */
  readonly isMaturing?: boolean | undefined
  /** Too little stands behind the change to call it good or bad. */
  readonly isUnjudged?: boolean | undefined
  /** Not known yet, and being asked for. */
  readonly isAsked?: boolean | undefined
}

/** A figure on its way to the screen: it is printed where it is shown. */
export interface Figure extends Measure, Amount {}

/** A figure as people read it; a dash where it is not known. */
export function printFigure({ value, unit, digits, currency, isAsked }: Figure, format: FigureFormat): string {
  if (isAsked) return 'being asked'
  return figureText(value, unit, { ...format, digits, ...(currency === undefined ? {} : { currency }) })
}

/**
 * The figures of a row as one text: a line for each column, its parts between tabs. A table has thousands of them, and as
 * objects each would weigh more than what it says.
 */
export type PackedFigures = string

/** Packs a figure for each column; nothing for a column of something else. */
export function packFigures(figures: readonly (Amount | null)[]): PackedFigures {
  return figures.map((figure) => (figure ? packFigure(figure) : '')).join('\n')
}

function packFigure({ value, before, isMaturing, isUnjudged, isAsked }: Amount): string {
  const marks = `${isMaturing ? 'm' : ''}${isUnjudged ? 'u' : ''}${isAsked ? 'a' : ''}`
  if (before !== undefined) return [shorten(value), marks, roughly(before)].join('\t')
  return marks === '' ? shorten(value) : `${shorten(value)}\t${marks}`
}

/**
 * Quotients have more digits than any unit shows. What is cut off, not rounded, is rounded as before when it is printed;
 * six digits are left for the change.
 */
function shorten(value: MetricValue | undefined): string {
  const text = `${value ?? ''}`
  if (!/^-?\d+\.\d+$/.test(text)) return text
  return text.replace(/(\d{3}\.\d{4}|\.\d{6})\d+$/, '$1').replace(/\.?0+$/, '')
}

/** Only a change is made of it, which shows three digits or so. */
function roughly(value: MetricValue): string {
  const number = toNumber(value)
  return number === null ? '' : `${Number(number.toPrecision(6))}`
}

/** The figures again, each with the measure of its column; null where the column is of something else. */
export function unpackFigures(
  packed: PackedFigures,
  columns: readonly { readonly measure: Measure | null }[],
): readonly (Figure | null)[] {
  const lines = packed.split('\n')
  return columns.map(({ measure }, index) => measure && { ...measure, ...unpackFigure(lines[index] ?? '') })
}

function unpackFigure(line: string): Amount {
  const [value = '', marks = '', before] = line.split('\t')
  return {
    value: value === '' ? null : value,
    ...(before === undefined ? {} : { before: before === '' ? null : before }),
    isMaturing: marks.includes('m'),
    isUnjudged: marks.includes('u'),
    isAsked: marks.includes('a'),
  }
}
