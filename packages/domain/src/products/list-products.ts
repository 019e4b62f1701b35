import { type MetricRow, parseQuery } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { runQuery } from '../reports/index.ts'
import { creditAds, FiltersInput, ModelInput, productsMeant } from './credit-ads.ts'
import { figuresFor, ProductList } from './outputs.ts'
import { readProductNames } from './product-names.ts'

/** The days, and which of their products to list. */
const ProductListInput = z.object({
  from: z.string(),
  to: z.string(),
  filters: FiltersInput.optional(),
  currency: z.string().optional(),
  /** A figure, or `product` for the name; descending with a leading minus. */
  sort: z
    .string()
    .regex(/^-?\w{1,40}$/, 'Expected a metric such as -netSales, descending with a leading minus.')
    .optional(),
  /** Part of the name. */
  search: z.string().trim().min(1).max(100).optional(),
  limit: z.int().min(1).max(1000).optional(),
  cursor: z.string().max(1000).optional(),
  model: ModelInput,
})

/** Lists the products sold or given back in some days, most net sales first. */
export const listProducts = defineVerb({
  name: 'product.list',
  needs: 'metrics:read',
  access: 'read',
  input: ProductListInput,
  output: ProductList,
  async run(ctx, { sort = '-netSales', model, ...asked }): Promise<ProductList> {
    const direction = sort.startsWith('-') ? 'descending' : 'ascending'
    const query = parseQuery({
      ...asked,
      metrics: figuresFor(ctx),
      dimensions: ['product'],
      order: { by: sort.replace(/^-/, ''), direction },
    })
    const isMeant = productsMeant(query.filters)
    const [{ range, currency, totals, rows = [], cursor }, ads] = await Promise.all([
      runQuery.run(ctx, query),
      isMeant && creditAds(ctx, { from: query.from, to: query.to, currency: query.currency, model }),
    ])
    const beside = <Row extends Pick<MetricRow, 'values' | 'bounds'>>(row: Row, of: (id: string) => boolean) =>
      ads ? ads.beside(row, of) : row
    const named = await readProductNames(
      ctx,
      rows.map(({ dimensions }) => dimensions['product'] ?? ''),
    )
    return {
      from: range.from,
      to: range.to,
      currency,
      totals: beside({ values: totals }, isMeant ?? (() => false)).values,
      products: rows.map((row) => {
        const id = row.dimensions['product'] ?? ''
        const { values, bounds } = beside(row, (other) => other === id)
        return { id, title: (named.get(id)?.title || row.names?.['product']) ?? '', values, ...(bounds && { bounds }) }
      }),
      ads: ads?.summary ?? null,
      ...(cursor && { cursor }),
    }
  },
})
