import type { ShopKind, ShownStep } from '../../blocks/install/model.ts'

/** Something that can be chosen, as the form has it. */
export interface OptionDraft {
  /** Empty: a new one. */
  readonly id: string
  readonly label: string
}

/** The question as typed. */
export interface QuestionDraft {
  readonly isOn: boolean
  readonly text: string
  readonly options: readonly OptionDraft[]
  readonly allowsOther: boolean
}

/** Which channel an answer stands for, as typed. */
export interface MappingDraft {
  /** Id of an option, or `other`. */
  readonly answer: string
  readonly label: string
  readonly channel: string
  readonly platform: string
}

/** What is arranged, and where buyers are asked. */
export interface SurveySetup {
  readonly domain: string
  readonly mayChange: boolean
  readonly question: QuestionDraft
  /** Wording that is asked; 0 while none was saved. */
  readonly version: number
  readonly mappings: readonly MappingDraft[]
  /** Offered for a mapping. */
  readonly channels: readonly { readonly value: string; readonly label: string }[]
  readonly install: SurveyInstall
  /** What was just saved; null: nothing. */
  readonly done: string | null
}

/** How the question gets in front of buyers. */
export interface SurveyInstall {
  readonly kind: ShopKind
  /** Null where the shop has no tracking key in use. */
  readonly code: {
    readonly snippet: string
    readonly link: string
    readonly isPublic: boolean
    /** Null for shops of no known platform. */
    readonly steps: readonly ShownStep[] | null
  } | null
}

/** What a form led to without leaving the page. */
export type SurveyOutcome =
  | { readonly form: 'question'; readonly draft: QuestionDraft; readonly errors: Errors; readonly message?: string }
  | {
      readonly form: 'mappings'
      readonly mappings: readonly MappingDraft[]
      readonly errors: Errors
      readonly message: string
    }

/** What is wrong, by path: `options.2.label`, `mappings.0.channel`. */
export type Errors = Readonly<Record<string, string>>

/** What answers came to, printed. */
export interface SurveyReportModel {
  /** Nobody has ever been asked. */
  readonly isNew: boolean
  readonly isOn: boolean
  readonly wording: string
  readonly wordings: readonly WordingModel[]
  readonly figures: readonly { readonly name: string; readonly text: string; readonly note: string }[]
  /** Of the wording in these days, skipped ones left out. */
  readonly answers: number
  readonly isSmall: boolean
  readonly models: readonly { readonly name: string; readonly to: string; readonly isChosen: boolean }[]
  readonly rows: readonly AnswerRow[]
  readonly channels: readonly ChannelRow[]
  /** Null for somebody who may not open single orders. */
  readonly others: readonly { readonly text: string; readonly count: string }[] | null
  readonly notes: readonly string[]
}

/** A wording of the question that can be chosen. */
export interface WordingModel {
  readonly key: string
  readonly label: string
  readonly text: string
  readonly to: string
  readonly isChosen: boolean
}

/** A share with its interval; places are 0–1 along the bar. */
export interface ShareModel {
  readonly text: string
  readonly interval: string
  readonly share: number
  readonly low: number
  readonly high: number
  /** Where the clicks stand; null where they say nothing. */
  readonly attributed: number | null
}

interface ComparedRow {
  readonly key: string
  readonly label: string
  readonly answers: string
  /** Null: nobody has answered. */
  readonly share: ShareModel | null
  readonly orders: string
  readonly ordersInterval: string | null
  readonly attributed: string
  readonly gap: string
}

/** One option. */
export interface AnswerRow extends ComparedRow {
  readonly channel: string
}

/** All options of a channel. */
export type ChannelRow = ComparedRow
