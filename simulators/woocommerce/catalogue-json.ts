import { escapeHtml } from '../web/exchange.ts'
import type { StoreCoupon, StoreCustomer, StoreProduct, StoreVariation } from './history.ts'
import { micros, money } from './money.ts'
import type { FakeSite } from './options.ts'
import { localStamp } from './order-json.ts'
import { metaJson } from './order-lines-json.ts'
import { costOf } from './stock.ts'
import { restUrl, type World } from './world.ts'

interface CatalogueView {
  readonly site: FakeSite
  readonly restUrl: string
  readonly decimals: number
}

/** Categories are numbered alphabetically, so that their ids are stable. WordPress stores their names escaped for HTML. */
export function categoriesOf(
  names: readonly string[],
): { readonly id: number; readonly name: string; readonly slug: string }[] {
  return [...names].sort().map((name) => ({
    id: 1000 + (hash(name) % 9000),
    name: escapeHtml(name),
    slug: slug(name),
  }))
}

/** A product in the format of `GET products`. */
export function productJson(product: StoreProduct, view: CatalogueView): Record<string, unknown> {
  const { site } = view
  const variations = product.variations ?? []
  return {
    id: product.id,
    name: product.name,
    slug: slug(product.name),
    permalink: `${site.homeUrl}/product/${slug(product.name)}/`,
    ...dates(product.createdAt, product.modifiedAt, site),
    type: product.type ?? (variations.length > 0 ? 'variable' : 'simple'),
    status: product.status ?? 'publish',
    featured: false,
    catalog_visibility: 'visible',
    description: '',
    short_description: '',
    sku: product.sku,
    global_unique_id: '',
    price: product.price,
    regular_price: variations.length > 0 ? '' : product.price,
    sale_price: '',
    on_sale: false,
    purchasable: true,
    total_sales: 0,
    virtual: product.virtual === true,
    downloadable: product.downloadable === true,
    tax_status: 'taxable',
    tax_class: '',
    manage_stock: product.manageStock === true,
    stock_quantity: product.manageStock ? 100 : null,
    stock_status: 'instock',
    weight: product.weight ?? '',
    dimensions: { length: '', width: '', height: '' },
    parent_id: 0,
    categories: categoriesOf(product.categories ?? []),
    tags: [],
    images: product.imageUrl
      ? [{ id: product.id * 10, src: addressOf(product.imageUrl, site.homeUrl), name: product.name, alt: '' }]
      : [],
    attributes: attributeList(variations),
    variations: variations.map((variation) => variation.id),
    grouped_products: [],
    menu_order: 0,
    meta_data: metaJson(product.meta ?? [], product.id, false),
    ...cost(product, undefined, site),
    _links: {
      self: [{ href: `${view.restUrl}wc/v3/products/${product.id}` }],
      collection: [{ href: `${view.restUrl}wc/v3/products` }],
    },
  }
}

/** A variation in the format of `GET products/{id}/variations`. */
export function variationJson(
  product: StoreProduct,
  variation: StoreVariation,
  view: CatalogueView,
): Record<string, unknown> {
  const base = `${view.restUrl}wc/v3/products/${product.id}`
  return {
    id: variation.id,
    type: 'variation',
    ...dates(product.createdAt, variation.modifiedAt ?? product.modifiedAt, view.site),
    description: '',
    permalink: `${view.site.homeUrl}/product/${slug(product.name)}/`,
    sku: variation.sku,
    global_unique_id: '',
    price: variation.price,
    regular_price: variation.price,
    sale_price: '',
    on_sale: false,
    status: 'publish',
    virtual: variation.virtual ?? product.virtual ?? false,
    downloadable: product.downloadable ?? false,
    // A variation that leaves its stock to the product says so, where the product counts its pieces.
    manage_stock:
      variation.manageStock === true || (product.manageStock && variation.manageStock !== false ? 'parent' : false),
    weight: variation.weight ?? '',
    image: null,
    attributes: Object.entries(variation.attributes).map(([name, option], id) => ({
      id,
      name,
      slug: slug(name),
      option,
    })),
    menu_order: 0,
    meta_data: metaJson(variation.meta ?? [], variation.id, false),
    name: Object.values(variation.attributes).join(', '),
    parent_id: product.id,
    ...cost(product, variation, view.site),
    _links: {
      self: [{ href: `${base}/variations/${variation.id}` }],
      collection: [{ href: `${base}/variations` }],
      up: [{ href: base }],
    },
  }
}

