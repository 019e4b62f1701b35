import { type Extent, spark } from './paths.ts'

/**
 * A course as a short text, a letter for each value: as fine as a sparkline can show. Dozens of them travel with a page,
 * where lists of numbers would be most of its weight. Empty when there is nothing to draw.
 */
export type PackedCourse = string

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const gap = '.'
const levels = spark.height

/** Packs values; the first letter is where zero lies. */
export function packCourse(values: readonly (number | null)[]): PackedCourse {
  const { min, max } = extentOf(values)
  if (min === max) return ''
  const letterOf = (value: number) => letters.charAt(Math.round(((value - min) / (max - min)) * levels))
  return [0, ...values].map((value) => (value === null ? gap : letterOf(value))).join('')
}

/** What can be drawn of a packed course: values in steps of the drawing, and where they lie. */
export function unpackCourse(text: PackedCourse): { readonly values: (number | null)[]; readonly extent: Extent } {
  const zero = letters.indexOf(text.charAt(0))
  const values = Array.from(text.slice(1), (letter) => (letter === gap ? null : letters.indexOf(letter) - zero))
  return { values, extent: { min: -zero, max: levels - zero } }
}

/** From the lowest to the highest value, zero included. */
export function extentOf(values: readonly (number | null)[]): Extent {
  const known = values.filter((value) => value !== null)
  return { min: Math.min(0, ...known), max: Math.max(0, ...known) }
}
