import type { MetricDefinition } from './definition.ts'
import { count, paidBy, sold, sum } from './rows.ts'

/** Order counts and average order value. */
export const orders = [
  {
    id: 'orders',
    label: 'Orders',
    description: 'Orders placed, free ones included; a later refund does not lower it.',
    formula: 'Number of counted orders, on the order date',
    unit: 'count',
    better: 'higher',
    value: count('1'),
  },
  {
    id: 'paidOrders',
    label: 'Orders > $0',
    description: 'Orders worth more than nothing, whether the money has arrived or not.',
    formula: 'Number of counted orders with revenue above 0',
    unit: 'count',
    better: 'higher',
    value: count(paidBy.anybody),
  },
  {
    id: 'aov',
    label: 'AOV',
    description: 'Average revenue of an order with shipping and tax, free orders included, before returns.',
    formula: 'Order revenue ÷ orders',
    unit: 'money',
    better: 'higher',
    value: { divide: ['orderRevenue', 'orders'] },
  },
  {
    id: 'trueaov',
    label: 'True AOV',
    description: 'Average product value of a paid order, excluding shipping and tax, before returns.',
    formula: 'Gross sales − discounts of paid orders ÷ Orders > $0',
    unit: 'money',
    better: 'higher',
    value: { divide: ['paidOrderGoods', 'paidOrders'] },
  },
  {
    id: 'paidOrderGoods',
    label: 'Goods of paid orders',
    description: 'Product sales after discounts, without tax, of orders worth more than nothing.',
    formula: 'Σ gross − discount of the products of paid orders',
    unit: 'money',
    better: 'higher',
    value: sum('gross - discount', `${sold.goods} AND ${paidBy.anybody}`),
  },
  {
    id: 'refundedOrders',
    label: 'Orders refunded since',
    description: 'Paid orders of the period that have had any refund or cancellation by now.',
    formula: 'Number of Orders > $0 with a refund or cancellation of any date',
    unit: 'count',
    better: 'lower',
    value: {
      ...count(`${paidBy.anybody} AND refunded = 1`),
      changesLater: true,
    },
  },
  {
    id: 'refundRateOrders',
    label: 'Refund rate (orders)',
    description: "Share of the period's paid orders that have had any refund or cancellation by now.",
    formula: 'Orders refunded since ÷ Orders > $0',
    unit: 'percent',
    better: 'lower',
    value: { divide: ['refundedOrders', 'paidOrders'] },
  },
] as const satisfies readonly MetricDefinition[]
