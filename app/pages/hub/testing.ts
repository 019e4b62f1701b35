// A shop of the hub for tests: healthy unless overridden.

import { sampleConnection } from '../../blocks/connections/testing.ts'
import { testShop } from '../../testing.ts'
import type { ShownMetric } from './figures.ts'
import type { ShopReading } from './load-reading.server.ts'

/** A connected shop with 40 orders and their sales. */
export function sampleReading(change: Partial<ShopReading> = {}): ShopReading {
  const values = {
    sales: '1000.10',
    orders: 40,
    aov: '27.5',
    newCustomers: 5,
    returns: '99.90',
    orderRevenue: '1100.00',
  }
  return {
    version: '1',
    shop: testShop(),
    may: {
      changeConnections: true,
      importOrders: true,
      openOrders: true,
      enterSpend: true,
      seeProfit: true,
      readCosts: true,
      enterCosts: true,
      closeCosts: true,
      changeTracking: true,
      changeSettings: true,
      shareAnnotations: true,
      useSlack: true,
      shareDashboards: true,
      seeMembers: true,
      handleCustomers: true,
    },
    connections: [sampleConnection()],
    findings: [],
    jobs: [],
    basics: { zone: 'Europe/Berlin', currency: 'EUR' },
    keepsOwnBasics: false,
    figures: { now: values, before: { ...values, sales: '800.00' }, series: [values, values], isSoFar: false },
    days: '22 Oct – 20 Nov 2026',
    isPartial: false,
    missingRates: 0,
    ...change,
  }
}

/** The metrics that the hub shows. */
export const sampleMetrics: readonly ShownMetric[] = [
  { key: 'sales', label: 'Sales', unit: 'money', better: 'higher' },
  { key: 'orders', label: 'Orders', unit: 'count', better: 'higher' },
  { key: 'aov', label: 'AOV', unit: 'money', better: 'higher' },
  { key: 'newCustomers', label: 'New customers', unit: 'count', better: 'higher' },
  { key: 'returns', label: 'Returns', unit: 'money', better: 'lower' },
]
