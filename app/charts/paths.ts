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

/**
 * Height of a drawing in its own units, and the digits that heights in it are rounded to. It is stretched to its box, so
 * only proportions matter; from bucket to bucket is one unit of its width, which makes the steps of a path all alike.
 */
export interface Drawing {
  readonly height: number
  readonly digits: number
}

/** Of a whole chart. */
export const plot: Drawing = { height: 300, digits: 1 }
/** Of a small one: a page has dozens of them, and each digit counts. */
export const spark: Drawing = { height: 60, digits: 0 }

/** The box that holds a drawing of so many buckets. */
export function viewBoxOf(count: number, { height }: Drawing): string {
  return `0 0 ${widthOf(count)} ${height}`
}

interface Course {
  readonly values: Values
  readonly extent: Extent
  readonly drawing: Drawing
  /** Buckets of the axis, where they are more than the values. */
  readonly count?: number
}

/** Straight segments; nulls are gaps, a value between gaps a dot. Steps are relative, which is shorter. */
export function linePath(course: Course): string {
  return runsOf(course).map(drawRun).join('')
}

/** What lies between the line and zero. */
export function areaPath(course: Course): string {
  const { drawing, extent } = course
  const zero = round(y(0, extent, drawing), drawing)
  return runsOf(course)
    .map((run) => {
      const [first, last] = [run[0]?.[0] ?? 0, run.at(-1)?.[0] ?? 0]
      return `${drawRun(run).replace('Z', '')}L${last},${zero}L${first},${zero}Z`
    })
    .join('')
}

/** A single value: a line of no length, which is as thick as its stroke. Nothing where there is none. */
export function dotPath({ values, extent, drawing, count = values.length }: Course, index: number): string {
  const value = values[index]
  if (typeof value !== 'number') return ''
  return `M${positionOf(index, count) * widthOf(count)},${round(y(value, extent, drawing), drawing)}h0`
}

function widthOf(count: number): number {
  return Math.max(1, count - 1)
}

type Place = readonly [x: number, y: number]

/** Places of the values, a list for each stretch without gaps. */
function runsOf({ values, extent, drawing, count = values.length }: Course): Place[][] {
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

/** Without what binary fractions leave behind. */
function tidy(value: number): number {
  return Number(value.toFixed(1)) || 0
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

function y(value: number, extent: Extent, { height }: Drawing): number {
  return height - heightOf(value, extent) * height
}
