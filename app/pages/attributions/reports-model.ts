import type { Change, FlowLabel, layOutFlow } from '../../charts/index.ts'

// What the reports on journeys show, printed.

/** Where the models lie, each a share of the largest figure of the table. */
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
    /** What it is fitted to is too little; says why. */
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
  readonly notes: readonly string[]
}

interface Counted {
  readonly orders: string
  readonly revenue: string
}

/** What platforms claim. */
export interface ClaimsModel {
  readonly orders: string
  readonly revenue: string
  /** Sum of all claims; null where no platform claims anything. */
  readonly claimed: string | null
  readonly over: { readonly text: string; readonly isOver: boolean } | null
  /** Claimed by more than one platform. */
  readonly several: Counted
  readonly platforms: readonly {
    readonly id: string
    readonly name: string
    readonly spend: string
    readonly claimed: Counted
    readonly byPart: string | null
    /** What it would claim if it saw what we see, and nothing of the others. */
    readonly alone: Counted
    readonly credited: Counted
    readonly ratio: string
    readonly explained: string
    /** All of them. */
    readonly isExplained: boolean
    /** Lengths of claimed, alone and credited. */
    readonly bars: readonly number[]
  }[]
  readonly reasons: readonly { readonly key: string; readonly title: string; readonly sentence: string }[]
  readonly notes: readonly string[]
}

/** A step of a path as it is shown. */
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

/** What journeys look like. */
export interface PathsModel {
  readonly count: string
  readonly flow: {
    readonly layout: ReturnType<typeof layOutFlow>
    /** Of its columns. */
    readonly heads: readonly string[]
    readonly labels: Readonly<Record<string, FlowLabel>>
  }
  readonly paths: readonly {
    readonly key: string
    readonly steps: readonly PathStep[]
    readonly orders: string
    readonly revenue: string
    readonly days: string
  }[]
  readonly length: { readonly rows: readonly BucketModel[]; readonly median: string }
  readonly lag: {
    readonly first: readonly BucketModel[]
    readonly last: readonly BucketModel[]
    readonly medianFirst: string
    readonly medianLast: string
  }
}

/** Who helps, who opens and who closes. */
export interface RolesModel {
  readonly rows: readonly {
    readonly key: string
    readonly label: string
    readonly first: string
    readonly assisted: string
    readonly assistedRevenue: string
    readonly last: string
    readonly ratio: string
    /** What the ratio says. */
    readonly role: 'Opens' | 'Helps' | 'Closes' | 'Both' | ''
    /** Orders credited by place in the journey, 0–1 of the largest. */
    readonly places: readonly { readonly place: string; readonly share: number; readonly text: string }[]
  }[]
}

/** How people get from one channel to the next. */
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
  /** A cell for each pair; null where nobody goes that way. */
  readonly cells: readonly (readonly ({
    readonly text: string
    readonly long: string
    readonly step: number
  } | null)[])[]
  readonly columns: readonly string[]
  readonly sentence: string
  readonly isEnough: boolean
}

/** What channels do to the conversion rate, or how orders divide among them where there is too little data for that. */
export interface ConversionRateModel {
  readonly journeys: string
  /** The days whose journeys these are. */
  readonly days: string
  /** Why these are orders; null where they are changes of the rate. */
  readonly reason: string | null
  /** Where nothing stands between the smallest value and the largest, 0–1. */
  readonly zero: number
  readonly rows: readonly {
    readonly key: string
    readonly label: string
    /** Names of channels taken as one; '' where it is one. */
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

/** What customers bought afterwards, by the channel that won them. */
export interface CohortsModel {
  readonly days: readonly string[]
  readonly rows: readonly {
    readonly key: string
    readonly label: string
    readonly customers: string
    readonly cells: readonly { readonly text: string; readonly isOpen: boolean }[]
  }[]
}
