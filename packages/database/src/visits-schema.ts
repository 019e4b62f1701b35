import type { ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

// Row types of what arranges tracking. Must not know how events are collected.

type Stamp = ColumnType<Date, Date | undefined, Date>

/** Public keys that name a shop to the collector. */
export interface TrackingKeysTable {
  key: string
  shopId: ShopId
  createdAt: Stamp
  /** Since when it names nobody any more; null while it holds. */
  revokedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** Tables of tracking. */
export interface TrackingSchema {
  trackingKeys: TrackingKeysTable
}

// Row types of how shops have their visits read. Must not know what the settings mean.

/** What a shop has arranged; without a row everything is as usual. */
export interface TrackingSettingsTable {
  shopId: ShopId
  settings: JSONColumnType<Readonly<Record<string, unknown>>, string, string>
  changedAt: ColumnType<Date, Date | undefined, Date>
  /** Visits before it are gone; null: none was ever deleted for its age. */
  visitsPurgedBefore: ColumnType<Day | null, Day | undefined, Day>
}

/** Tables of these settings. */
export interface TrackingSettingsSchema {
  trackingSettings: TrackingSettingsTable
}

// Row types of what keeps journeys of orders up to date. Must not know how they are derived.

/**
 * What a mark is about: an order, a customer, an identifier of people, a device, everything, or everything at the end of a
 * history that is still being read; the key of the latter two is empty.
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

// Row types of what buyers are asked after an order. Must not know what answers stand for in figures.

/** Whether the shop asks; without a row it does not. */
interface SurveySettingsTable {
  shopId: ShopId
  enabled: Generated<boolean>
  changedAt: ColumnType<Date, Date | undefined, Date>
}

/** Wordings of the question. A row never changes: other words are another version. */
export interface SurveyQuestionsTable {
  shopId: ShopId
  /** From 1 on, by shop. */
  version: number
  text: string
  options: JSONColumnType<readonly { readonly id: string; readonly label: string }[], string, string>
  allowsOther: boolean
  createdAt: Date
}

/** Which channel an answer stands for. */
export interface SurveyMappingsTable {
  shopId: ShopId
  /** Id of an option, or `other`. */
  answer: string
  /** Empty: none. */
  channel: string
  platform: string
}

/** What was answered about an order, once for each. */
export interface SurveyAnswersTable {
  shopId: ShopId
  orderId: string
  version: number
  /** Id of an option, `other`, or empty: skipped. */
  answer: string
  /** What the buyer wrote, in their own words. */
  otherText: Generated<string>
  answeredAt: Date
  /** `widget` or `link`. */
  source: string
  /** The write version that changed it last while the warehouse has yet to hear of it; null once it has. */
  pending: ColumnType<bigint | null, bigint | null, bigint | null>
}

/** Tables of the survey. */
export interface SurveySchema {
  surveySettings: SurveySettingsTable
  surveyQuestions: SurveyQuestionsTable
  surveyMappings: SurveyMappingsTable
  surveyAnswers: SurveyAnswersTable
}
