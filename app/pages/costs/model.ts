import type { Figure, FigureFormat } from '../../format/index.ts'

// Data of the costs page.

/** One kind of cost: what the orders contain of it, and what is missing. */
export interface CostKind {
  readonly key: string
  readonly title: string
  /**
   * `known`: fully contained in the orders · `spend`: reported by ad platforms or entered by hand · `base`: the orders
   * contain only what the cost would be based on · `unknown`: no data.
   */
  readonly standing: 'known' | 'spend' | 'base' | 'unknown'
  readonly facts: readonly CostFact[]
  /** One sentence: what the figures are, or what is missing. */
  readonly text: string
  /** Page with the details. */
  readonly page: 'goods' | 'gateway' | 'shipping' | 'handling' | 'spend' | 'campaigns' | 'tracking' | undefined
}

export interface CostFact extends Figure {
  readonly label: string
  /** More exist than were counted. */
  readonly isMore?: boolean
}

export interface CostKinds {
  readonly kinds: readonly CostKind[]
  readonly format: FigureFormat
}

/** What every form of the costs pages is told. */
interface Told {
  readonly form: string
  readonly message: string
  /** The latest change that the person has seen by now; null for none. */
  readonly seen: string | null
}

interface Kept extends Told {
  readonly typed: Readonly<Record<string, string>>
}

/** What a form of the costs pages led to. */
export type CostOutcome =
  | (Kept & { readonly kind: 'refused'; readonly fields: Readonly<Record<string, string>> })
  /** Somebody else changed the same meanwhile; saving again overwrites it. */
  | (Kept & { readonly kind: 'conflict' })
  /** `asksReason`: closed days would move, and the person may close. */
  | (Kept & { readonly kind: 'preview'; readonly asksReason: boolean })
  | (Told & { readonly kind: 'saved' })

/** Goods whose costs can be edited, one row for each variant sold in the period. */
export interface GoodsModel {
  readonly mayEnter: boolean
  /** The latest change of costs. */
  readonly latest: string | null
  readonly domain: string
  /** Undefined: all that were sold in the period. */
  readonly only: GoodsFilter | undefined
  /** The margin in percent that goods are shown below. */
  readonly below: number
  /** How far the cost of net sales is known, each from 0 to 1; null without sales. */
  readonly coverage: readonly CoveragePart[] | null
  /** What has no cost in the period, in a sentence; null where everything has one. */
  readonly missing: string | null
  readonly currency: string
  /** Variants that fit, and how many of them are shown. */
  readonly total: number
  readonly shown: number
  /** The usual share of the price that goods cost, in percent; empty for none. */
  readonly margin: string
  readonly rows: readonly GoodsRowModel[]
}

/** A part of net sales by how far its cost is known. */
export interface CoveragePart {
  readonly state: 'exact' | 'assumed' | 'unknown'
  readonly share: number
  readonly text: string
}

/** Goods whose cost is unknown or assumed, was changed lately, or leaves less than a margin. */
export type GoodsFilter = 'unknown' | 'assumed' | 'changed' | 'below'

export interface GoodsRowModel {
  readonly variant: string
  readonly title: string
  /** Address of the product's picture. */
  readonly picture: string | undefined
  readonly sku: string
  readonly units: string
  readonly net: string
  /** Share of net sales that the pieces sold leave after their cost; empty where that is not known. */
  readonly margin: string
  /** Of a piece, as it would be typed; empty for none. */
  readonly cost: string
  /** `made of 3`, where its parts tell its cost; else empty. */
  readonly madeOf: string
  /** Source and first day of the entry that the cost is of; null where deleting it is not up to this variant. */
  readonly entry: string | null
  /** What holds without a cost of its own. */
  readonly otherwise: string
  /** Since when, and from where. */
  readonly about: string
  readonly state: 'exact' | 'assumed' | 'unknown'
}

/** Everything that is entered of a variant and its product, the latest first. */
export interface TimeLineModel {
  readonly mayEnter: boolean
  readonly latest: string | null
  readonly domain: string
  readonly variant: string
  readonly title: string
  readonly sku: string
  readonly currency: string
  readonly entries: readonly TimeLineEntry[]
}

export interface TimeLineEntry {
  /** The entry, as a form names it. */
  readonly id: string
  readonly from: string
  readonly cost: string
  /** Of what is made of others: its parts; else empty. */
  readonly about: string
  /** Pieces and country that it is limited to, and how steps count. */
  readonly scope: string
  readonly source: string
  readonly note: string
  readonly isNow: boolean
  /** Costs of the store come back every night. */
  readonly mayDelete: boolean
}

