import type { ServerSentence } from '../../language/index.ts'

/** What can be added with one press, by name. */
export const proposals = ['drop', 'unusual', 'returns', 'data'] as const
/** One of {@link proposals}. */
export type Proposal = (typeof proposals)[number]

/** An alert in words. */
export interface AlertModel {
  readonly id: string
  readonly name: string
  /** What it watches: `Sales: below −30.0% against the same weekday · the day`. */
  readonly rule: string
  /** Where it goes: `Inbox · Mail · Slack: #sales`. */
  readonly where: string
  readonly isPaused: boolean
  readonly state: string
  readonly tone: 'good' | 'warn' | 'bad' | 'neutral'
  readonly looked: string
  /** The last times that it fired, the newest first. */
  readonly times: readonly AlertTime[]
}

/** A time that an alert fired, or would have. */
export interface AlertTime {
  readonly key: string
  readonly when: string
  /** `640.00 € instead of 1,010.00 €`; empty where no figure was looked at. */
  readonly what: string
  /** The query of the summary on which that figure opens down to its rows; null where there is none. */
  readonly search: string | null
  /** What was found about the data. */
  readonly findings: readonly ServerSentence[]
}

/** A place in Slack. */
export interface SlackModel {
  readonly id: string
  readonly name: string
  readonly isOn: boolean
  /** When it was used, or that it is off. */
  readonly standing: string
  /** Why it is off, in English; empty where it is on. */
  readonly reason: string
}

/** Quiet hours of the person; null: none. */
export type QuietModel = { readonly from: string; readonly until: string } | null

/** The list of alerts. */
export interface AlertsModel {
  readonly alerts: readonly AlertModel[]
  readonly slack: readonly SlackModel[]
  readonly quiet: QuietModel
}

/** A row of the form: what a dimension is, or is not. */
export interface TypedFilter {
  readonly operator: string
  /** `country:DE`; empty: not chosen yet. */
  readonly value: string
}

/** What a form of an alert holds. */
export interface TypedAlert {
  readonly name: string
  readonly op: string
  readonly metric: string
  /** None: everything. */
  readonly filters: readonly TypedFilter[]
  readonly window: string
  readonly kind: string
  readonly bound: string
  readonly minOrders: string
  readonly severity: string
  readonly isMailed: boolean
  readonly isPushed: boolean
  /** Id of a place; empty: none. */
  readonly slack: string
}

/** A choice of a form. */
export interface AlertOption {
  readonly value: string
  readonly label: string
}

/** Choices that belong together. */
export interface OptionGroup {
  readonly label: string
  readonly options: readonly AlertOption[]
}

/** The form of an alert, with what it would have said. */
export interface AlertFormModel {
  /** Null for a new one. */
  readonly alert: string | null
  readonly typed: TypedAlert
  readonly metrics: readonly OptionGroup[]
  /** What filters can be about: values of the last days, and those that the form has. */
  readonly values: readonly OptionGroup[]
  /** Empty where the person may not use Slack, or there is none. */
  readonly slack: readonly AlertOption[]
  readonly currency: string
  readonly quiet: QuietModel
  readonly preview: PreviewModel
}

/** What an alert would have said in the last 90 days; `none`: nothing can be looked back on. */
export type PreviewModel =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'looked'
      readonly summary: string
      readonly isOften: boolean
      readonly times: readonly AlertTime[]
      readonly more: string | null
      readonly unknown: string | null
    }

/** Why a form was rejected, and what was entered. */
export interface AlertFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly typed: TypedAlert | null
}
