import { AppError, isCurrency, parseRate, type Rate } from '@tillsight/core'
import { type Day, parseDay } from '@tillsight/core/days'
import { isCurrencyCode } from './rates.ts'

/** Units of a currency for one unit of whatever the table is against. */
export interface QuotedRate {
  readonly quote: string
  readonly day: Day
  readonly rate: Rate
}

const notAvailable = new Set(['', 'n/a', '-'])

/**
 * Reads a table of reference rates; currencies that nobody pays in any more are left out. Throws `invalid_input` with the
 * line that does not read.
 */
export function readRateTable(csv: string): QuotedRate[] {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r?\n/)
  const [first = '', ...columns] = splitLine(lines[0] ?? '')
  const named = columns.filter((column) => column !== '')
  if (first.toLowerCase() !== 'date' || named.length === 0 || !named.every(isCurrencyCode)) {
    throw new AppError(
      'invalid_input',
      'This is not a table of exchange rates: its first line must be “Date” followed by currency codes, such as “Date,USD,JPY”.',
    )
  }
  const places = columns.flatMap((quote, place) => (isCurrency(quote) ? [{ quote, place }] : []))
  if (places.length === 0)
    throw new AppError(
      'invalid_input',
      `None of these is a currency: ${named.slice(0, 5).join(', ')}. Use codes such as USD.`,
    )
  return lines.slice(1).flatMap((line, index) => (line.trim() === '' ? [] : readLine(line, places, index + 2)))
}

function readLine(
  line: string,
  places: readonly { readonly quote: string; readonly place: number }[],
  number: number,
): QuotedRate[] {
  const [date = '', ...cells] = splitLine(line)
  try {
    const day = parseDay(date)
    return places.flatMap(({ quote, place }) => {
      const cell = cells[place] ?? ''
      return notAvailable.has(cell.toLowerCase()) ? [] : [{ quote, day, rate: parseRate(cell) }]
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
