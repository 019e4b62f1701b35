import { inventoryItemNode, itemUpdatedAt, productNode, variantNode } from './catalogue-nodes.ts'
import { customerNode } from './customer-nodes.ts'
import type { ShopCustomer, ShopProduct, ShopVariant } from './history.ts'
import { Listing } from './listing.ts'
import { OrderListing } from './order-listing.ts'
import type { OrderTable } from './order-table.ts'
import { dateTest, numberTest, type Term, type TermTest, textTest } from './search.ts'
import type { NodeWorld } from './world.ts'

interface VariantRow {
  readonly variant: ShopVariant
  readonly product: ShopProduct
}

/** The data behind the lists. */
interface Listed {
  /** Incremented with every change of catalogue and customers. */
  readonly version: number
  readonly orders: OrderTable
  readonly products: ReadonlyMap<number, ShopProduct>
  readonly customers: ReadonlyMap<number, ShopCustomer>
}

/** Every list of the shop that can be paged, searched and read in bulk. */
export interface Listings {
  readonly orders: OrderListing
  readonly products: Listing<ShopProduct>
  readonly productVariants: Listing<VariantRow>
  readonly inventoryItems: Listing<VariantRow>
  readonly customers: Listing<ShopCustomer>
}

/** Creates the lists of a store; `world` is called once the shop is complete. */
export function makeListings(store: Listed, world: () => NodeWorld): Listings {
  const version = (): number => store.version
  const variants = function* (): Iterable<VariantRow> {
    for (const product of store.products.values()) for (const variant of product.variants) yield { variant, product }
  }
  return {
    orders: new OrderListing(store.orders, world),
    products: new Listing({
      field: 'products',
      version,
      values: () => store.products.values(),
      id: (product) => product.id,
      sorts: {
        ID: (product) => product.id,
        UPDATED_AT: productUpdatedAt,
        CREATED_AT: (product) => product.createdAt,
        TITLE: (product) => product.title,
      },
      test: productTest,
      node: (product) => productNode({ product, world: world() }),
    }),
    productVariants: new Listing({
      field: 'productVariants',
      version,
      values: variants,
      id: ({ variant }) => variant.id,
      sorts: { ID: ({ variant }) => variant.id },
      test: variantTest,
      node: (row) => variantNode({ ...row, world: world() }),
    }),
    inventoryItems: new Listing({
      field: 'inventoryItems',
      version,
      values: variants,
      id: ({ variant }) => variant.inventoryItemId,
      sorts: { ID: ({ variant }) => variant.inventoryItemId },
      test: itemTest,
      node: (row) => inventoryItemNode({ ...row, world: world() }),
    }),
    customers: new Listing({
      field: 'customers',
      version,
      values: () => store.customers.values(),
      id: (customer) => customer.id,
      sorts: {
        ID: (customer) => customer.id,
        UPDATED_AT: customerUpdatedAt,
        CREATED_AT: (customer) => customer.createdAt,
      },
      test: customerTest,
      node: (customer) => customerNode({ customer, world: world() }),
    }),
  }
}

function productUpdatedAt(product: ShopProduct): string {
  return product.updatedAt ?? product.createdAt
}

function customerUpdatedAt(customer: ShopCustomer): string {
  return customer.updatedAt ?? customer.createdAt
}

const productTest: TermTest<ShopProduct> = (term) => {
  if (term.field === undefined) return textTest(term, (product) => product.title)
  const tests: Readonly<Record<string, () => (product: ShopProduct) => boolean>> = {
    id: () => numberTest(term, (product) => product.id),
    updated_at: () => dateTest(term, productUpdatedAt),
    created_at: () => dateTest(term, (product) => product.createdAt),
    status: () => textTest(term, (product) => product.status ?? 'ACTIVE'),
    title: () => textTest(term, (product) => product.title),
    vendor: () => textTest(term, (product) => product.vendor ?? null),
    sku: () => textTest(term, (product) => product.variants.map((variant) => variant.sku)),
    tag: () => textTest(term, (product) => product.tags ?? []),
  }
  return tests[term.field]?.()
}

const variantTest: TermTest<VariantRow> = (term) => {
  const tests: Readonly<Record<string, () => (row: VariantRow) => boolean>> = {
    id: () => numberTest(term, ({ variant }) => variant.id),
    product_id: () => numberTest(term, ({ product }) => product.id),
    sku: () => textTest(term, ({ variant }) => variant.sku),
    updated_at: () => dateTest(term, ({ variant, product }) => variant.updatedAt ?? productUpdatedAt(product)),
  }
  return tests[term.field ?? '']?.()
}

const itemTest: TermTest<VariantRow> = (term) => {
  const tests: Readonly<Record<string, () => (row: VariantRow) => boolean>> = {
    id: () => numberTest(term, ({ variant }) => variant.inventoryItemId),
    sku: () => textTest(term, ({ variant }) => variant.sku),
    updated_at: () => dateTest(term, ({ variant, product }) => itemUpdatedAt(variant, product)),
    created_at: () => dateTest(term, ({ product }) => product.createdAt),
  }
  return tests[term.field ?? '']?.()
}

/** Customers' dates are searched by whole days. */
const customerTest: TermTest<ShopCustomer> = (term) => {
  const byDay: Term = { ...term, value: term.value.slice(0, 10) }
  const day = (text: string): string => `${text.slice(0, 10)}T00:00:00Z`
  const tests: Readonly<Record<string, () => (customer: ShopCustomer) => boolean>> = {
    id: () => numberTest(term, (customer) => customer.id),
    updated_at: () => dateTest(byDay, (customer) => day(customerUpdatedAt(customer))),
    customer_date: () => dateTest(byDay, (customer) => day(customer.createdAt)),
    created_at: () => dateTest(byDay, (customer) => day(customer.createdAt)),
    email: () => textTest(term, (customer) => customer.email ?? null),
    state: () => textTest(term, (customer) => customer.state ?? 'DISABLED'),
    tag: () => textTest(term, (customer) => customer.tags ?? []),
  }
  return tests[term.field ?? '']?.()
}
