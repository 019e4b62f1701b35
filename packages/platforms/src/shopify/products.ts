import { z } from 'zod'
import type { CompareWindow, ConnectorContext, Page, Stream } from '../contract.ts'
import type { PlatformRecord, ProductRecord, ProductVariant } from '../records.ts'
import {
  askPage,
  type CataloguePlan,
  type Cursors,
  changedList,
  changedSince,
  PageInfo,
  type SizedList,
  watchCursors,
  wholeList,
} from './catalogue-pages.ts'
import { oneProduct, productOfItem, productsCount, productsPage } from './documents/catalogue.ts'
import { askCosts } from './order-pages.ts'
import { openShop, type Shop } from './shop.ts'
import { askSized, type SizePlan } from './sizes.ts'
import { isRow, later, toDecimal, toGid, toId, toInstant, toMillionths, toOptionalText } from './values.ts'

const text = z.string().nullish()
const decimal = z.string().regex(/^-?\d+(?:\.\d*)?$/)

const variant = z.object({
  id: z.string(),
  sku: text,
  title: z.string(),
  price: decimal.nullish(),
  inventoryItem: z
    .object({
      requiresShipping: z.boolean().nullish(),
      unitCost: z.object({ amount: decimal }).nullish(),
      measurement: z.object({ weight: z.object({ unit: z.string(), value: z.number() }).nullish() }).nullish(),
    })
    .nullish(),
})

/** A product with some of its variants. */
const WireProduct = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  vendor: text,
  productType: text,
  isGiftCard: z.boolean(),
  updatedAt: z.iso.datetime({ offset: true }),
  featuredMedia: z.object({ preview: z.object({ image: z.object({ url: text }).nullish() }).nullish() }).nullish(),
  variants: z.object({ pageInfo: PageInfo, nodes: z.array(variant) }),
})
type WireProduct = z.infer<typeof WireProduct>

const milligrams: Readonly<Record<string, number>> = {
  KILOGRAMS: 1_000_000,
  GRAMS: 1_000,
  POUNDS: 453_592.37,
  OUNCES: 28_349.523_125,
}

const variantsPlan: SizePlan = { name: 'variants of a product', first: 50, most: 250 }
/** Most products have fewer; further ones are fetched product by product. */
const usualVariants = 10

const Products = z.object({ products: z.object({ pageInfo: PageInfo, nodes: z.array(z.unknown()) }) })
const list: SizedList<z.infer<typeof Products>, z.infer<typeof Products>['products']> = {
  what: 'products',
  document: productsPage,
  size: { name: 'products', first: 5, most: 100 },
  shape: Products,
  pageOf: ({ products }) => products,
}
const OneProduct = z.object({ product: WireProduct.nullable() })
const Counted = z.object({ productsCount: z.object({ count: z.number() }).nullable() })

export const productsStream: Stream<ProductRecord> = {
  id: 'products',
  label: 'Products',
  settlesAfterDays: 1,
  everyMinutes: { withWebhooks: 60, without: 60 },
  async *backfill(ctx, from) {
    const shop = openShop(ctx)
    yield* wholeList(shop, planFor(shop), from)
  },
  async *increment(ctx, from) {
    const shop = openShop(ctx)
    yield* changedList(shop, planFor(shop), changedSince(ctx, from))
  },
  compare: compareProducts,
}

/** A changed cost does not touch its product, so all are read each night. */
async function* compareProducts(ctx: ConnectorContext, _window: CompareWindow): AsyncGenerator<Page> {
  for await (const { records, warnings } of productsStream.backfill(ctx, null)) {
    yield { records, warnings, checkpoint: {}, progress: { done: records.length, total: null } }
  }
}

function planFor(shop: Shop): CataloguePlan<ProductRecord> {
  return {
    overlapSeconds: 300,
    what: list.what,
    read: async (query, after, cursors) => await readPage(shop, { query, after }, cursors),
    async count() {
      const ask = { what: 'products', document: productsCount, variables: { query: null }, shape: Counted }
      return (await shop.ask(ask)).productsCount?.count ?? null
    },
  }
}

