import { json, type TextResponse } from '../web/exchange.ts'
import { toSeconds } from '../zone.ts'
import { categoriesOf, couponJson, customerJson, productJson, variationJson } from './catalogue-json.ts'
import type { StoreCustomer, StoreProduct } from './history.ts'
import { listParameters, pick, viewParameters } from './list-parameters.ts'
import { listResponse } from './list-response.ts'
import { single } from './request.ts'
import { invalidId } from './responses.ts'
import { type RestCall, restUrl } from './world.ts'

const dated = ['date', 'id', 'include', 'title', 'slug', 'modified']

/** `GET products` */
export function listProducts(call: RestCall): TextResponse {
  const { world, request } = call
  const parameters = listParameters(request.query, world.site, {
    orderby: [...dated, 'price', 'popularity', 'menu_order'],
  })
  const view = { site: world.site, restUrl: restUrl(world.site), ...parameters }
  return listResponse(call, 'products', {
    items: world.store.products.values(),
    parameters,
    rules: {
      ...datedRules<StoreProduct>((product) => `${product.name} ${product.sku}`),
      json: (product) => pick(productJson(product, view), parameters.fields),
    },
  })
}

/** `GET products/{id}` */
export function getProduct(call: RestCall): TextResponse {
  const { world, request } = call
  const parameters = viewParameters(request.query, world.site)
  const view = { site: world.site, restUrl: restUrl(world.site), ...parameters }
  return json(pick(productJson(existingProduct(call), view), parameters.fields))
}

/** `GET products/{id}/variations` */
export function listVariations(call: RestCall): TextResponse {
  const { world, request } = call
  const product = existingProduct(call)
  const parameters = listParameters(request.query, world.site, { orderby: dated })
  const view = { site: world.site, restUrl: restUrl(world.site), ...parameters }
  const changed = (at: string | undefined) => toSeconds(at ?? product.modifiedAt ?? product.createdAt)
  return listResponse(call, `products/${product.id}/variations`, {
    items: product.variations ?? [],
    parameters,
    rules: {
      id: (variation) => variation.id,
      created: () => toSeconds(product.createdAt),
      modified: (variation) => changed(variation.modifiedAt),
      text: (variation) => variation.sku,
      json: (variation) => pick(variationJson(product, variation, view), parameters.fields),
    },
  })
}

/** `GET products/categories` */
export function listCategories(call: RestCall): TextResponse {
  const { world, request } = call
  const parameters = listParameters(request.query, world.site, {
    orderby: ['id', 'include', 'name', 'slug', 'count'],
    defaultOrderby: 'name',
    defaultOrder: 'asc',
  })
  const counts = new Map<string, number>()
  for (const product of world.store.products.values()) {
    for (const category of product.categories ?? []) counts.set(category, (counts.get(category) ?? 0) + 1)
  }
  return listResponse(call, 'products/categories', {
    items: categoriesOf([...counts.keys()]),
    parameters,
    rules: {
      id: (category) => category.id,
      created: () => 0,
      modified: () => 0,
      text: (category) => category.name,
      json: (category) =>
        pick(
          { ...category, parent: 0, description: '', display: 'default', count: counts.get(category.name) ?? 0 },
          parameters.fields,
        ),
      dateFilters: false,
    },
  })
}

/** `GET customers`: registered users; by default only those of role customer. */
export function listCustomers(call: RestCall): TextResponse {
  const { world, request } = call
  const parameters = listParameters(request.query, world.site, {
    orderby: ['id', 'include', 'name', 'registered_date'],
    defaultOrderby: 'name',
    defaultOrder: 'asc',
  })
  const role = single(request.query, 'role') ?? 'customer'
  const email = single(request.query, 'email')
  const items = [...world.store.customers.values()].filter(
    (customer) =>
      (role === 'all' || (customer.role ?? 'customer') === role) && (email === undefined || customer.email === email),
  )
  const text = (customer: StoreCustomer) => `${customer.firstName ?? ''} ${customer.lastName ?? ''} ${customer.email}`
  return listResponse(call, 'customers', {
    items,
    parameters,
    rules: {
      ...datedRules<StoreCustomer>(text),
      json: (customer) => pick(customerJson(customer, world), parameters.fields),
      dateFilters: false,
    },
  })
}

/** `GET customers/{id}` */
export function getCustomer(call: RestCall): TextResponse {
  const customer = call.world.store.customers.get(call.ids[0] ?? 0)
  if (!customer) throw invalidId('customer')
  return json(pick(customerJson(customer, call.world), viewParameters(call.request.query, call.world.site).fields))
}

/** `GET coupons` */
export function listCoupons(call: RestCall): TextResponse {
  const { world, request } = call
  const parameters = listParameters(request.query, world.site, { orderby: dated })
  const code = single(request.query, 'code')?.toLowerCase()
  const items = [...world.store.coupons.values()].filter(
    (coupon) => code === undefined || coupon.code.toLowerCase() === code,
  )
  const view = { site: world.site, restUrl: restUrl(world.site), ...parameters }
  return listResponse(call, 'coupons', {
    items,
    parameters,
    rules: {
      ...datedRules<(typeof items)[number]>((coupon) => coupon.code),
      json: (coupon) => pick(couponJson(coupon, view), parameters.fields),
    },
  })
}

interface Dated {
  readonly id: number
  readonly createdAt: string
  readonly modifiedAt?: string
}

function datedRules<T extends Dated>(text: (item: T) => string) {
  return {
    id: (item: T) => item.id,
    created: (item: T) => toSeconds(item.createdAt),
    modified: (item: T) => toSeconds(item.modifiedAt ?? item.createdAt),
    text,
  }
}

function existingProduct({ world, ids }: RestCall): StoreProduct {
  const product = world.store.products.get(ids[0] ?? 0)
  if (!product) throw invalidId('product')
  return product
}
