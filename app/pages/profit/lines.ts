import type { StatementLine } from './model.ts'

/** A line of the statement before its figures are known. */
export interface LineSpec extends Pick<StatementLine, 'key' | 'look'> {
  /** Absent: the metric's own label. */
  readonly label?: string
  /** Metric whose rows its figures open; absent: its own. */
  readonly open?: string
}

/** No metric of its own: marketing without ads. */
export const otherMarketing = 'otherMarketing'

/** The statement, top to bottom. */
export const lineSpecs: readonly LineSpec[] = [
  { key: 'netSales', look: 'part' },
  { key: 'sharedCharges', look: 'part', label: 'Shipping and charges' },
  { key: 'productRevenue', look: 'sum', label: 'Net revenue' },
  { key: 'cogs', look: 'less' },
  { key: 'grossProfit', look: 'aside' },
  { key: 'cm1', look: 'sum' },
  { key: 'handlingCost', look: 'less' },
  { key: 'shippingCost', look: 'less' },
  { key: 'gatewayFees', look: 'less' },
  { key: 'returnCosts', look: 'less' },
  { key: 'orderExpenses', look: 'less' },
  { key: 'cm2', look: 'sum' },
  { key: 'blendedAdSpend', look: 'less', label: 'Ad spend' },
  { key: otherMarketing, look: 'less', label: 'Other marketing', open: 'totalMarketingSpend' },
  { key: 'cm3', look: 'sum' },
  { key: 'expenses', look: 'less' },
  { key: 'netProfit', look: 'sum' },
  { key: 'grossMargin', look: 'margin' },
  { key: 'cm1Margin', look: 'margin' },
  { key: 'cm2Margin', look: 'margin' },
  { key: 'cm3Margin', look: 'margin' },
  { key: 'netMargin', look: 'margin' },
]

/** Metrics to query for the statement. */
export const statementMetrics: readonly string[] = [
  ...lineSpecs.flatMap(({ key, open }) => (key === otherMarketing ? (open ?? []) : key)),
  'orders',
]
