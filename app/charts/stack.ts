import type { Axis } from './axis.ts'
import { heightOf } from './paths.ts'

// Layout of stacked bars; one path for all parts of a series keeps the page light.

/** Height of the drawing in its own units; it is stretched to its box. */
export const stackHeight = 300
/** Width of a bar with the gap behind it, and of the bar alone. */
export const stackStep = 10
const barWidth = 8

/** The parts of each series as paths, the first at the bottom. Negative values are left out: they have no length. */
export function stackPaths(series: readonly (readonly number[])[], axis: Axis): string[] {
  const tops = new Map<number, number>()
  return series.map((values) =>
    values
      .map((value, index) => {
        if (value <= 0) return ''
        const from = tops.get(index) ?? 0
        tops.set(index, from + value)
        const [low, high] = [yOf(from, axis), yOf(from + value, axis)]
        return `M${index * stackStep + 1},${low}H${index * stackStep + 1 + barWidth}V${high}H${index * stackStep + 1}Z`
      })
      .join(''),
  )
}

function yOf(value: number, axis: Axis): number {
  return Math.round((1 - heightOf(value, axis)) * stackHeight * 10) / 10
}
