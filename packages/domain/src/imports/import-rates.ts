import { z } from 'zod'
import { type Context, defineVerb, type ShopContext } from '../context/index.ts'
import { readRateTable, storeRates } from '../currencies/index.ts'
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
 * Stores a table of reference rates against the euro: `Date,USD,JPY,…`, one line per day, as the European Central Bank
 * publishes it. Empty and `N/A` cells are left out. Asked within a shop, it then books the orders that waited for one of
 * these rates. Throws `invalid_input` with the line that does not read.
 */
export const importRates = defineVerb<{ csv: string }, ImportedRates, Context>({
  name: 'rates.import',
  needs: 'rates:write',
  access: 'work',
  input: z.object({ csv: z.string().min(1).max(20_000_000) }),
  output: ImportedRates,
  async run(ctx, { csv }) {
    const rates = readRateTable(csv)
    await ctx.db.transaction((queries) => storeRates(queries, rates))
    const days = [...new Set(rates.map(({ day }) => day))].sort()
    return {
      rates: rates.length,
      days: days.length,
      currencies: [...new Set(rates.map(({ quote }) => quote))].sort(),
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
      rebooked: isInShop(ctx) ? await rebookUnrated(ctx) : 0,
    }
  },
})

function isInShop(ctx: Context): ctx is ShopContext {
  return 'shop' in ctx
}
