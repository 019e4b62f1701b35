import { type Call, isWithin, pageNames, pageOf, type Route } from './call.ts'
import { missing, StripeError } from './errors.ts'
import type { Customer, Price, Product, WebhookEndpoint } from './objects.ts'
import { cancelNow } from './subscriptions.ts'
import { apiVersion, cardKindOf, day, newId } from './world.ts'

const customerNames =
  'email name description phone metadata address preferred_locales invoice_settings tax_exempt balance'

function createCustomer({ account, params }: Call): Customer {
  params.allow(...customerNames.split(' '), 'payment_method', 'tax_id_data', 'tax')
  const customer: Customer = {
    ...account.stamp('cus'),
    object: 'customer',
    email: params.text('email') || null,
    name: params.text('name') || null,
    metadata: params.metadata(),
    balance: params.integer('balance') ?? 0,
    currency: null,
    address: addressOf(params.below('address')),
    preferred_locales: params.texts('preferred_locales'),
    invoice_settings: { default_payment_method: null },
  }
  account.customers.set(customer.id, customer)
  account.record('customer.created', customer)
  const method = params.text('payment_method')
  if (method) account.attach(customer, method)
  return customer
}

function addressOf(params: Call['params']): Readonly<Record<string, string>> | null {
  return params.names.length === 0
    ? null
    : Object.fromEntries(params.names.map((name) => [name, params.text(name) ?? '']))
}

function updateCustomer({ account, params, id }: Call): Customer {
  params.allow(...customerNames.split(' '))
  const customer = account.customer(id, 'id')
  if (params.has('email')) customer.email = params.text('email') || null
  if (params.has('name')) customer.name = params.text('name') || null
  if (params.has('address')) customer.address = addressOf(params.below('address'))
  if (params.has('preferred_locales')) customer.preferred_locales = params.texts('preferred_locales')
  customer.metadata = params.metadata(customer.metadata)
  const method = params.below('invoice_settings').text('default_payment_method')
  if (method !== undefined) {
    if (method !== '' && account.methods.get(method)?.customer !== id)
      throw missing('PaymentMethod', method, 'invoice_settings[default_payment_method]')
    customer.invoice_settings = { default_payment_method: method || null }
  }
  account.record('customer.updated', customer)
  return customer
}