/** A registered user in the format of `GET customers`. */
export function customerJson(customer: StoreCustomer, { site, store }: World): Record<string, unknown> {
  const names = { first_name: customer.firstName ?? '', last_name: customer.lastName ?? '' }
  const place = {
    company: '',
    address_1: '',
    address_2: '',
    city: '',
    state: '',
    postcode: '',
    country: customer.country ?? '',
  }
  return {
    id: customer.id,
    ...dates(customer.createdAt, customer.modifiedAt, site),
    email: customer.email,
    ...names,
    role: customer.role ?? 'customer',
    username: customer.email.split('@')[0] ?? '',
    billing: { ...names, ...place, email: customer.email, phone: '' },
    shipping: { ...names, ...place, phone: '' },
    is_paying_customer: store.orders.size > 0,
    avatar_url: 'https://secure.gravatar.com/avatar/?s=96&d=mm&r=g',
    meta_data: [],
    _links: {
      self: [{ href: `${restUrl(site)}wc/v3/customers/${customer.id}` }],
      collection: [{ href: `${restUrl(site)}wc/v3/customers` }],
    },
  }
}

/** A coupon in the format of `GET coupons`; codes are in lower case. */
export function couponJson(coupon: StoreCoupon, view: CatalogueView): Record<string, unknown> {
  const { site } = view
  return {
    id: coupon.id,
    code: coupon.code.toLowerCase(),
    amount: money(coupon.amount, view.decimals),
    status: 'publish',
    ...dates(coupon.createdAt, coupon.modifiedAt, site),
    discount_type: coupon.discountType,
    description: '',
    date_expires: coupon.expiresAt ? localStamp(coupon.expiresAt, site) : null,
    date_expires_gmt: coupon.expiresAt?.slice(0, 19) ?? null,
    usage_count: 0,
    individual_use: false,
    product_ids: [],
    excluded_product_ids: [],
    usage_limit: null,
    usage_limit_per_user: null,
    free_shipping: coupon.freeShipping ?? false,
    exclude_sale_items: false,
    minimum_amount: money('0', view.decimals),
    maximum_amount: money('0', view.decimals),
    email_restrictions: [],
    used_by: [],
    meta_data: [],
    _links: {
      self: [{ href: `${view.restUrl}wc/v3/coupons/${coupon.id}` }],
      collection: [{ href: `${view.restUrl}wc/v3/coupons` }],
    },
  }
}

function dates(createdAt: string, modifiedAt: string | undefined, site: FakeSite): Record<string, string> {
  const changed = modifiedAt ?? createdAt
  return {
    date_created: localStamp(createdAt, site),
    date_created_gmt: createdAt.slice(0, 19),
    date_modified: localStamp(changed, site),
    date_modified_gmt: changed.slice(0, 19),
  }
}

function attributeList(variations: readonly StoreVariation[]): unknown[] {
  const names = new Map<string, Set<string>>()
  for (const { attributes } of variations) {
    for (const [name, option] of Object.entries(attributes)) names.set(name, (names.get(name) ?? new Set()).add(option))
  }
  return [...names].map(([name, options], position) => ({
    id: 0,
    name,
    slug: slug(name),
    position,
    visible: true,
    variation: true,
    options: [...options],
  }))
}

function cost(product: StoreProduct, variation: StoreVariation | undefined, { features }: FakeSite) {
  if (!features.costOfGoods) return {}
  const own = (variation ?? product).cost
  // 0 clears the value: the store cannot tell it from one that nobody entered.
  const defined = own === undefined || micros(own) === 0n ? null : Number(own)
  const value = Number(costOf(product, variation?.id))
  return {
    cost_of_goods_sold: {
      values: [{ defined_value: defined, effective_value: value }],
      total_value: value,
      ...(variation === undefined ? {} : { defined_value_is_additive: variation.costIsAdditive ?? false }),
    },
  }
}

/** A path is one of the site's own uploads. */
function addressOf(image: string, homeUrl: string): string {
  return image.startsWith('/') ? `${homeUrl}${image}` : image
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function hash(text: string): number {
  let value = 0
  for (const sign of text) value = (Math.imul(value, 31) + (sign.codePointAt(0) ?? 0)) >>> 0
  return value
}
