import { parseDay } from '@tillsight/core/days'
import { reportFigures } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { Cause } from './causes.ts'

/** A day as text; the type is the core's own. */
const DayText = z.iso.date().transform(parseDay)
/** An exact decimal in shop currency, or a count. */
const Decimal = z.string()

/** One figure of a day: as we show it, the same in the platform's terms, and as the platform reports it. */
export const ComparedFigure = z.object({
  ours: Decimal,
  /** What the platform should report for our orders, by what its figure holds. */
  expected: Decimal,
  /** Null where the platform does not report it. */
  theirs: Decimal.nullable(),
})
export type ComparedFigure = z.infer<typeof ComparedFigure>

/** Differences add up: theirs less ours is the sum over causes, exactly. */
export const CauseSum = z.object({
  cause: Cause,
  /** How many orders are behind it; 0 where it is about the day. */
  orders: z.int(),
  /** Difference of the number of orders. */
  count: z.int(),
  total: Decimal,
  net: Decimal,
})
export type CauseSum = z.infer<typeof CauseSum>

/** One order that differs on a day. Null: that side does not have it on that day. */
export const OrderDifference = z.object({
  orderId: z.string(),
  name: z.string(),
  cause: Cause,
  ours: Decimal.nullable(),
  theirs: Decimal.nullable(),
  difference: Decimal,
  /** Difference without tax and shipping. */
  net: Decimal,
})
export type OrderDifference = z.infer<typeof OrderDifference>

/** `agrees` to the cent, `explained` by causes that are no fault, `differs`: something needs a look. */
export const DayState = z.enum(['agrees', 'explained', 'differs'])
export type DayState = z.infer<typeof DayState>

/** A day of the store's own report beside ours. */
export const DayComparison = z.object({
  day: DayText,
  state: DayState,
  figures: z.record(z.enum(reportFigures), ComparedFigure),
  causes: z.array(CauseSum),
  orders: z.array(OrderDifference),
  /** Orders that differ beyond those listed. */
  moreOrders: z.int(),
})
export type DayComparison = z.infer<typeof DayComparison>
