type Values = readonly (number | null)[]

/** Lowest and highest value of the vertical axis. */
export interface Extent {
  readonly min: number
  readonly max: number
}

/** Horizontal position of a bucket as a share of the width, 0–1; a single one is centred. */
export function positionOf(index: number, count: number): number {
  return count < 2 ? 0.5 : index / (count - 1)
}

/** Vertical position as a share of the height, 0–1 from the bottom. */
export function heightOf(value: number, { min, max }: Extent): number {
  return max === min ? 0 : (value - min) / (max - min)
}

/**
 * Height of a drawing in its own units, and the digits that its coordinates are rounded to. It is stretched to its box, so
 * only proportions matter; buckets are one unit apart, so that all steps of a path are alike.
 */
export interface Drawing {
  readonly height: number
  readonly digits: number
}

/** A full-size chart. */
export const plot: Drawing = { height: 300, digits: 1 }
/** Of a small one: a page has dozens of them, and each digit counts. */
export const spark: Drawing = { height: 60, digits: 0 }

/** The viewBox of a drawing with this many buckets. */
export function viewBoxOf(count: number, { height }: Drawing): string {
  return `0 0 ${widthOf(count)} ${height}`
}

interface Series {
  readonly values: Values
  readonly extent: Extent
  readonly drawing: Drawing
  /** Number of buckets of the axis, where there are more than values. */
  readonly count?: number
}

/** Straight segments; nulls are gaps, a value between gaps a dot. Steps are relative, which is shorter. */
export function linePath(series: Series): string {
  return runsOf(series).map(drawRun).join('')
}

/** Path of the area between the line and zero. */
export function areaPath(series: Series): string {
  const { drawing, extent } = series
  const zero = round(y(0, extent, drawing), drawing)
  return runsOf(series)
    .map((run) => {
      const [first, last] = [run[0]?.[0] ?? 0, run.at(-1)?.[0] ?? 0]
      return `${drawRun(run).replace('Z', '')}L${last},${zero}L${first},${zero}Z`
    })
    .join('')
}

/** A single value: a line of no length, which is as thick as its stroke. Nothing where there is none. */
export function dotPath({ values, extent, drawing, count = values.length }: Series, index: number): string {
  const value = values[index]
  if (typeof value !== 'number') return ''
  return `M${positionOf(index, count) * widthOf(count)},${round(y(value, extent, drawing), drawing)}h0`
}

function widthOf(count: number): number {
  return Math.max(1, count - 1)
}

type Place = readonly [x: number, y: number]

/** Coordinates of the values, one list per stretch without gaps. */
function runsOf({ values, extent, drawing, count = values.length }: Series): Place[][] {
  const runs: Place[][] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const place: Place = [positionOf(index, count) * widthOf(count), round(y(value, extent, drawing), drawing)]
    const run = (values[index - 1] ?? null) === null ? undefined : runs.at(-1)
    if (run) run.push(place)
    else runs.push([place])
  }
  return runs
}

function drawRun(run: readonly Place[]): string {
  const [x, top] = run[0] ?? [0, 0]
  const steps = run.slice(1).map((place, index) => {
    const [beforeX, beforeY] = run[index] ?? place
    const dy = tidy(place[1] - beforeY)
    return `l${tidy(place[0] - beforeX)}${dy < 0 ? '' : ','}${dy}`
  })
  return `M${x},${top}${steps.length > 0 ? steps.join('') : 'Z'}`
}

function round(value: number, { digits }: Drawing): number {
  return tidy(Number(value.toFixed(digits)))
}

/** Rounds away binary floating-point noise. */
function tidy(value: number): number {
  return Number(value.toFixed(1)) || 0
}

/** Values between two gaps, which no line segment reaches. */
export function loneValues(values: Values): { readonly index: number; readonly value: number }[] {
  return values.flatMap((value, index) => {
    const isLone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
    return value !== null && isLone ? [{ index, value }] : []
  })
}

/** Keeps the values from `start` on and blanks those before, so that positions stay. */
export function tailOf(values: Values, start: number): Values {
  return values.map((value, index) => (index >= start ? value : null))
}

/** Keeps up to and including `end`. */
export function headOf(values: Values, end: number): Values {
  return values.map((value, index) => (index <= end ? value : null))
}

function y(value: number, extent: Extent, { height }: Drawing): number {
  return height - heightOf(value, extent) * height
}
