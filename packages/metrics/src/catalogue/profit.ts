import type { CountMeasure, MetricDefinition, SqlExpression, States, SumMeasure } from './definition.ts'
import { adSum, count, sold, sum } from './rows.ts'

/** What remains after costs, step by step (metrics.md §6.1): each cost enters exactly one step. */
export const profit = [
  {
    id: 'cogs',
    label: 'Cost of goods',
    description: 'What the products sold cost you, less those returned to stock, each at the cost on its order’s day.',
    formula: 'Σ cost of products ordered − Σ cost of products returned to stock',
    unit: 'money',
    better: 'lower',
    value: sum('cost', '1'),
  },
  {
    id: 'grossProfit',
    label: 'Gross profit',
    description: 'Net sales less what the products cost you.',
    formula: 'Net sales − cost of goods',
    unit: 'money',
    better: 'higher',
    value: { subtract: ['netSales', 'cogs'] },
  },
  {
    id: 'grossMargin',
    label: 'Gross margin',
    description: 'Share of net sales that is left after product costs.',
    formula: 'Gross profit ÷ net sales',
    unit: 'percent',
    better: 'higher',
    value: { divide: ['grossProfit', 'netSales'] },
  },
  {
    id: 'sharedCharges',
    label: 'Shipping and charges, shared',
    description: 'Shipping and charges that buyers paid, less refunds, shared among the products of each order.',
    formula: 'Net shipping + net other charges, by what each product of the order contributed',
    unit: 'money',
    better: 'higher',
    value: sum('charges', '1'),
  },
  {
    id: 'productRevenue',
    label: 'Net revenue of goods',
    description:
      'Net sales with their share of the shipping and charges that buyers paid: net revenue, also by product.',
    formula: 'Net sales + shipping and charges, shared',
    unit: 'money',
    better: 'higher',
    value: { add: ['netSales', 'sharedCharges'] },
  },
  {
    id: 'cm1',
    label: 'Contribution after goods',
    description: 'Revenue without tax less product costs; also called CM1.',
    formula: 'Net revenue − cost of goods',
    unit: 'money',
    better: 'higher',
    value: { subtract: ['productRevenue', 'cogs'] },
  },
  {
    id: 'cm1Margin',
    label: 'Contribution margin after goods',
    description: 'Share of net revenue that is left after product costs.',
    formula: 'Contribution after goods ÷ net revenue',
    unit: 'percent',
    better: 'higher',
    value: { divide: ['cm1', 'productRevenue'] },
  },
  {
    id: 'handlingCost',
    label: 'Handling',
    description: 'Picking, packing and material of the orders placed.',
    formula: 'Σ cost per order + Σ cost per unit',
    unit: 'money',
    better: 'lower',
    value: sum('handling', '1'),
  },
  {
    id: 'shippingCost',
    label: 'Shipping cost',
    description: 'What carriers charge you for the orders placed, whatever the buyers paid for shipping.',
    formula: 'Σ labels, or the first shipping rule that fits',
    unit: 'money',
    better: 'lower',
    value: sum('shipping_cost', '1'),
  },
  {
    id: 'shippingMargin',
    label: 'Shipping margin',
    description: 'What buyers paid for shipping less what carriers charge you; below zero where you add to it.',
    formula: 'Net shipping − shipping cost',
    unit: 'money',
    better: 'higher',
    value: { subtract: ['netShipping', 'shippingCost'] },
  },
  {
    id: 'gatewayFees',
    label: 'Payment fees',
    description: 'What payment providers keep of the payments they captured, less what they refunded.',
    formula: 'Σ fees that the store reports, or by the rule of the payment method',
    unit: 'money',
    better: 'lower',
    value: sum('fee', '1'),
  },
  {
    id: 'returnCosts',
    label: 'Return labels',
    description: 'Labels for returned products, on the day of an order’s first product refund.',
    formula: 'Σ cost of a label for each order with returned products',
    unit: 'money',
    better: 'lower',
    value: sum('return_cost', '1'),
  },
  {
    id: 'orderExpenses',
    label: 'Expenses per order',
    description: 'Expenses per order, per unit and in percent of revenue.',
    formula: 'Σ expenses per order, per unit and in percent of revenue',
    unit: 'money',
    better: 'lower',
    value: sum('order_expense', '1'),
  },
  {
    id: 'cm2',
    label: 'Contribution after delivery',
    description:
      'What orders contribute before marketing: after products, handling, carriers and payment fees. Also called CM2.',
    formula: 'Contribution after goods − handling − shipping cost − payment fees − return labels − expenses per order',
    unit: 'money',
    better: 'higher',
    value: { subtract: ['cm1', 'handlingCost', 'shippingCost', 'gatewayFees', 'returnCosts', 'orderExpenses'] },
  },
  {
    id: 'cm2Margin',
    label: 'Contribution margin after delivery',
    description: 'Share of net revenue that orders contribute before marketing.',
    formula: 'Contribution after delivery ÷ net revenue',
    unit: 'percent',
    better: 'higher',
    value: { divide: ['cm2', 'productRevenue'] },
  },
  {
    id: 'cm3',
    label: 'Contribution after marketing',
    description: 'What is left for rent, wages and yourself after marketing; also called CM3.',
    formula: 'Contribution after delivery − total marketing spend',
    unit: 'money',
    better: 'higher',
    value: { subtract: ['cm2', 'totalMarketingSpend'] },
  },
  {
    id: 'cm3Margin',
    label: 'Contribution margin after marketing',
    description: 'Share of net revenue that remains after marketing.',
    formula: 'Contribution after marketing ÷ net revenue',
    unit: 'percent',
    better: 'higher',
    value: { divide: ['cm3', 'productRevenue'] },
  },
  {
    id: 'expenses',
    label: 'Other expenses',
    description: 'Rent, wages, tools and other expenses that you entered, without advertising and marketing.',
    formula: 'Σ entered expenses, spread over their days',
    unit: 'money',
    better: 'lower',
    value: adSum('spend', "counts_as = 'expense'"),
  },
  {
    id: 'netProfit',
    label: 'Net profit',
    description: 'What is left of it all: revenue without tax, less every cost that is known here.',
    formula: 'Contribution after marketing − other expenses',
    unit: 'money',
    better: 'higher',
    value: { subtract: ['cm3', 'expenses'] },
  },
  {
    id: 'netMargin',
    label: 'Net margin',
    description: 'Share of net revenue that is left of it all.',
    formula: 'Net profit ÷ net revenue',
    unit: 'percent',
    better: 'higher',
    value: { divide: ['netProfit', 'productRevenue'] },
  },
  {
    id: 'poas',
    label: 'POAS',
    description: 'Contribution before marketing for each unit of ad spend: above 1, ads earn more than they cost.',
    formula: 'Contribution after delivery ÷ blended ad spend',
    unit: 'ratio',
    better: 'higher',
    value: { divide: ['cm2', 'blendedAdSpend'] },
  },
  {
    id: 'unitsCosted',
    label: 'Units with a known cost',
    description: 'Units ordered whose cost is known exactly.',
    formula: 'Σ quantity of the products ordered at an exact cost',
    unit: 'count',
    better: 'higher',
    value: sum('quantity', `${sold.goods} AND goods_state = 'exact'`),
  },
  {
    id: 'costCoverage',
    label: 'Cost coverage',
    description: 'Share of the units sold whose cost is known exactly.',
    formula: 'Units with a known cost ÷ units sold',
    unit: 'percent',
    better: 'higher',
    value: { divide: ['unitsCosted', 'unitsSold'] },
  },
] as const satisfies readonly MetricDefinition[]

