// One product, printed.
import type { Axis, PackedPoints } from '../../charts/index.ts'

/** A figure over time. */
export interface CourseModel {
  readonly key: string
  readonly label: string
  readonly points: PackedPoints
  /** Absent without a comparison. */
  readonly compare: PackedPoints | undefined
  readonly axis: Axis
}

/** A name with a printed text. */
export interface Fact {
  readonly label: string
  readonly text: string
}

/** Everything about one product in the page's period. */
export interface ProductModel {
  readonly id: string
  readonly title: string
  /** Address of its picture. */
  readonly picture: string | undefined
  /** What the store says about it. */
  readonly facts: readonly Fact[]
  readonly totals: readonly Fact[]
  /** Ads credited to it and what is left after them, under a model; absent where no spend is known. */
  readonly ads: { readonly model: string; readonly totals: readonly Fact[] } | undefined
  readonly courses: readonly CourseModel[]
  /** What a piece sold for on average, and what it cost by the dated entries, over the same axis. */
  readonly prices: readonly CourseModel[]
  readonly figureHeads: readonly string[]
  readonly variants: readonly {
    readonly key: string
    readonly title: string
    readonly detail: string
    readonly cells: readonly string[]
  }[]
  readonly costs: readonly { readonly key: string; readonly of: string; readonly cells: readonly string[] }[]
  readonly buyers: readonly (Fact & { readonly share: string })[]
  readonly boughtWith: readonly {
    readonly id: string
    readonly title: string
    readonly orders: string
    readonly lift: string
  }[]
}
