// What pages ask about credit. The server implements it, bound to the signed-in person.
import type {
  AttributionAnswer,
  AttributionOrders,
  AttributionOrdersInput,
  AttributionQuestionInput,
  CreditedPlaceFigures,
  CreditedPlacesInput,
  OrderJourney,
  OrderJourneyInput,
  ReportAnswer,
  ReportQuestionInput,
} from '@tillsight/domain'

/** Part of a shop's services. */
export interface AttributionServices {
  /** Who earned what; only the days must be given. Throws `invalid_input` naming the field. */
  attribution(question: AttributionQuestionInput): Promise<AttributionAnswer>
  /** The credit of ads alone, whatever channel their clicks were of: those that earned anything. */
  creditedPlaces(question: CreditedPlacesInput): Promise<readonly CreditedPlaceFigures[]>
  /** One of the reports on journeys. */
  attributionReport(question: ReportQuestionInput): Promise<ReportAnswer>
  /** The orders behind one row; throws `forbidden` for who may not open orders. */
  attributionOrders(question: AttributionOrdersInput): Promise<AttributionOrders>
  /** One order opened up: its touches, and what each model gives them; throws as the one before, and `not_found`. */
  orderJourney(question: OrderJourneyInput): Promise<OrderJourney>
  /** All rows of a question as CSV, with what is not tracked and the totals as rows of their own. */
  attributionCsv(question: AttributionQuestionInput): Promise<string>
}