/** Rows of some states of a cost, among all or among `rows`. */
function inStates(column: States['column'], among: States['among'], rows?: SqlExpression): StateRows {
  const [state, ...further] = among
  const is =
    further.length > 0 ? `${column} IN (${among.map((each) => `'${each}'`).join(', ')})` : `${column} = '${state}'`
  return rows === undefined
    ? { where: is, states: { column, among } }
    : { where: `${rows} AND ${is}`, states: { column, among, rows } }
}

interface StateRows {
  readonly where: SqlExpression
  readonly states: States
}

function sumOf(
  of: SqlExpression,
  { where, states }: StateRows,
): Pick<MetricDefinition, 'states'> & { readonly value: SumMeasure } {
  return { value: sum(of, where), states }
}

function ordersOf({ where, states }: StateRows): Pick<MetricDefinition, 'states'> & { readonly value: CountMeasure } {
  return { value: count(where), states }
}

/**
 * How far the costs of a period are known, by kind: goods by their net value when ordered, fees and shipping by orders. Rows that
 * contribute nothing to a share, such as free goods, still make a profit uncertain and are counted apart.
 */
export const knowledge = [
  {
    id: 'goodsExact',
    label: 'Goods at a known cost',
    description: 'Product sales after discounts whose cost is known exactly.',
    formula: 'Σ product lines ordered at an exact cost',
    unit: 'money',
    better: 'higher',
    ...sumOf('gross - discount', inStates('goods_state', ['exact'], sold.goods)),
  },
  {
    id: 'goodsAssumed',
    label: 'Goods at an assumed cost',
    description:
      'Product sales after discounts whose cost is assumed: a default margin, or today’s cost for an earlier day.',
    formula: 'Σ product lines ordered at an assumed cost',
    unit: 'money',
    better: 'lower',
    ...sumOf('gross - discount', inStates('goods_state', ['assumed'], sold.goods)),
  },
  {
    id: 'goodsUnknown',
    label: 'Goods without a cost',
    description: 'Product sales after discounts without a known cost: real profit is lower by what they cost.',
    formula: 'Σ product lines ordered without a cost',
    unit: 'money',
    better: 'lower',
    ...sumOf('gross - discount', inStates('goods_state', ['unknown'], sold.goods)),
  },
  {
    id: 'linesAssumed',
    label: 'Lines at an assumed cost',
    description: 'Ordered or refunded lines whose cost is assumed.',
    formula: 'Number of lines with an assumed cost',
    unit: 'count',
    better: 'lower',
    ...sumOf('1', inStates('goods_state', ['assumed'])),
  },
  {
    id: 'linesUnknown',
    label: 'Lines without a cost',
    description: 'Ordered or refunded lines without a known cost.',
    formula: 'Number of lines without a cost',
    unit: 'count',
    better: 'lower',
    ...sumOf('1', inStates('goods_state', ['unknown'])),
  },
  {
    id: 'feesExact',
    label: 'Orders with known fees',
    description: 'Orders whose payment fees are known, those without any included.',
    formula: 'Number of orders with exact payment fees',
    unit: 'count',
    better: 'higher',
    ...ordersOf(inStates('fees_state', ['none', 'exact'])),
  },
  {
    id: 'feesAssumed',
    label: 'Orders with assumed fees',
    description: 'Orders whose payment fees are assumed.',
    formula: 'Number of orders with assumed payment fees',
    unit: 'count',
    better: 'lower',
    ...ordersOf(inStates('fees_state', ['assumed'])),
  },
  {
    id: 'feesUnknown',
    label: 'Orders without fees',
    description: 'Orders whose payment fees are not known.',
    formula: 'Number of orders with unknown payment fees',
    unit: 'count',
    better: 'lower',
    ...ordersOf(inStates('fees_state', ['unknown'])),
  },
  {
    id: 'shippingExact',
    label: 'Orders with known shipping cost',
    description: 'Orders whose shipping cost is known, those without any included.',
    formula: 'Number of orders with an exact shipping cost',
    unit: 'count',
    better: 'higher',
    ...ordersOf(inStates('shipping_state', ['none', 'exact'])),
  },
  {
    id: 'shippingAssumed',
    label: 'Orders with assumed shipping cost',
    description: 'Orders whose shipping cost is taken to be what the buyer paid.',
    formula: 'Number of orders with an assumed shipping cost',
    unit: 'count',
    better: 'lower',
    ...ordersOf(inStates('shipping_state', ['assumed'])),
  },
  {
    id: 'shippingUnknown',
    label: 'Orders without shipping cost',
    description: 'Orders whose shipping cost is not known.',
    formula: 'Number of orders with an unknown shipping cost',
    unit: 'count',
    better: 'lower',
    ...ordersOf(inStates('shipping_state', ['unknown'])),
  },
] as const satisfies readonly MetricDefinition[]
