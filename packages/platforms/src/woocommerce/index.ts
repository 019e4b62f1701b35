// WooCommerce over REST v3: how a shop is connected, its records, and its webhooks. Everything platform-specific stays in
// here; must not know other connectors, or the simulated shop in ./fake.
import type { Connector } from '../contract.ts'
import { checkStore, orderPage } from './check.ts'
import { connect } from './connect.ts'
import { customersStream } from './customers.ts'
import { face } from './descriptor.ts'
import { oldestVersion } from './failures.ts'
import { guide } from './guide.ts'
import { install } from './install.ts'
import { orderFile } from './order-file.ts'
import { ordersStream } from './orders.ts'
import { couponsStream, productsStream } from './products.ts'
import { refundsStream } from './refunds.ts'
import { analyticsReport } from './report.ts'
import { webhooks } from './webhooks.ts'

export const woocommerce: Connector = {
  id: face.id,
  kind: face.kind,
  label: face.name,
  description: `Orders, refunds, products, customers and coupons of a WordPress shop with WooCommerce ${oldestVersion} or newer.`,
  apiVersion: { name: 'wc/v3', documentation: 'https://woocommerce.github.io/woocommerce-rest-api-docs/' },
  connect,
  streams: [ordersStream, refundsStream, productsStream, customersStream, couponsStream],
  webhooks,
  report: analyticsReport,
  install,
  orderFile,
  guide,
  orderPage,
  check: checkStore,
}
