import { z } from 'zod'
import type { CompareWindow, ConnectorContext, Page, Stream } from '../contract.ts'
import type { PlatformRecord, ProductRecord } from '../records.ts'
import {
  askPage,
  type CataloguePlan,
  changedList,
  changedSince,
  PageInfo,
  type SizedList,
  wholeList,
} from './catalogue-pages.ts'
import { type Cursors, watchCursors } from './cursors.ts'
import { oneProduct, productOfItem, productsCount, productsPage } from './documents/catalogue.ts'
import { askCosts } from './order-parts.ts'
import { toProductRecord, WireProduct, type WireVariant } from './product-record.ts'
import { openShop, type Shop } from './shop.ts'
import { askSized, type SizePlan } from './sizes.ts'
import { isRow, later, toGid, toId, toInstant } from './values.ts'

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
  const shop = openShop(ctx)
  for await (const { records, warnings } of wholeList(shop, planFor(shop), null)) {
    yield { records, warnings, checkpoint: {}, progress: { done: records.length, total: null } }
  }
}

function planFor(shop: Shop): CataloguePlan<ProductRecord> {
  return {
    overlapSeconds: 300,
    what: list.what,
    read: async (query, after, cursors) => await readPage(shop, { query, after }, cursors),
    async count() {
      const variables = { query: null }
      const data = await shop.ask({ what: 'products', document: productsCount, variables, shape: Counted })
      return data.productsCount?.count ?? null
    },
  }
}

async function readPage(
  shop: Shop,
  place: { readonly query: string | null; readonly after: string | null },
  cursors: Cursors,
) {
  const page = await askCosts(shop, async (costs) => {
    const variables = { variants: usualVariants, costs }
    return await askPage(shop, { ...list, variables }, place)
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

/** One product as it is now, or its deletion. */
export async function fetchProduct(shop: Shop, id: string): Promise<readonly PlatformRecord[]> {
  const product = await readProduct(shop, toGid('Product', id), null)
  if (product === null) return [{ type: 'deletion', of: 'product', id, seenAt: shop.now() }]
  return [toProductRecord(product, await allVariants(shop, product))]
}

const ItemProduct = z.object({
  inventoryItem: z
    .object({ variants: z.object({ nodes: z.array(z.object({ product: z.object({ id: z.string() }).nullish() })) }) })
    .nullable(),
})

/** The product whose cost changed, as it is now; nothing for an item that went with its product. */
export async function fetchProductOfItem(shop: Shop, id: string): Promise<readonly PlatformRecord[]> {
  const variables = { id: toGid('InventoryItem', id) }
  const { inventoryItem } = await shop.ask({ what: 'products', document: productOfItem, variables, shape: ItemProduct })
  const product = inventoryItem?.variants.nodes[0]?.product
  return product ? await fetchProduct(shop, toId(product.id)) : []
}

function idOf(node: unknown): string {
  return isRow(node) && typeof node.id === 'string' ? toId(node.id) : '(without id)'
}
