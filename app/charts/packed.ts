import { type Extent, spark } from './paths.ts'
import type { TimePoint } from './series.ts'

/**
 * A course as a short text, a letter for each value: as fine as a sparkline can show. Dozens of them travel with a page,
 * where lists of numbers would be most of its weight. Empty when there is nothing to draw.
 */
export type PackedSeries = string

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const gap = '.'
const levels = spark.height

/**
 * Up to a month keeps every day; longer series are denser than a sparkline can show, and dozens of them are most of a page.
 */
const plainPoints = 31
const mostPoints = 18

/** Packs values; the first letter is the position of zero. A long series keeps its local minima and maxima. */
export function packSeries(all: readonly (number | null)[]): PackedSeries {
  const values = thin(all)
  const { min, max } = extentOf(values)
  if (min === max) return ''
  const letterOf = (value: number) => letters.charAt(Math.round(((value - min) / (max - min)) * levels))
  return [0, ...values].map((value) => (value === null ? gap : letterOf(value))).join('')
}

/** Reduces neighbouring values to their minimum and maximum, in order; the last value is kept. */
function thin(values: readonly (number | null)[]): readonly (number | null)[] {
  if (values.length <= plainPoints) return values
  const size = Math.ceil((2 * values.length) / mostPoints)
  const groups = Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  )
  return groups.flatMap((group, index) => {
    const known = group.filter((value) => value !== null)
    if (known.length === 0) return [null]
    const ends = [known.indexOf(Math.min(...known)), known.indexOf(Math.max(...known))].sort((a, b) => a - b)
    const kept = ends.map((at) => known[at] ?? null)
    return index === groups.length - 1 ? [kept[0] ?? null, group.at(-1) ?? null] : kept
  })
}

/** Unpacks a series for drawing: values in steps of the drawing, and their extent. */
export function unpackSeries(text: PackedSeries): { readonly values: (number | null)[]; readonly extent: Extent } {
  const zero = letters.indexOf(text.charAt(0))
  const values = Array.from(text.slice(1), (letter) => (letter === gap ? null : letters.indexOf(letter) - zero))
  return { values, extent: { min: -zero, max: levels - zero } }
}

/** From the lowest to the highest value, zero included. */
export function extentOf(values: readonly (number | null)[]): Extent {
  const known = values.filter((value) => value !== null)
  return { min: Math.min(0, ...known), max: Math.max(0, ...known) }
}

/**
 * Points as one text: one line each, fields separated by tabs. A chart has hundreds of them, and objects would weigh more
 * than their data.
 */
export type PackedPoints = string

/** Far more precise than any screen. */
const digits = 6

/** Packs points; their values keep the digits that can be drawn. */
export function packPoints(points: readonly TimePoint[]): PackedPoints {
  return points
    .map(({ value, text, short, long }) =>
      [value === null ? '' : Number(value.toPrecision(digits)), text, short, long].join('\t'),
    )
    .join('\n')
}

/** Unpacks points. */
export function unpackPoints(packed: PackedPoints): TimePoint[] {
  if (packed === '') return []
  return packed.split('\n').map((line) => {
    const [value = '', text = '', short = '', long = ''] = line.split('\t')
    return { value: value === '' ? null : Number(value), text, short, long }
  })
}