/** Gone with its subscriptions; what is left answers as deleted. */
function deleteCustomer({ account, id }: Call): unknown {
  const customer = account.customer(id, 'id')
  for (const subscription of account.subscriptions.values()) {
    if (subscription.customer === id && subscription.ended_at === null) cancelNow(account, subscription)
  }
  customer.deleted = true
  account.record('customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}

function retrieveCustomer({ account, id }: Call): unknown {
  const found = account.customers.get(id)
  if (!found) throw missing('customer', id)
  return found.deleted ? { id, object: 'customer', deleted: true } : found
}

function attachMethod({ account, params, id }: Call): unknown {
  params.allow('customer')
  const customer = account.customer(params.required('customer'))
  if (cardKindOf(id) === undefined) throw missing('PaymentMethod', id, 'payment_method')
  return account.attach(customer, id)
}

function createProduct({ account, params }: Call): Product {
  params.allow('id', 'name', 'description', 'active', 'metadata', 'tax_code')
  const id = params.text('id') ?? newId('prod')
  if (account.products.has(id))
    throw new StripeError(400, `Product already exists.`, { code: 'resource_already_exists' })
  const product: Product = {
    ...account.stamp('prod'),
    id,
    object: 'product',
    name: params.required('name'),
    description: params.text('description') || null,
    active: params.flag('active') ?? true,
    default_price: null,
    metadata: params.metadata(),
  }
  account.products.set(id, product)
  account.record('product.created', product)
  return product
}

function createPrice({ account, params }: Call): Price {
  params.allow(
    'product',
    'currency',
    'unit_amount',
    'recurring',
    'tax_behavior',
    'lookup_key',
    'nickname',
    'metadata',
    'active',
  )
  const product = params.required('product')
  if (!account.products.has(product)) throw missing('product', product, 'product')
  const recurring = params.below('recurring')
  recurring.allow('interval', 'interval_count', 'usage_type', 'trial_period_days')
  const lookup = params.text('lookup_key') || null
  if (lookup !== null && account.prices.values().some((price) => price.lookup_key === lookup)) {
    throw new StripeError(400, `A price (\`${lookup}\`) already uses that lookup key.`, { param: 'lookup_key' })
  }
  const price: Price = {
    ...account.stamp('price'),
    object: 'price',
    type: 'recurring',
    product,
    currency: params.required('currency'),
    unit_amount: Number(params.required('unit_amount')),
    recurring: {
      interval: recurring.oneOf('interval', ['day', 'week', 'month', 'year']) ?? 'month',
      interval_count: recurring.integer('interval_count') ?? 1,
      usage_type: 'licensed',
    },
    tax_behavior: params.oneOf('tax_behavior', ['exclusive', 'inclusive', 'unspecified']) ?? 'unspecified',
    lookup_key: lookup,
    nickname: params.text('nickname') || null,
    active: params.flag('active') ?? true,
    metadata: params.metadata(),
  }
  account.prices.set(price.id, price)
  account.record('price.created', price)
  return price
}

function listPrices(call: Call): unknown {
  const { account, params } = call
  params.allow(...pageNames, 'active', 'product', 'lookup_keys', 'currency', 'type', 'recurring', 'created')
  const lookups = params.texts('lookup_keys')
  const active = params.flag('active')
  const product = params.text('product')
  const found = account.prices
    .values()
    .filter(
      (price) =>
        (active === undefined || price.active === active) &&
        (product === undefined || price.product === product) &&
        (lookups.length === 0 || lookups.includes(price.lookup_key ?? '')),
    )
  return pageOf(call, '/v1/prices', found)
}

function retrieve<Item>(kind: string, kept: (call: Call) => ReadonlyMap<string, Item>): Route {
  return (call) => {
    const found = kept(call).get(call.id)
    if (!found) throw missing(kind, call.id)
    return found
  }
}

const eventDays = 30

/** Events of the last 30 days; `delivery_success`: all were, or some were not delivered. */
function listEvents(call: Call): unknown {
  const { account, params } = call
  params.allow(...pageNames, 'type', 'types', 'created', 'delivery_success')
  const type = params.text('type')
  const types = params.texts('types')
  if (type !== undefined && types.length > 0)
    throw new StripeError(400, 'You may only specify one of these parameters: type, types.')
  if (types.length > 20) throw new StripeError(400, 'types: at most 20 values.', { param: 'types' })
  const wasDelivered = params.flag('delivery_success')
  const since = account.clock.now() - eventDays * day
  const wanted = type === undefined ? types : [type]
  const found = account.events
    .values()
    .filter(
      (event) =>
        event.created >= since &&
        isWithin(call, event.created) &&
        (wanted.length === 0 ||
          wanted.some(
            (each) => each === event.type || (each.endsWith('*') && event.type.startsWith(each.slice(0, -1))),
          )) &&
        (wasDelivered === undefined || wasDelivered === (event.pending_webhooks === 0)),
    )
  return pageOf(call, '/v1/events', found)
}

function createEndpoint({ account, params }: Call): unknown {
  params.allow('url', 'enabled_events', 'description', 'metadata', 'api_version', 'connect')
  const url = params.required('url')
  if (!URL.canParse(url))
    throw new StripeError(400, 'Invalid URL: An explicit scheme (such as https) must be provided.', {
      param: 'url',
      code: 'url_invalid',
    })
  const endpoint = {
    ...account.stamp('we'),
    object: 'webhook_endpoint',
    url,
    enabled_events: params.texts('enabled_events'),
    api_version: params.text('api_version') ?? apiVersion,
    status: 'enabled',
    secret: `whsec_${newId('k').slice(3)}`,
  } as const
  account.endpoints.set(endpoint.id, { ...endpoint })
  return endpoint
}

function withoutSecret(kept: WebhookEndpoint & { readonly secret: string }): WebhookEndpoint {
  const { secret: _, ...endpoint } = kept
  return endpoint
}

export const customerRoutes: Readonly<Record<string, Route>> = {
  'POST /v1/customers': createCustomer,
  'GET /v1/customers': (call) => {
    call.params.allow(...pageNames, 'email', 'created')
    const email = call.params.text('email')
    const living = call.account.customers
      .values()
      .filter((one) => !one.deleted && (email === undefined || one.email === email))
    return pageOf(call, '/v1/customers', living)
  },
  'GET /v1/customers/:id': retrieveCustomer,
  'POST /v1/customers/:id': updateCustomer,
  'DELETE /v1/customers/:id': deleteCustomer,
  'POST /v1/payment_methods/:id/attach': attachMethod,
  'GET /v1/payment_methods/:id': retrieve('PaymentMethod', ({ account }) => account.methods),
  'POST /v1/products': createProduct,
  'GET /v1/products': (call) => pageOf(call, '/v1/products', call.account.products.values()),
  'GET /v1/products/:id': retrieve('product', ({ account }) => account.products),
  'POST /v1/prices': createPrice,
  'GET /v1/prices': listPrices,
  'GET /v1/prices/:id': retrieve('price', ({ account }) => account.prices),
  'GET /v1/events': listEvents,
  'GET /v1/events/:id': retrieve('event', ({ account }) => account.events),
  'POST /v1/webhook_endpoints': createEndpoint,
  'GET /v1/webhook_endpoints': (call) =>
    pageOf(call, '/v1/webhook_endpoints', call.account.endpoints.values().map(withoutSecret)),
  'DELETE /v1/webhook_endpoints/:id': ({ account, id }) => {
    if (!account.endpoints.delete(id)) throw missing('webhook endpoint', id)
    return { id, object: 'webhook_endpoint', deleted: true }
  },
}
