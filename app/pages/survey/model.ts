import type { ShopKind, ShownStep } from '../../blocks/install/model.ts'
import type { ServerSentence } from '../../language/index.ts'

/** An option in the form. */
export interface OptionDraft {
  /** Empty: a new one. */
  readonly id: string
  readonly label: string
}

/** The question, as typed. */
export interface QuestionDraft {
  readonly isOn: boolean
  readonly text: string
  readonly options: readonly OptionDraft[]
  readonly allowsOther: boolean
}

/** The channel that a response maps to, as typed. */
export interface MappingDraft {
  /** Id of an option, or `other`. */
  readonly answer: string
  readonly label: string
  readonly channel: string
  readonly platform: string
}

/** Setup of the survey. */
export interface SurveySetup {
  readonly domain: string
  readonly mayChange: boolean
  readonly question: QuestionDraft
  /** Current version of the question; 0 before the first is saved. */
  readonly version: number
  readonly mappings: readonly MappingDraft[]
  /** Channels available for a mapping. */
  readonly channels: readonly { readonly value: string; readonly label: string }[]
  readonly install: SurveyInstall
  /** Confirmation of the last form; null without one. */
  readonly done: string | null
}

/** How to show the survey to buyers. */
export interface SurveyInstall {
  readonly kind: ShopKind
  /** Null where the shop has no active tracking key. */
  readonly code: {
    readonly snippet: string
    readonly link: string
    readonly isPublic: boolean
    /** Null for shops of no known platform. */
    readonly steps: readonly ShownStep[] | null
  } | null
}

/** Result of a form that stays on the page. */
export type SurveyOutcome =
  | { readonly form: 'question'; readonly draft: QuestionDraft; readonly errors: Errors; readonly message?: string }
  | {
      readonly form: 'mappings'
      readonly mappings: readonly MappingDraft[]
      readonly message: string
    }

/** Errors by path: `options.2.label`. */
export type Errors = Readonly<Record<string, string>>

/** Results of the survey, printed. */
export interface SurveyReportModel {
  /** The survey was never shown. */
  readonly isNew: boolean
  readonly isOn: boolean
  readonly wording: string
  readonly wordings: readonly WordingModel[]
  readonly figures: readonly { readonly name: string; readonly text: string; readonly note: string }[]
  /** Responses to this version in the period, without skipped ones. */
  readonly answers: number
  readonly isSmall: boolean
  readonly models: readonly { readonly name: string; readonly to: string; readonly isChosen: boolean }[]
  readonly rows: readonly AnswerRow[]
  readonly channels: readonly ChannelRow[]
  /** Null for somebody who may not open single orders. */
  readonly others: readonly { readonly text: string; readonly count: number }[] | null
  readonly notes: readonly ServerSentence[]
}

/** A version of the question. */
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
  /** Position of the attributed share; null where attribution has none. */
  readonly attributed: number | null
}

interface ComparedRow {
  readonly key: string
  readonly label: string
  readonly answers: string
  /** Null without responses. */
  readonly share: ShareModel | null
  readonly orders: string
  readonly ordersInterval: string | null
  readonly attributed: string
  readonly gap: string
}

/** Results of one option. */
export interface AnswerRow extends ComparedRow {
  readonly channel: string
}

/** Results of all options of a channel. */
export type ChannelRow = ComparedRow
