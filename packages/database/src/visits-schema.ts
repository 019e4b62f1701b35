import type { ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

// Row types of tracking keys. Must not know how events are collected.

type Stamp = ColumnType<Date, Date | undefined, Date>

/** Public keys that name a shop to the collector. */
export interface TrackingKeysTable {
  key: string
  shopId: ShopId
  createdAt: Stamp
  /** When it was revoked; null while it is active. */
  revokedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** Tables of tracking. */
export interface TrackingSchema {
  trackingKeys: TrackingKeysTable
}

// Row types of the tracking settings of shops. Must not know what the settings mean.

/** A shop's tracking settings; without a row, the defaults apply. */
export interface TrackingSettingsTable {
  shopId: ShopId
  settings: JSONColumnType<Readonly<Record<string, unknown>>, string, string>
  changedAt: ColumnType<Date, Date | undefined, Date>
  /** Visits before this day are deleted; null: none was ever deleted for its age. */
  visitsPurgedBefore: ColumnType<Day | null, Day | undefined, Day>
}

/** Tables of these settings. */
export interface TrackingSettingsSchema {
  trackingSettings: TrackingSettingsTable
}

// Row types of the marks that keep orders' journeys up to date. Must not know how journeys are derived.

/**
 * The subject of a mark: an order, a customer, an identifier of people, a device, everything, or everything once an ongoing
 * back-fill is complete; the key of the latter two is empty.
 */
type JourneyMarkKind = 'order' | 'person' | 'name' | 'visitor' | 'all' | 'history'

/** Facts that changed since the journeys that depend on them were derived. */
export interface JourneyMarksTable {
  shopId: ShopId
  kind: JourneyMarkKind
  key: string
  /** The write version that changed them last. */
  token: bigint
  markedAt: ColumnType<Date, Date | undefined, Date>
}

/** Tables of journeys. */
export interface JourneysSchema {
  journeyMarks: JourneyMarksTable
}

// Row types of the survey after an order. Must not know which channel an answer counts for.

/** Whether the survey is enabled; without a row it is not. */
interface SurveySettingsTable {
  shopId: ShopId
  enabled: Generated<boolean>
  changedAt: ColumnType<Date, Date | undefined, Date>
}

/** Versions of the survey question. A row never changes: another wording is another version. */
export interface SurveyQueriesTable {
  shopId: ShopId
  /** From 1 on, by shop. */
  version: number
  text: string
  options: JSONColumnType<readonly { readonly id: string; readonly label: string }[], string, string>
  allowsOther: boolean
  createdAt: Date
}

/** The channel of a survey answer. */
export interface SurveyMappingsTable {
  shopId: ShopId
  /** Id of an option, or `other`. */
  answer: string
  /** Empty: none. */
  channel: string
  platform: string
}

/** Survey responses, one for each order. */
export interface SurveyResultsTable {
  shopId: ShopId
  orderId: string
  version: number
  /** Id of an option, `other`, or empty: skipped. */
  answer: string
  /** The buyer's own words. */
  otherText: Generated<string>
  answeredAt: Date
  /** `widget` or `link`. */
  source: string
  /** The write version that last changed it, until it is written to the warehouse; then null. */
  pending: ColumnType<bigint | null, bigint | null, bigint | null>
}

/** Tables of the survey. */
export interface SurveySchema {
  surveySettings: SurveySettingsTable
  surveyQuestions: SurveyQueriesTable
  surveyMappings: SurveyMappingsTable
  surveyAnswers: SurveyResultsTable
}
