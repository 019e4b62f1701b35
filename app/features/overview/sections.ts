/** The first row of a summary, larger than the rest. */
export const pinnedMetrics = ['sales', 'orders', 'aov', 'unitsSold', 'newCustomers'] as const

/** Everything else, by subject. Together with the pinned ones these are the stats every store has. */
export const sections = [
  { title: 'Revenue', metrics: ['orderRevenue', 'grossSales', 'discounts', 'returns'] },
  { title: 'Orders and tax', metrics: ['paidOrders', 'trueaov', 'saleTaxes', 'taxes'] },
  {
    title: 'Customers',
    metrics: ['newCustomerOrders', 'newCustomerRevenue', 'returningCustomers', 'returningCustomerRevenue'],
  },
] as const

/** Keys of all tiles, in the order of the page. */
export const tileMetrics: readonly string[] = [...pinnedMetrics, ...sections.flatMap((section) => section.metrics)]