/** What a form calls the pieces of a part. */
export const partPrefix = 'part:'

/** A part that somebody chose; without a name until the shop told it. */
export interface ChosenPart {
  readonly variant: string
  readonly quantity: string
  readonly name: string
}

/** Goods that something could be made of, with SKU and cost of today. */
export interface FoundPart {
  readonly variant: string
  readonly name: string
  readonly about: string
}

/** What the shop knows of chosen parts, and of goods that were searched. */
export interface PartsModel {
  /** What was searched, and the parts that were asked about, one a line. */
  readonly asked: string
  readonly chosen: string
  readonly found: readonly FoundPart[]
  readonly parts: readonly { readonly variant: string; readonly name: string; readonly cost: string }[]
  /** What a piece costs today, why that is unknown, or what is wrong with the parts. */
  readonly sum: string
}

/** What shipping a made-up order would cost. */
export interface ShippingTrial {
  /** What was asked, by field; empty before. */
  readonly typed: Readonly<Record<string, string>>
  /** The answer, or what is wrong with the question; null before one. */
  readonly said: string | null
  readonly isWrong: boolean
}

/** A rule in words, and its fields as its form has them. */
export interface RuleModel {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
}

/** Rules of some kinds, each in words. */
export interface RulesModel {
  readonly mayEnter: boolean
  readonly latest: string | null
  readonly currency: string
  readonly rules: readonly RuleModel[]
  /** Payment methods of orders. */
  readonly gateways: readonly string[]
  /** Methods of orders in the period whose fee is not known, with the number of these orders. */
  readonly unknown: readonly UnknownFee[]
}

export interface UnknownFee {
  readonly gateway: string
  readonly label: string
  readonly orders: string
  /** The provider of such a method usually takes nothing. */
  readonly isFree: boolean
}

export interface SettingsModel {
  readonly mayEnter: boolean
  readonly mayClose: boolean
  readonly latest: string | null
  readonly whoDecides: string
  readonly restockDefault: boolean
  readonly defaultGrams: string
  readonly closedThrough: string
}

export interface ChangesModel {
  readonly mayEnter: boolean
  readonly restating: boolean
  readonly changes: readonly {
    readonly id: string
    /** Instant and person. */
    readonly when: string
    readonly what: string
    readonly reason: string
    /** Orders and days that it restated. */
    readonly reach: string
    /** What profit gained. */
    readonly delta: string
    /** What was told of it: profit and coverage around it, and each month; empty where nothing was. */
    readonly told: readonly { readonly label: string; readonly before: string; readonly after: string }[]
    readonly mayUndo: boolean
    readonly undone: boolean
  }[]
}

/** Files that the page gives and takes. */
export interface FilesModel {
  readonly domain: string
  readonly mayEnter: boolean
  readonly largestMb: number
}

/** What a file was found to hold, and what it would do. */
export interface CheckedFileModel {
  readonly fileName: string
  /** The file on its way to the import; empty if there is nothing to take in. */
  readonly packed: string
  readonly kind: string
  /** The latest change when it was checked. */
  readonly seen: string
  /** `12 rows of goods`, and what became of how many. */
  readonly title: string
  readonly fates: readonly { readonly label: string; readonly count: string }[]
  readonly effect: string
  /** Whether closed days move, for which a reason is asked. */
  readonly closed: boolean
  /** How the file was read, and which columns were not. */
  readonly reading: string
  readonly lines: readonly {
    readonly key: string
    readonly row: number
    readonly field: string
    readonly value: string
    readonly text: string
    readonly isEnglish: boolean
  }[]
  readonly more: number
}

/** What a form of the page of files led to. */
export type FileOutcome =
  | { readonly kind: 'refused'; readonly form: 'file' | 'import' | 'undo'; readonly message: string }
  | { readonly kind: 'checked'; readonly checked: CheckedFileModel }
  | { readonly kind: 'done'; readonly message: string; readonly change: string | null }

/** What is left of shipping, by country and method. */
export interface ShippingMethodsModel {
  /** The page has filters, which are not about this table. */
  readonly isFiltered: boolean
  /** Rows that are not shown. */
  readonly more: number
  readonly rows: readonly {
    readonly key: string
    /** ISO code; absent where it is not recorded. */
    readonly country: string | undefined
    readonly place: string
    readonly method: string
    readonly cells: readonly string[]
  }[]
}