async function readPage(
  shop: Shop,
  place: { readonly query: string | null; readonly after: string | null },
  cursors: Cursors,
) {
  const page = await askCosts(shop, async (costs) => {
    return await askPage(shop, { ...list, variables: { variants: usualVariants, costs } }, place)
  })
  const records: ProductRecord[] = []
  const warnings: string[] = []
  let reached: string | null = null
  for (const node of page.nodes) {
    const product = WireProduct.safeParse(node)
    if (!product.success) {
      warnings.push(`Product ${idOf(node)} came in a form that cannot be read and was left out.`)
      continue
    }
    records.push(toProductRecord(product.data, await allVariants(shop, product.data)))
    const updated = toInstant(product.data.updatedAt)
    reached = reached === null ? updated : later(reached, updated)
  }
  return { records, warnings, reached, count: page.nodes.length, next: cursors.next(page.pageInfo) }
}

/** A product may have some two thousand variants. */
async function allVariants(shop: Shop, { id, variants }: WireProduct): Promise<readonly WireVariant[]> {
  const all = [...variants.nodes]
  const cursors = watchCursors('variants of a product')
  let after = cursors.next(variants.pageInfo)
  while (after !== null) {
    const product = await readProduct(shop, id, after)
    if (product === null) return all
    all.push(...product.variants.nodes)
    after = cursors.next(product.variants.pageInfo)
  }
  return all
}

async function readProduct(shop: Shop, id: string, after: string | null): Promise<WireProduct | null> {
  return await askCosts(
    shop,
    async (costs) =>
      await askSized(shop, variantsPlan, async (variants) => {
        const variables = { id, variants, after, costs }
        return (await shop.ask({ what: 'products', document: oneProduct, variables, shape: OneProduct })).product
      }),
  )
}

/** The current state of one product, or its deletion. */
export async function fetchProduct(shop: Shop, id: string): Promise<readonly PlatformRecord[]> {
  const product = await readProduct(shop, toGid('Product', id), null)
  if (product === null) return [{ type: 'deletion', of: 'product', id, seenAt: shop.now() }]
  return [toProductRecord(product, await allVariants(shop, product))]
}

const VariantProducts = z.array(z.object({ product: z.object({ id: z.string() }).nullish() }))
const ItemProduct = z.object({ inventoryItem: z.object({ variants: z.object({ nodes: VariantProducts }) }).nullable() })

/** The current state of the product whose cost changed; nothing if the item was deleted with its product. */
export async function fetchProductOfItem(shop: Shop, id: string): Promise<readonly PlatformRecord[]> {
  const variables = { id: toGid('InventoryItem', id) }
  const { inventoryItem } = await shop.ask({ what: 'products', document: productOfItem, variables, shape: ItemProduct })
  const product = inventoryItem?.variants.nodes[0]?.product
  return product ? await fetchProduct(shop, toId(product.id)) : []
}

function idOf(node: unknown): string {
  return isRow(node) && typeof node.id === 'string' ? toId(node.id) : '(without id)'
}

type WireVariant = z.infer<typeof variant>

/** Maps a product with all its variants. */
function toProductRecord(product: WireProduct, variants: readonly WireVariant[]): ProductRecord {
  const [type, supplier] = [toOptionalText(product.productType), toOptionalText(product.vendor)]
  return {
    type: 'product',
    id: toId(product.id),
    title: product.title,
    status: product.status.toLowerCase(),
    giftCard: product.isGiftCard,
    categories: type === null ? [] : [type],
    ...(supplier === null ? {} : { supplier }),
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
    updatedAt: toInstant(product.updatedAt),
    variants: variants.map(toVariant),
  }
}

function toVariant({ id, sku, title, price, inventoryItem }: WireVariant): ProductVariant {
  const cost = inventoryItem?.unitCost?.amount
  const weight = inventoryItem?.measurement?.weight
  return {
    id: toId(id),
    sku: toOptionalText(sku),
    // Shopify's name for the only variant of a product that has none.
    title: title === 'Default Title' ? '' : title,
    price: price ? toDecimal(toMillionths(price)) : null,
    cost: cost ? toDecimal(toMillionths(cost)) : null,
    weight: weight ? toKilograms(weight) : null,
    ...(inventoryItem?.requiresShipping === false ? { physical: false } : {}),
  }
}

/** A weight is measured, not counted, and comes as a float. */
function toKilograms({ unit, value }: { unit: string; value: number }): string | null {
  const factor = milligrams[unit]
  return factor === undefined || value < 0 ? null : toDecimal(BigInt(Math.round(value * factor)))
}
