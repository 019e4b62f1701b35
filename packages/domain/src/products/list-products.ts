import { parseQuery } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { runQuery } from '../reports/index.ts'
import { figuresFor, ProductList } from './outputs.ts'
import { readProductNames } from './product-names.ts'

/** The days, and which of their products to list. */
const ProductListInput = z.object({
  from: z.string(),
  to: z.string(),
  filters: z
    .array(z.object({ dimension: z.string(), operator: z.enum(['is', 'is_not']), values: z.array(z.string()) }))
    .optional(),
  currency: z.string().optional(),
  /** A figure, or `product` for the name; descending with a leading minus. */
  sort: z
    .string()
    .regex(/^-?\w{1,40}$/, 'Expected a figure such as -netSales, descending with a leading minus.')
    .optional(),
  /** Part of the name. */
  search: z.string().trim().min(1).max(100).optional(),
  limit: z.int().min(1).max(1000).optional(),
  cursor: z.string().max(1000).optional(),
})

/** Lists the products sold or given back in some days, most net sales first. */
export const listProducts = defineVerb({
  name: 'product.list',
  needs: 'metrics:read',
  access: 'read',
  input: ProductListInput,
  output: ProductList,
  async run(ctx, { sort = '-netSales', ...asked }): Promise<ProductList> {
    const direction = sort.startsWith('-') ? 'descending' : 'ascending'
    const query = parseQuery({
      ...asked,
      metrics: figuresFor(ctx),
      dimensions: ['product'],
      order: { by: sort.replace(/^-/, ''), direction },
    })
    const { range, currency, totals, rows = [], cursor } = await runQuery.run(ctx, query)
    const named = await readProductNames(
      ctx,
      rows.map(({ dimensions }) => dimensions['product'] ?? ''),
    )
    return {
      from: range.from,
      to: range.to,
      currency,
      totals,
      products: rows.map(({ dimensions, names, values, bounds }) => ({
        id: dimensions['product'] ?? '',
        title: named.get(dimensions['product'] ?? '') ?? names?.['product'] ?? '',
        values,
        ...(bounds && { bounds }),
      })),
      ...(cursor && { cursor }),
    }
  },
})
