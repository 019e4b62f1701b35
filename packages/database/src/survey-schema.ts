// Row types of what buyers are asked after an order. Must not know what answers stand for in figures.
import type { ShopId } from '@tillsight/core'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Whether the shop asks; without a row it does not. */
export interface SurveySettingsTable {
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
