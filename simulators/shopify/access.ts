import { GraphQLError } from 'graphql'
import type { Call } from './world.ts'

/** The scope that each field requires. `write_x` includes `read_x`. */
const fieldScopes: Readonly<Record<string, string>> = {
  'QueryRoot.orders': 'read_orders',
  'QueryRoot.order': 'read_orders',
  'QueryRoot.ordersCount': 'read_orders',
  'QueryRoot.customers': 'read_customers',
  'QueryRoot.customer': 'read_customers',
  'QueryRoot.customersCount': 'read_customers',
  'QueryRoot.products': 'read_products',
  'QueryRoot.product': 'read_products',
  'QueryRoot.productsCount': 'read_products',
  'QueryRoot.productVariants': 'read_products',
  'QueryRoot.inventoryItems': 'read_inventory',
  'QueryRoot.inventoryItem': 'read_inventory',
  'QueryRoot.shopifyPaymentsAccount': 'read_shopify_payments_payouts',
  'QueryRoot.disputes': 'read_shopify_payments_disputes',
  'QueryRoot.dispute': 'read_shopify_payments_disputes',
  'QueryRoot.shopifyqlQuery': 'read_reports',
  'Order.customer': 'read_customers',
  'LineItem.product': 'read_products',
  'LineItem.variant': 'read_products',
  'ProductVariant.inventoryItem': 'read_inventory',
  'OrderTransaction.fees': 'read_shopify_payments_payouts',
  'Refund.return': 'read_returns',
  'ReturnAgreement.return': 'read_returns',
  'Order.returns': 'read_returns',
}

/** The scope required to see an object at all, however it was found. */
const typeScopes: Readonly<Record<string, string>> = {
  Order: 'read_orders',
  Refund: 'read_orders',
  Customer: 'read_customers',
  Product: 'read_products',
  ProductVariant: 'read_products',
  InventoryItem: 'read_inventory',
}

/** Fields about a buyer's identity or location: protected customer data of level 2. */
const personalFields = new Set([
  'Order.email',
  'Order.phone',
  'Order.clientIp',
  'Customer.email',
  'Customer.phone',
  'Customer.firstName',
  'Customer.lastName',
  'Customer.displayName',
  'Customer.defaultEmailAddress',
  'Customer.defaultPhoneNumber',
  'Customer.defaultAddress',
  'Order.billingAddress',
  'Order.shippingAddress',
  // Reports may show buyers: they need level 2 as a whole.
  'QueryRoot.shopifyqlQuery',
])

const customerFields = new Set([
  'QueryRoot.orders',
  'QueryRoot.order',
  'QueryRoot.customers',
  'QueryRoot.customer',
  'Order.customer',
])

const documentation = 'https://shopify.dev/api/usage/access-scopes'

/** All fields that may be refused, by type. */
const guarded = new Map<string, Set<string>>()
for (const name of [...Object.keys(fieldScopes), ...personalFields]) {
  const [type = '', field = ''] = name.split('.')
  guarded.set(type, (guarded.get(type) ?? new Set()).add(field))
}

/** Throws `ACCESS_DENIED` where the token or the app's approval does not cover a field. */
export function guardField(type: string, field: string, call: Call): void {
  const faults = call.world.faults.list()
  const ofType = typeScopes[type]
  const isFree = ofType === undefined && !guarded.get(type)?.has(field)
  // This is asked for each field of each object: a hundred times for an order in a bulk file.
  if (isFree && faults.length === 0) return
  const name = `${type}.${field}`
  if (faults.some((fault) => fault.kind === 'denied_field' && fault.field === name)) {
    throw denied(`Access denied for ${field} field.`, `Permission for the ${field} field.`)
  }
  if (isFree) return
  const scope = fieldScopes[name] ?? ofType
  if (scope !== undefined && !call.scopes.has(scope)) {
    throw denied(
      `Access denied for ${field} field. Required access: \`${scope}\` access scope.`,
      `\`${scope}\` access scope.`,
    )
  }
  guardCustomerData({ type, field, name }, call.world.platform.app.customerData)
}

function guardCustomerData(
  { type, field, name }: { readonly type: string; readonly field: string; readonly name: string },
  level: number,
): void {
  const isProtected = customerFields.has(name) || type === 'Order' || type === 'Customer'
  if (level < 1 && isProtected) throw notApproved(field, type === 'QueryRoot' ? objectOf(field) : type)
  if (level < 2 && personalFields.has(name)) throw notApproved(field, type)
}

function objectOf(field: string): string {
  return field.startsWith('order') ? 'Order' : 'Customer'
}

function notApproved(field: string, object: string): GraphQLError {
  return denied(
    `This app is not approved to access the ${object} object. See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.`,
    `Approval for protected customer data (${field}).`,
  )
}

function denied(message: string, requiredAccess: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'ACCESS_DENIED', documentation, requiredAccess } })
}

/** Scopes with those that they imply: write access includes read access. */
export function withImplied(scopes: Iterable<string>): Set<string> {
  const all = new Set(scopes)
  for (const scope of scopes) if (scope.startsWith('write_')) all.add(scope.replace('write_', 'read_'))
  return all
}
