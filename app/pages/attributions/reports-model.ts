import type { Change, Flow } from '../../charts/index.ts'
import type { ServerSentence } from '../../language/index.ts'

// Data of the journey reports, printed.

/** Positions of the models, as shares of the table's largest figure. */
export interface SpreadModel {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly marks: readonly number[]
}

/** Models side by side. */
export interface ModelsModel {
  readonly isEvery: boolean
  readonly models: readonly {
    readonly id: string
    readonly name: string
    readonly revenue: string
    readonly orders: string
    /** Why the model has too little data to be fitted. */
    readonly fit: string | null
  }[]
  readonly rows: readonly {
    readonly key: string
    readonly label: string
    readonly isNotTracked: boolean
    readonly cells: readonly {
      readonly text: string
      readonly orders: string
      readonly roas: string | null
      readonly change: Change | null
    }[]
    readonly spread: SpreadModel
  }[]
  readonly fits: readonly string[]
  readonly notes: readonly ServerSentence[]
}

interface Counted {
  readonly orders: string
  readonly revenue: string
}

/** Platform-reported conversions. */
export interface ClaimsModel {
  readonly orders: string
  readonly revenue: string
  /** Sum over all platforms; null where none reports any. */
  readonly claimed: string | null
  readonly over: { readonly text: string; readonly isOver: boolean } | null
  /** Orders reported by more than one platform. */
  readonly several: Counted
  readonly platforms: readonly {
    readonly id: string
    readonly name: string
    readonly spend: string
    readonly claimed: Counted
    readonly byPart: string | null
    /** What the platform would be credited with from our data if the others did not exist. */
    readonly alone: Counted
    readonly credited: Counted
    readonly ratio: string
    readonly explained: string
    /** All of them. */
    readonly isExplained: boolean
    /** Lengths of the bars: reported, alone, credited. */
    readonly bars: readonly number[]
  }[]
  readonly reasons: readonly ('date' | 'window' | 'views' | 'modelling')[]
  readonly notes: readonly ServerSentence[]
}

/** A step of a path, printed. */
export interface PathStep {
  readonly key: string
  readonly name: string
  /** `×2` where it repeats; '' otherwise. */
  readonly times: string
}

/** A row with a bar. */
export interface BucketModel {
  readonly key: string
  readonly label: string
  readonly orders: number
  readonly text: string
  readonly share: string
  readonly revenue: string
}

/** Journeys: paths, lengths and durations. */
export interface PathsModel {
  readonly count: string
  readonly flow: Flow
  /** How many of the orders are drawn; null for all. */
  readonly drawn: string | null
  readonly paths: readonly {
    readonly key: string
    readonly steps: readonly PathStep[]
    readonly orders: string
    readonly revenue: string
    readonly days: string
    /** Orders and revenue, where there is no room for columns. */
    readonly facts: string
  }[]
  readonly length: { readonly rows: readonly BucketModel[]; readonly median: string }
  readonly lag: {
    readonly first: readonly BucketModel[]
    readonly last: readonly BucketModel[]
    readonly medianFirst: string
    readonly medianLast: string
  }
}

/** Which channels open, assist and close journeys. */
export interface RolesModel {
  readonly rows: readonly {
    readonly key: string
    readonly label: string
    readonly first: string
    readonly assisted: string
    readonly assistedRevenue: string
    readonly last: string
    readonly ratio: string
    /** The role that the ratio indicates. */
    readonly role: 'opens' | 'helps' | 'closes' | 'both' | ''
    /** Credited orders by position in the journey, 0–1 of the largest. */
    readonly places: readonly { readonly place: string; readonly share: number; readonly text: string }[]
  }[]
}

/** Transitions between channels. */
export interface TransitionsModel {
  readonly states: readonly string[]
  readonly edges: readonly {
    readonly key: string
    readonly from: string
    readonly to: string
    readonly journeys: string
    readonly share: string
    /** 0–1, for a bar. */
    readonly part: number
  }[]
  /** A cell for each pair; null where there is no transition. */
  readonly cells: readonly (readonly ({
    readonly text: string
    readonly long: string
    readonly step: number
  } | null)[])[]
  readonly columns: readonly string[]
  readonly sentence: string
  readonly isEnough: boolean
}

/** Effect of channels on the conversion rate, or their share of orders where there is too little data for that. */
export interface ConversionRateModel {
  readonly journeys: string
  /** The period of the journeys. */
  readonly days: string
  /** There is too little data for changes of the rate: orders are shown instead. */
  readonly isOfOrders: boolean
  /** Position of zero between the smallest and the largest value, 0–1. */
  readonly zero: number
  readonly rows: readonly {
    readonly key: string
    readonly label: string
    /** Names of the channels combined in this row; '' for a single one. */
    readonly pooled: string
    readonly text: string
    readonly journeys: string
    /** Ends of the bar, 0–1; one of them is at zero. */
    readonly from: number
    readonly to: number
    readonly isNegative: boolean
  }[]
}

/** Which channels reach the same people. */
export interface OverlapModel {
  readonly channels: readonly {
    readonly key: string
    readonly label: string
    readonly orders: string
    readonly exclusive: string
    readonly exclusiveShare: string
    /** One for each channel, in the same order; null for itself. */
    readonly cells: readonly ({ readonly text: string; readonly long: string; readonly step: number } | null)[]
  }[]
  readonly pairs: readonly {
    readonly key: string
    readonly label: string
    readonly both: string
    readonly ofA: string
    readonly ofB: string
    readonly jaccard: string
  }[]
}

/** Repeat purchases of customers, by the channel that acquired them. */
export interface CohortsModel {
  readonly days: readonly string[]
  readonly rows: readonly {
    readonly key: string
    readonly label: string
    readonly customers: string
    readonly cells: readonly { readonly text: string; readonly isOpen: boolean }[]
  }[]
}
