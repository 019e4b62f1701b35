import { z } from 'zod'

const Money = z.string().nullable()
const Bound = z.enum(['exact', 'about', 'at_most', 'at_least'])
const Range = z.object({ from: z.string(), to: z.string() })

/** The lines from net sales to what is left, top to bottom. */
export const ladder = [
  'netSales',
  'sharedCharges',
  'productRevenue',
  'cogs',
  'grossProfit',
  'cm1',
  'handlingCost',
  'shippingCost',
  'gatewayFees',
  'returnCosts',
  'orderExpenses',
  'cm2',
  'blendedAdSpend',
  'totalMarketingSpend',
  'cm3',
  'expenses',
  'netProfit',
] as const

/** Dimensions by which the change of profit is told apart; an order line has exactly one value of each. */
export const explainedBy = ['product', 'sales_channel', 'customer_class'] as const

/** Lines that can be explained, from the last: what each leaves out of the one before is a cause of its own. */
export const explainedLines = ['netProfit', 'cm3', 'cm2', 'cm1', 'grossProfit'] as const
/** One of {@link explainedLines}. */
export type Explained = (typeof explainedLines)[number]

/** A reason why profit changed, with the metric whose rows show it. */
const Cause = z.object({
  cause: z.enum(['orders', 'basket', 'margin', 'charges', 'variable', 'marketing', 'fixed']),
  metric: z.string(),
  amount: z.string(),
})

export type Cause = z.infer<typeof Cause>

/** Money of both periods; null for no value. */
const Difference = z.object({ now: Money, before: Money, change: Money })
export type Difference = z.infer<typeof Difference>

const Part = z.object({ now: z.string(), before: z.string(), change: z.string() })

const ExplainedRows = z.object({
  dimension: z.enum(explainedBy),
  /** Largest change first. */
  rows: z.array(
    Part.extend({
      value: z.string(),
      name: z.string().exactOptional(),
      /** Add up exactly to the row's change, by its own orders. */
      causes: z.array(Cause),
    }),
  ),
  /** All that the rows leave: smaller changes, and rows of whose costs nothing is known. `rows` counts the former. */
  rest: Part.extend({ rows: z.number() }),
})
/** The change of contribution after delivery, or of a line before it that is explained, by one dimension. */
export type ExplainedRows = z.infer<typeof ExplainedRows>

/** Why profit changed between two periods. */
export const ProfitExplanation = z.object({
  range: Range,
  before: Range,
  currency: z.string(),
  /**
   * What is explained: the line asked for. Otherwise net profit; contribution after delivery where filters leave out what
   * belongs to no order. Null where a period shows no profit, because nothing is known of its costs.
   */
  of: z.enum(explainedLines).nullable(),
  /** The difference of every line. */
  ladder: z.array(Difference.extend({ metric: z.enum(ladder) })),
  /** Add up exactly to the change of what is explained; empty without one. */
  causes: z.array(Cause),
  /**
   * By dimension: rows and the rest add up exactly to the change of contribution after delivery, or of the line before it that is
   * explained.
   */
  by: z.array(ExplainedRows),
  /** Days of either period are not loaded. */
  partial: z.boolean(),
  /** What is explained is at most, or about, what is told: costs of that period are unknown or assumed. */
  bounds: z.object({ now: Bound, before: Bound }),
  warnings: z.array(z.string()),
})
export type ProfitExplanation = z.infer<typeof ProfitExplanation>
