import { AppError, isCurrency, parseRate } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { baseCurrency } from './rates.ts'

const notAvailable = new Set(['', 'n/a', '-'])

/** Reads a table of reference rates. Throws `invalid_input` with the line that does not read. */
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
