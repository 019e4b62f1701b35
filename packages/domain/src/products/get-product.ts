import { AppError } from '@tillsight/core'
import { listGoodsCosts } from '@tillsight/database'
import { type MetricQuery, type MetricRow, type MetricValue, parseQuery } from '@tillsight/metrics'
import type { ProductRecord } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { defineVerb, permissionsOf, type ShopContext } from '../context/index.ts'
import { viewGoodsCost } from '../costs/index.ts'
import { decodeRecord } from '../ledger/index.ts'
import { type MetricAnswer, runQuery } from '../reports/index.ts'
import { findBoughtWith } from './bought-with.ts'
import { type CreditedAds, creditAds, ModelInput } from './credit-ads.ts'
import { figuresFor, figuresWithBuyersFor, ProductResult } from './outputs.ts'

/** The product, and the days of its figures as in a metric query. */
const ProductInput = z.object({
  /** The platform's id. */
  id: z.string().min(1).max(200),
  from: z.string(),
  to: z.string(),
  interval: z.enum(['day', 'week', 'month']).optional(),
  compare: z
    .union([z.enum(['previous_period', 'previous_year']), z.object({ from: z.string(), to: z.string() })])
    .optional(),
  alignWeekdays: z.boolean().optional(),
  currency: z.string().optional(),
  model: ModelInput,
})

/** One product with its variants, by the platform's id. Throws `not_found`. */
export const getProduct = defineVerb({
  name: 'product.get',
  needs: 'metrics:read',
  access: 'read',
  input: ProductInput,
  output: ProductResult,
  async run(ctx, { id, interval, model, ...asked }): Promise<ProductResult> {
    const days = { ...asked, filters: [{ dimension: 'product', operator: 'is', values: [id] }] }
    const { compare: _compare, alignWeekdays: _align, ...period } = days
    const query = parseQuery({ ...days, ...(interval && { interval }), metrics: figuresWithBuyersFor(ctx) })
    const byVariant = parseQuery({ ...period, metrics: figuresFor(ctx), dimensions: ['variant', 'sku'] })
    const [record, sold] = await Promise.all([readRecord(ctx, id), readSold(ctx, id)])
    if (!record && !sold) {
      throw new AppError(
        'not_found',
        `${ctx.shop.domain} has no product “${id.slice(0, 60)}”. It may not be imported yet.`,
      )
    }
    const [figures, variants, boughtWith, ads] = await Promise.all([
      runQuery.run(ctx, query),
      listVariants(ctx, byVariant, record),
      findBoughtWith(ctx, id, query),
      creditAds(ctx, { from: query.from, to: query.to, currency: query.currency, model }),
    ])
    const ids = [...new Set(variants.map((variant) => variant.id))]
    return {
      id,
      title: record?.title || sold?.title || id,
      listing: record
        ? {
            status: record.status,
            imageUrl: record.imageUrl,
            categories: [...record.categories],
            supplier: record.supplier ?? null,
          }
        : null,
      figures,
      ads: adsOf(id, figures, ads),
      variants,
      costs: permissionsOf(ctx.actor).includes('costs:read') ? await listCosts(ctx, id, ids) : [],
      boughtWith,
    }
  },
})

function adsOf(id: string, { totals, quality }: MetricAnswer, { summary, beside }: CreditedAds): ProductResult['ads'] {
  const { values } = beside({ values: totals }, (other) => other === id)
  const left = { contribution: toText(values['contributionAfterAds']), bound: quality?.['cm2']?.bound ?? 'exact' }
  const isTold = 'contributionAfterAds' in values
  return { model: summary.model, credited: toText(values['adsCredited']), ...(isTold && left) }
}

function toText(value: MetricValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

const Body = z.object({ body: z.string() })

async function readRecord({ warehouse }: ShopContext, id: string): Promise<ProductRecord | undefined> {
  const [found] = await warehouse.read(
    {
      sql: "SELECT body FROM records FINAL WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = '' AND id = {id:String}",
      params: { id },
    },
    Body,
  )
  const record = found && decodeRecord(found)
  return record?.type === 'product' ? record : undefined
}

const Sold = z.object({ title: z.string(), sales: z.coerce.number() })

/** What orders call the product; undefined if none has it. */
async function readSold({ warehouse }: ShopContext, id: string): Promise<z.infer<typeof Sold> | undefined> {
  const [found] = await warehouse.read(
    {
      sql: 'SELECT toString(argMax(ledger.title, booked_at)) AS title, count() AS sales FROM ledger WHERE shop_id = {shop:UUID} AND product_id = {id:String}',
      params: { id },
    },
    Sold,
  )
  return found && found.sales > 0 ? found : undefined
}

/** Those with figures first, then the others that the store lists. */
async function listVariants(
  ctx: ShopContext,
  query: MetricQuery,
  record: ProductRecord | undefined,
): Promise<ProductResult['variants']> {
  const { rows = [] } = await runQuery.run(ctx, query)
  const listed = new Map(record?.variants.map((variant) => [variant.id, variant]))
  const named = rows.map((row) => toVariant(row, record?.id ?? '', listed))
  const seen = new Set(named.map(({ id }) => id))
  const others = [...listed.values()].filter(({ id }) => !seen.has(id))
  return [...named, ...others.map(({ id, title, sku, price }) => ({ id, title, sku: sku ?? '', price, values: {} }))]
}

type Variants = ReadonlyMap<string, ProductRecord['variants'][number]>

const unlisted = { title: '', sku: '', price: null }

/** A row of the breakdown; a product without variants is its own. */
function toVariant(
  { dimensions, names = {}, values, bounds }: MetricRow,
  product: string,
  listed: Variants,
): ProductResult['variants'][number] {
  const id = dimensions['variant'] || product
  const { title, sku, price } = listed.get(id) ?? unlisted
  return {
    id,
    title: title || names['variant'] || names['sku'] || '',
    sku: dimensions['sku'] || (sku ?? ''),
    price,
    values,
    ...(bounds && { bounds }),
  }
}

async function listCosts(
  { queries, shop }: ShopContext,
  product: string,
  variants: readonly string[],
): Promise<ProductResult['costs']> {
  const refs = { variant: [...variants, product], product: [product], supplier: [], category: [] }
  const entries = await listGoodsCosts(queries, shop.id, refs)
  return entries
    .filter(({ scope }) => scope === 'variant' || scope === 'product')
    .toSorted((a, b) => (a.fromDay ?? '').localeCompare(b.fromDay ?? '') || a.minQuantity - b.minQuantity)
    .map(viewGoodsCost)
}
