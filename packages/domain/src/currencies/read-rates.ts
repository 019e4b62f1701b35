import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError, divideRounded, isCurrency, type Rate, rateDecimals } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { readRateDocument } from './rate-document.ts'
import { type QuotedRate, readRateTable } from './rate-table.ts'
import { baseCurrency } from './rates.ts'

/** What rates are quoted against where nothing is said, and what they are stored against always. */
export interface RatesIn {
  /** What the table is quoted against. */
  readonly base?: string | undefined
}

/**
 * Reads rates of either kind, a CSV table or the central bank's XML, and turns those against another currency into rates
 * against the euro. Throws `invalid_input`.
 */
export function readRates(text: string, { base = baseCurrency }: RatesIn = {}): QuotedRate[] {
  if (!isCurrency(base))
    throw new AppError('invalid_input', `“${base.slice(0, 20)}” is not a currency: expected a code such as EUR.`)
  const isDocument = /^\uFEFF?\s*</.test(text)
  if (isDocument && /^\uFEFF?\s*<(?:!doctype html|html|head|body)/i.test(text)) throw webPage()
  const rates = isDocument ? readRateDocument(text) : readRateTable(text)
  if (base === baseCurrency) return rates.filter(({ quote }) => quote !== baseCurrency)
  return againstBase(rates, base)
}

/** The text of a file, plain or gzip. Throws `invalid_input` for what is packed otherwise. */
export async function unpackRates(bytes: Uint8Array, name: string): Promise<string> {
  const start = Buffer.from(bytes.subarray(0, 2)).toString('latin1')
  if (start === 'PK')
    throw new AppError('invalid_input', `${name} is a ZIP archive. Unpack it and import the CSV in it.`)
  const text = start === '\u001f\u008b' ? await unpack(bytes, name) : Buffer.from(bytes)
  return text.toString('utf8')
}

/** Far larger than any table of rates. */
const maxOutputLength = 100_000_000

async function unpack(bytes: Uint8Array, name: string): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength })
  } catch (cause) {
    throw new AppError('invalid_input', `${name} cannot be unpacked: it is damaged. Get it again.`, { cause })
  }
}

/** Of each day, over the rate of the euro that the table itself gives. */
function againstBase(rates: readonly QuotedRate[], base: string): QuotedRate[] {
  const euro = new Map(rates.filter(({ quote }) => quote === baseCurrency).map(({ day, rate }) => [day, rate]))
  const overEuro = (over: bigint, day: Day, quote: string): QuotedRate => {
    const by = euro.get(day)
    if (by === undefined)
      throw new AppError(
        'invalid_input',
        `The rates against ${base} lack the one of ${baseCurrency} on ${day}, through which they are stored.`,
      )
    const rate = divideRounded(over * 10n ** BigInt(rateDecimals), by)
    if (rate <= 0n) throw new AppError('invalid_input', `The rate of ${quote} on ${day} is too small to be kept.`)
    // Holds because the value is above zero and in the unit of rates.
    return { quote, day, rate: rate as Rate }
  }
  const one = 10n ** BigInt(rateDecimals)
  const days = [...new Set(rates.map(({ day }) => day))]
  return [
    ...days.map((day) => overEuro(one, day, base)),
    ...rates
      .filter(({ quote }) => quote !== baseCurrency && quote !== base)
      .map(({ quote, day, rate }) => overEuro(rate, day, quote)),
  ]
}

function webPage(): AppError {
  return new AppError(
    'invalid_input',
    'What came is a web page and no rates: the address is not that of the file, or asks for signing in first.',
  )
}
