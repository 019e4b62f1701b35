import type en from './words/en.json'

/** The texts of the pages; `{…}` is filled in. */
export type AlertWords = Readonly<Record<keyof typeof en, string>>

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
  /** `640.00 € instead of 1,010.00 €`, or what was found. */
  readonly what: string
}

/** A place in Slack. */
export interface SlackModel {
  readonly id: string
  readonly name: string
  readonly isOn: boolean
  /** Why it is off, or when it was used. */
  readonly standing: string
}

/** Quiet hours of the person; null: none. */
export type QuietModel = { readonly from: string; readonly until: string } | null

/** The list of alerts. */
export interface AlertsModel {
  readonly alerts: readonly AlertModel[]
  readonly slack: readonly SlackModel[]
  readonly quiet: QuietModel
}

/** What a form of an alert holds. */
export interface TypedAlert {
  readonly name: string
  readonly op: string
  readonly metric: string
  /** `country:DE`; empty: everything; `kept`: the filters that it has. */
  readonly only: string
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
  readonly only: readonly OptionGroup[]
  /** The filters that it has, where they are more than one choice can say. */
  readonly kept: string | null
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
