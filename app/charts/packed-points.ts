import type { TimePoint } from './time-point.ts'

/**
 * Points as one text: a line for each, its parts between tabs. A chart has hundreds of them, and as objects each would
 * weigh more than what it says.
 */
export type PackedPoints = string

/** Far finer than any screen. */
const digits = 6

/** Packs points; their values keep the digits that can be drawn. */
export function packPoints(points: readonly TimePoint[]): PackedPoints {
  return points
    .map(({ value, text, short, long }) =>
      [value === null ? '' : Number(value.toPrecision(digits)), text, short, long].join('\t'),
    )
    .join('\n')
}

/** The points again. */
export function unpackPoints(packed: PackedPoints): TimePoint[] {
  if (packed === '') return []
  return packed.split('\n').map((line) => {
    const [value = '', text = '', short = '', long = ''] = line.split('\t')
    return { value: value === '' ? null : Number(value), text, short, long }
  })
}
