import type { Preference, ShopSettings } from '@tillsight/domain/inputs'

// What the settings page shows: loaders make it, components only place it.

/** Forms of the page, by the word that they send as their intent. */
export const settingsForms = ['shop', 'orders', 'preferences'] as const
export type SettingsForm = (typeof settingsForms)[number]

export interface SettingsModel {
  readonly shop: {
    readonly name: string
    readonly zone: string
    readonly currency: string
    /** What its store sells in; null without a connected store. */
    readonly storeCurrency: string | null
  }
  readonly settings: Pick<ShopSettings, 'weekStartsOn' | 'ratioBasis' | 'countUnpaid' | 'excludedStatuses' | 'tests'>
  readonly preference: PreferenceModel
  readonly mayChange: boolean
  /** How long computing past figures again takes, in words. */
  readonly effort: { readonly ledger: string; readonly days: string; readonly orders: string }
  readonly jobs: readonly JobModel[]
  readonly zones: readonly string[]
  readonly currencies: readonly { readonly code: string; readonly label: string }[]
}

/** The part of a person's preference that this page changes. */
export type PreferenceModel = Pick<Preference, 'theme' | 'currency' | 'decimal' | 'numbers'> & {
  /** Empty when the profile decides. */
  readonly language: Preference['language'] | ''
  readonly grid: number
  readonly fluid: boolean
}

export interface JobModel {
  readonly id: string
  readonly label: string
  readonly state: 'waiting' | 'running' | 'failed'
  readonly done: number
  readonly total: number | null
  /** `1,200 of 10,023 · about a minute left`, or what went wrong. */
  readonly text: string
}

/** What a form was refused for, and what was typed into it. */
export interface SettingsFailure {
  readonly form: SettingsForm | undefined
  readonly message: string
  /** By the form's own field names. */
  readonly fields: Readonly<Record<string, string>>
  readonly typed: Readonly<Record<string, string>>
}
