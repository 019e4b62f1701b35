// What buyers are asked after an order, and what they answered. The server implements it, bound to the signed-in person.
import type { Survey, SurveyMapping, SurveyReport } from '@tillsight/domain'

export type { Survey, SurveyMapping, SurveyReport }

/** The survey with where shops reach this installation: what the link and the code to paste begin with. */
export type SurveyView = Survey & { readonly address: string }

/** The question as it is typed. An option without an id is a new one; ids of the others stay, so that answers stay theirs. */
export interface TypedSurvey {
  readonly enabled: boolean
  readonly text: string
  readonly options: readonly { readonly id?: string; readonly label: string }[]
  readonly allowsOther: boolean
}

/** Shop days, both ends included. Without a version the newest one that was answered; without a model `last_non_direct`. */
export interface SurveyReportQuestion {
  readonly from: string
  readonly to: string
  readonly version?: number
  /** A model of attributions, such as `linear_all`. Throws `invalid_input` for an unknown one. */
  readonly model?: string
}

/** Part of a shop's services. */
export interface SurveyServices {
  /** Whether the person may change the question, the switch and the table of channels. */
  readonly mayChangeSurvey: boolean
  survey(): Promise<SurveyView>
  /** Throws `invalid_input` whose `details.field` names what is wrong: `text`, `options`, `options.2.label`. */
  saveSurvey(typed: TypedSurvey): Promise<SurveyView>
  /** Answers that are left out stay as they are; one with an empty channel counts for none. Throws `invalid_input` as above. */
  saveSurveyMappings(mappings: readonly Pick<SurveyMapping, 'answer' | 'channel' | 'platform'>[]): Promise<SurveyView>
  /** Throws `invalid_input` naming the field, `not_found` for a version that was never asked. */
  surveyReport(question: SurveyReportQuestion): Promise<SurveyReport>
}
