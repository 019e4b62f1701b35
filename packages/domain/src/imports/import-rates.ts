import { z } from 'zod'
import { type Context, defineVerb, type ShopContext } from '../context/index.ts'
import { readRates, storeRates } from '../currencies/index.ts'
import { rebookUnrated } from '../ledger/index.ts'

/** What a rate table brought. */
export const ImportedRates = z.object({
  rates: z.number(),
  days: z.number(),
  currencies: z.array(z.string()),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Orders of the shop that waited for a rate and were looked at again. */
  rebooked: z.number(),
})
export type ImportedRates = z.infer<typeof ImportedRates>

/**
 * Stores a table of reference rates: `Date,USD,JPY,…`, one line per day, or the XML of the European Central Bank. Empty and
 * `N/A` cells are left out; what is quoted against another `base` than the euro is turned into rates against it. Asked
 * within a shop, it then books the orders that waited for one of these rates. Throws `invalid_input` with the line that
 * does not read.
 */
export const importRates = defineVerb({
  name: 'rates.import',
  needs: 'rates:write',
  access: 'work',
  input: z.object({ csv: z.string().min(1).max(20_000_000), base: z.string().optional() }),
  output: ImportedRates,
  async run(ctx: Context, { csv, base }) {
    const rates = readRates(csv, { base })
    await ctx.db.transaction((queries) => storeRates(queries, rates))
    return { ...describeRates(rates), rebooked: isInShop(ctx) ? await rebookUnrated(ctx) : 0 }
  },
})

/** How many there are, of which days and currencies. */
export function describeRates(rates: ReturnType<typeof readRates>): Omit<ImportedRates, 'rebooked'> {
  const days = [...new Set(rates.map(({ day }) => day))].sort()
  return {
    rates: rates.length,
    days: days.length,
    currencies: [...new Set(rates.map(({ quote }) => quote))].sort(),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
  }
}

function isInShop(ctx: Context): ctx is ShopContext {
  return 'shop' in ctx
}
