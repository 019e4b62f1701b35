import { markov, type PathRow, shapley, shapleyOrdered } from '@tillsight/attribution'
import { z } from 'zod'
import { Amount, readInput } from './input.ts'

const Count = z.int().min(0)

const Paths = z.object({
  rows: z.array(
    z.object({
      path: z.array(z.string()),
      conversions: Count,
      value_minor: Amount.default(0n),
      null: Count.default(0),
    }),
  ),
  models: z.array(z.enum(['markov', 'shapley', 'shapley_ordered'])),
  order: z.int().min(1).max(10).default(1),
  nulls: z.boolean().default(true),
})

const significantDigits = 12

/** Fitted models of journeys that are counted by path. */
export async function fitPaths(): Promise<unknown> {
  const { rows, models, order, nulls } = await readInput(Paths, 'paths')
  const counted: PathRow[] = rows.map((row) => ({ ...row, value_minor: Number(row.value_minor) }))
  const fits = {
    markov: () => markov(counted, { order, nulls }),
    shapley: () => shapley(counted),
    shapley_ordered: () => shapleyOrdered(counted),
  }
  return rounded(Object.fromEntries(models.map((model) => [model, fits[model]()])))
}

/** Every number to as many digits as are certain. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(significantDigits))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rounded(part)]))
}
