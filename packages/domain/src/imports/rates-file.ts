import { AppError, rateText } from '@tillsight/core'
import { type Day, parseDay } from '@tillsight/core/days'
import { type Db, listStoredRates } from '@tillsight/database'
import { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import { type Context, defineVerb, type ShopContext } from '../context/index.ts'
import { assertMayKeepRates, baseCurrency, readRates, storeRates, unpackRates } from '../currencies/index.ts'
import { largestRatesFileMb } from '../inputs/index.ts'
import { rebookUnrated } from '../ledger/index.ts'

/** The result of importing a rate table. */
export const ImportedRates = z.object({
  rates: z.number(),
  days: z.number(),
  currencies: z.array(z.string()),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Orders of the shop that waited for a rate and were booked again. */
  rebooked: z.number(),
})
export type ImportedRates = z.infer<typeof ImportedRates>

/**
 * Stores a table of reference rates: `Date,USD,JPY,…`, one line per day, or the XML of the European Central Bank. Empty and
 * `N/A` cells are skipped; rates quoted against another `base` than the euro are converted. Called within a shop, it then
 * books the orders that waited for one of these rates. Throws `invalid_input` naming the invalid line.
 */
export const importRates = defineVerb({
  name: 'rates.import',
  needs: 'rates:write',
  access: 'work',
  input: z.object({ csv: z.string().min(1).max(20_000_000), base: z.string().optional() }),
  output: ImportedRates,
  async run(ctx: Context, { csv, base }) {
    const rates = readRates(csv, { base })
    await ctx.db.transaction(async (queries) => {
      await storeRates(queries, rates)
      await recordAudit({ ...ctx, queries }, { action: 'rates.import', target: { kind: 'rates', id: '', name: '' } })
    })
    return { ...describeRates(rates), rebooked: isInShop(ctx) ? await rebookUnrated(ctx) : 0 }
  },
})

/** Number, days and currencies of the rates. */
function describeRates(rates: ReturnType<typeof readRates>): Omit<ImportedRates, 'rebooked'> {
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

const File = z.object({
  name: z.string().min(1).max(255),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  /** The currency its rates are quoted against. */
  base: z.string(),
})

/** The result of importing a rates file, or of its preview. */
export const RatesFileReport = ImportedRates.extend({
  fileName: z.string(),
  /** Of the rates: those for days without one, and those that differ from the stored ones. */
  added: z.number(),
  replaced: z.number(),
})
export type RatesFileReport = z.infer<typeof RatesFileReport>

/** Previews what importing this file would change. Throws `invalid_input`, and `forbidden` for people who may not. */
export const previewRates = defineVerb({
  name: 'rates.preview',
  needs: 'shops:write',
  access: 'read',
  input: File,
  output: RatesFileReport,
  async run(ctx: ShopContext, file) {
    await assertMayKeepRates(ctx)
    const rates = await readFile(file)
    return { ...describeRates(rates), ...(await compare(ctx.queries, rates)), fileName: file.name, rebooked: 0 }
  },
})

/** Stores the rates of the file and books the shop's orders that waited for one. Throws like the preview. */
export const uploadRates = defineVerb({
  name: 'rates.upload',
  needs: 'shops:write',
  access: 'work',
  input: File,
  output: RatesFileReport,
  async run(ctx: ShopContext, file) {
    await assertMayKeepRates(ctx)
    const rates = await readFile(file)
    const compared = await compare(ctx.queries, rates)
    await ctx.db.transaction(async (queries) => {
      await storeRates(queries, rates)
      await recordAudit(
        { ...ctx, queries },
        { action: 'rates.upload', target: { kind: 'rates', id: '', name: file.name } },
      )
    })
    return { ...describeRates(rates), ...compared, fileName: file.name, rebooked: await rebookUnrated(ctx) }
  },
})

async function readFile({ name, bytes, base }: z.infer<typeof File>) {
  if (bytes.length === 0) throw new AppError('invalid_input', 'The file is empty, or none was chosen.')
  if (bytes.length > largestRatesFileMb * 1024 * 1024)
    throw new AppError('invalid_input', `The file is larger than ${largestRatesFileMb} MB. Pack it with gzip (.gz).`)
  const rates = readRates(await unpackRates(bytes, 'The file'), { base: base.trim().toUpperCase() || baseCurrency })
  if (rates.length === 0) throw new AppError('invalid_input', `${name} holds no rates. Nothing was imported.`)
  return rates
}

async function compare(
  db: Db,
  rates: Awaited<ReturnType<typeof readFile>>,
): Promise<{ readonly added: number; readonly replaced: number }> {
  const { from, to } = describeRates(rates)
  const stored = await listStoredRates(db, baseCurrency, { from: parseDay(from ?? ''), to: parseDay(to ?? '') })
  const known = new Map(stored.map(({ quote, day, rate }) => [keyOf(quote, day), plain(rate)]))
  const others = rates.map(({ quote, day, rate }) => ({
    known: known.get(keyOf(quote, day)),
    now: plain(rateText(rate)),
  }))
  return {
    added: others.filter((one) => one.known === undefined).length,
    replaced: others.filter((one) => one.known !== undefined && one.known !== one.now).length,
  }
}

function keyOf(quote: string, day: Day): string {
  return `${quote} ${day}`
}

function plain(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
