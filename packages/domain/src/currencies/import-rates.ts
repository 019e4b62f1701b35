import { AppError, isCurrency, parseRate } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { z } from 'zod'
import { type Context, defineVerb } from '../context/index.ts'
import { baseCurrency, storeRates } from './rates.ts'

/** What a rate table brought. */
export const ImportedRates = z.object({
  rates: z.number(),
  days: z.number(),
  currencies: z.array(z.string()),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type ImportedRates = z.infer<typeof ImportedRates>

const notAvailable = new Set(['', 'n/a', '-'])

/**
 * Stores a table of reference rates against the euro: `Date,USD,JPY,…`, one line per day, as the European Central Bank
 * publishes it. Empty and `N/A` cells are left out. Throws `invalid_input` with the line that does not read.
 */
export const importRates = defineVerb<{ csv: string }, ImportedRates, Context>({
  name: 'rates.import',
  needs: 'rates:write',
  access: 'write',
  input: z.object({ csv: z.string().min(1).max(20_000_000) }),
  output: ImportedRates,
  async run(ctx, { csv }) {
    const rates = readRateTable(csv)
    await storeRates(ctx.queries, rates)
    const days = [...new Set(rates.map(({ day }) => day))].sort()
    return {
      rates: rates.length,
      days: days.length,
      currencies: [...new Set(rates.map(({ quote }) => quote))].sort(),
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
    }
  },
})

/** Reads the table; see {@link importRates}. */
export function readRateTable(csv: string) {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r?\n/)
  const [first = '', ...columns] = splitLine(lines[0] ?? '')
  const quotes = columns.filter((column) => column !== '')
  if (first.toLowerCase() !== 'date' || quotes.length === 0 || !quotes.every(isCurrency)) {
    throw new AppError(
      'invalid_input',
      `This is not a table of ${baseCurrency} exchange rates: its first line must be “Date” followed by currency codes, such as “Date,USD,JPY”.`,
    )
  }
  return lines.slice(1).flatMap((line, index) => (line.trim() === '' ? [] : readLine(line, quotes, index + 2)))
}

function readLine(line: string, quotes: readonly string[], number: number) {
  const [date = '', ...cells] = splitLine(line)
  try {
    const day = parseDay(date)
    return quotes.flatMap((quote, column) => {
      const cell = cells[column] ?? ''
      if (notAvailable.has(cell.toLowerCase()) || quote === baseCurrency) return []
      return [{ quote, day, rate: parseRate(cell) }]
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('invalid_input', `Line ${number} of the exchange rates cannot be read: ${error.message}`, {
      details: { line: number },
      cause: error,
    })
  }
}

function splitLine(line: string): string[] {
  return line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}
