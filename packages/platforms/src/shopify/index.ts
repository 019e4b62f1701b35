// Shopify over the Admin GraphQL API: how a shop is connected, its records, and its webhooks. Everything platform-specific
// stays in here; must not know other connectors, or the simulated platform in ./fake.
import type { Connector } from '../contract.ts'
import { keepAlive } from './access.ts'
import { checkShop } from './check.ts'
import { connect } from './connect.ts'
import { customersStream } from './customers.ts'
import { face } from './descriptor.ts'
import { disputesStream } from './disputes.ts'
import { guide } from './guide.ts'
import { install } from './install.ts'
import { orderFile } from './order-file.ts'
import { ordersStream } from './orders.ts'
import { privacy } from './privacy.ts'
import { productsStream } from './products.ts'
import { salesReport } from './report.ts'
import { apiVersion } from './shop.ts'
import { orderPage } from './shop-domain.ts'
import { webhooks } from './webhooks.ts'

export const shopify: Connector = {
  id: face.id,
  kind: face.kind,
  label: face.name,
  description:
    'Orders with edits, refunds, payments and disputes, products with costs, and customers of a Shopify shop.',
  apiVersion: { name: apiVersion, documentation: 'https://shopify.dev/docs/api/admin-graphql' },
  connect,
  pace: 'own',
  streams: [ordersStream, productsStream, customersStream, disputesStream],
  webhooks,
  privacy,
  report: salesReport,
  install,
  orderFile,
  guide,
  /** After this long without a reading, the merchant has to approve again. */
  grantEnds: ({ refreshTokenExpiresAt }) => (refreshTokenExpiresAt ? new Date(refreshTokenExpiresAt) : undefined),
  keepAlive,
  orderPage,
  check: checkShop,
}
