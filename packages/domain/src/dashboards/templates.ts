import type { NewWidget } from './widgets.ts'

/** Dashboards to begin with, each for somebody. */
export const templates = ['owner', 'marketing', 'finance'] as const
/** One of {@link templates}. */
export type Template = (typeof templates)[number]

const stat = (metric: string): NewWidget => ({ kind: 'stat', metric, compare: true, title: '' })
const chart = (metric: string): NewWidget => ({ kind: 'chart', metric, compare: true, title: '' })
const table = (by: string, ...metrics: string[]): NewWidget => ({ kind: 'table', by, metrics, limit: 10, title: '' })
const goal = (metric: string): NewWidget => ({ kind: 'goal', metric, target: null, per: 'month', title: '' })

const owner = [
  stat('sales'),
  stat('orders'),
  stat('aov'),
  stat('netProfit'),
  goal('sales'),
  chart('sales'),
  table('product', 'productRevenue', 'unitsSold'),
  table('country', 'sales', 'orders', 'aov'),
]

const marketing = [
  stat('blendedAdSpend'),
  stat('mer'),
  stat('ncac'),
  stat('newCustomers'),
  goal('newCustomers'),
  chart('blendedAdSpend'),
  table('channel', 'adSpend', 'claimedRevenue', 'claimedRoas'),
  table('campaign', 'adSpend', 'adClicks', 'claimedConversions'),
]

const finance = [
  stat('netSales'),
  stat('grossProfit'),
  stat('grossMargin'),
  stat('netProfit'),
  goal('netProfit'),
  chart('netProfit'),
  table('country', 'netSales', 'taxes', 'returns'),
  table('product', 'productRevenue', 'cogs', 'cm1'),
]

const widgets: Readonly<Record<Template, readonly NewWidget[]>> = { owner, marketing, finance }

/** The widgets of a template. */
export function widgetsOf(template: Template): readonly NewWidget[] {
  return widgets[template]
}
