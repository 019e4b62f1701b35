import { scaleLinear } from 'd3-scale'

/** The vertical axis of a chart: its ends and its lines. Made where the data is loaded, so that browsers carry no scale. */
export interface Axis {
  readonly min: number
  readonly max: number
  readonly ticks: readonly { readonly at: number; readonly text: string }[]
}

/** No price is smaller; finer steps are beyond what a scale can count. */
const smallest = 1e-9

/** Holds every value and 0, ends on round numbers. Nulls are gaps and do not count. */
export function createAxis(values: readonly (number | null)[], print: (value: number) => string): Axis {
  const known = values.filter((value) => value !== null)
  const low = Math.min(0, ...known)
  const high = Math.max(0, ...known)
  const isEmpty = high - low < smallest
  const scale = scaleLinear()
    .domain(isEmpty ? [0, 1] : [low, high])
    .nice(4)
  const [min = 0, max = 1] = scale.domain()
  const ticks = isEmpty ? [0] : scale.ticks(4)
  return { min, max, ticks: ticks.map((at) => ({ at, text: print(at) })) }
}
