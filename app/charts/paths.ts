import { area, line } from 'd3-shape'

/** Width of the drawing; it is stretched to its box, so only proportions matter. */
export const plotWidth = 1000
export const plotHeight = 300

type Values = readonly (number | null)[]

/** Where the ends of the vertical axis lie. */
export interface Extent {
  readonly min: number
  readonly max: number
}

/** Share of the width, 0–1, at which a bucket stands; a lone one stands in the middle. */
export function positionOf(index: number, count: number): number {
  return count < 2 ? 0.5 : index / (count - 1)
}

/** Share of the height, 0–1 from the bottom. */
export function heightOf(value: number, { min, max }: Extent): number {
  return max === min ? 0 : (value - min) / (max - min)
}

/** Straight segments with one digit; nulls are gaps, a value between gaps a dot. */
export function linePath(values: Values, extent: Extent, count = values.length): string {
  return (
    line<number | null>()
      .digits(1)
      .defined((value) => value !== null)
      .x((_, index) => positionOf(index, count) * plotWidth)
      .y((value) => y(value ?? 0, extent))(values) ?? ''
  )
}

/** What lies between the line and zero. */
export function areaPath(values: Values, extent: Extent): string {
  return (
    area<number | null>()
      .digits(1)
      .defined((value) => value !== null)
      .x((_, index) => positionOf(index, values.length) * plotWidth)
      .y0(y(0, extent))
      .y1((value) => y(value ?? 0, extent))(values) ?? ''
  )
}

/** Values between gaps, which no line passes through. */
export function loneValues(values: Values): { readonly index: number; readonly value: number }[] {
  return values.flatMap((value, index) => {
    const isLone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
    return value !== null && isLone ? [{ index, value }] : []
  })
}

/** Keeps from `start` on and leaves the rest empty, so that positions stay. */
export function tailOf(values: Values, start: number): Values {
  return values.map((value, index) => (index >= start ? value : null))
}

/** Keeps up to and including `end`. */
export function headOf(values: Values, end: number): Values {
  return values.map((value, index) => (index <= end ? value : null))
}

function y(value: number, extent: Extent): number {
  return plotHeight - heightOf(value, extent) * plotHeight
}
