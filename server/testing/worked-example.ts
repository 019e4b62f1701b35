/** Orders of a few days, with figures calculated by hand: see {@link workedTotals}. */
export const workedOrders = `order_id,order_name,placed_at,country,email,coupon,gateway,shipping,shipping_tax,sku,title,quantity,unit_price,discount,tax,refunded_at,refunded_amount,refunded_tax
1000,#1000,2025-03-08 12:00,DE,anna@example.com,,card,,,TEA,Tea,1,100.00,,19.00,,,
1001,#1001,2025-03-10 10:00,DE,anna@example.com,SPRING,card,5.00,0.95,TEA,Tea,2,10.00,2.00,3.42,,,
1002,=1002,2025-03-10 23:30,AT,ben@example.com,,paypal,,,HAT,Hat,1,50.00,,9.50,2025-03-12 12:00,50.00,9.50
1003,#1003,2025-03-11 00:30,DE,anna@example.com,,card,,,MUG,Mug,3,0.10,,0.06,,,
1004,#1004,2025-03-12 09:00,DE,cora@example.com,FREE,card,,,TEA,Tea,1,10.00,10.00,0,,,
`

/** The range with all but the first order, which is in the three days before. */
export const workedRange = { from: '2025-03-10', to: '2025-03-12' } as const

/** Every figure of {@link workedRange}, in euros, days in Berlin. */
export const workedTotals = {
  grossSales: '80.30',
  discounts: '12.00',
  saleTaxes: '13.93',
  orderRevenue: '87.23',
  returns: '59.50',
  sales: '27.73',
  taxes: '4.43',
  orders: 4,
  unitsSold: 7,
  aov: '21.8075',
  newCustomers: 1,
  newCustomerRevenue: '59.50',
  returningCustomers: 1,
  returningCustomerRevenue: '27.73',
} as const
