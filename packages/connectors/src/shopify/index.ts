// Shopify over the Admin GraphQL API: how a shop is connected, which records it gives, and its webhooks. Everything
// platform specific stays in here; must not know other connectors, nor the simulated platform in ./fake.
import type { Connector } from '../contract.ts'
import { checkShop } from './check.ts'
import { connect } from './connect.ts'
import { customersStream } from './customers.ts'
import { ordersStream } from './orders.ts'
import { productsStream } from './products.ts'
import { apiVersion } from './shop.ts'
import { webhooks } from './webhooks.ts'

export { type PrivacyDelivery, type PrivacyRequest, type PrivacySubject, readPrivacyRequest } from './privacy.ts'

export const shopify: Connector = {
  id: 'shopify',
  kind: 'store',
  label: 'Shopify',
  description: 'Orders with edits, refunds and payments, products with costs, and customers of a Shopify shop.',
  apiVersion: { name: apiVersion, documentation: 'https://shopify.dev/docs/api/admin-graphql' },
  connect,
  pace: 'own',
  streams: [ordersStream, productsStream, customersStream],
  webhooks,
  check: checkShop,
}
