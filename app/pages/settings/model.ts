import type { Preference, ShopSettings } from '@tillsight/domain/inputs'

// Data of the settings page: loaders create it, components only lay it out.

/** Forms of the page, by their intent. */
export const settingsForms = ['shop', 'orders', 'preferences'] as const
export type SettingsForm = (typeof settingsForms)[number]

export interface SettingsModel {
  readonly shop: {
    readonly name: string
    readonly zone: string
    readonly currency: string
    /** The store's currency; null without a connected store. */
    readonly storeCurrency: string | null
  }
  readonly settings: Pick<
    ShopSettings,
    'weekStartsOn' | 'ratioBasis' | 'viewersSeeProfit' | 'countUnpaid' | 'excludedStatuses' | 'tests'
  >
  readonly preference: PreferenceModel
  readonly mayChange: boolean
  /** Estimated time to recalculate past figures, in words. */
  readonly effort: { readonly ledger: string; readonly days: string; readonly orders: string }
  readonly jobs: readonly JobModel[]
  readonly zones: readonly string[]
  readonly currencies: readonly { readonly code: string; readonly label: string }[]
}

/** The part of a person's preference that this page changes. */
export type PreferenceModel = Pick<Preference, 'theme' | 'currency' | 'decimal' | 'numbers'> & {
  /** Empty: the profile's. */
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
  /** `1,200 of 10,023 · about a minute left`, or the error. */
  readonly text: string
}

/** Why a form was rejected, and the values entered. */
export interface SettingsFailure {
  readonly form: SettingsForm | undefined
  readonly message: string
  /** Messages by form field. */
  readonly fields: Readonly<Record<string, string>>
  readonly typed: Readonly<Record<string, string>>
}
