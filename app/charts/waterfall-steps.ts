import { type Axis, createAxis } from './axis.ts'

/** A step of a running sum. */
export interface WaterfallStep {
  readonly key: string
  readonly label: string
  /** The formatted figure. */
  readonly text: string
  /** Where its bar begins and ends on the axis. */
  readonly from: number
  readonly to: number
  /** `sum`: stands on zero · `up` and `down`: what it adds or takes. */
  readonly kind: 'sum' | 'up' | 'down'
}

/** A running sum, laid out. */
export interface WaterfallModel {
  readonly axis: Axis
  readonly steps: readonly WaterfallStep[]
}

/** A step to lay out; a sum shows what the steps before it come to. */
export interface RawStep extends Pick<WaterfallStep, 'key' | 'label' | 'text'> {
  readonly value: number
  readonly isSum?: boolean
}

/** Lays out a running sum; steps of nothing are left out. Positions only: what is printed stands in the texts. */
export function layOutWaterfall(raw: readonly RawStep[], print: (value: number) => string): WaterfallModel {
  let level = 0
  const steps = raw.flatMap(({ value, isSum = false, ...rest }): WaterfallStep[] => {
    if (isSum) {
      level = value
      return [{ ...rest, from: 0, to: value, kind: 'sum' }]
    }
    if (value === 0) return []
    const from = level
    level += value
    return [{ ...rest, from, to: level, kind: value > 0 ? 'up' : 'down' }]
  })
  return {
    axis: createAxis(
      steps.flatMap(({ from, to }) => [from, to]),
      print,
    ),
    steps,
  }
}
