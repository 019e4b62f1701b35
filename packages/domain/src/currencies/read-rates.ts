import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError, divideRounded, isCurrency, parseRate, type Rate, rateDecimals } from '@tillsight/core'
import { type Day, parseDay } from '@tillsight/core/days'
import { baseCurrency, isCurrencyCode } from './rates.ts'

/** Units of a currency for one unit of the table's base currency. */
export interface QuotedRate {
  readonly quote: string
  readonly day: Day
  readonly rate: Rate
}

const notAvailable = new Set(['', 'n/a', '-'])

/** Parses a table of reference rates; obsolete currencies are left out. Throws `invalid_input` naming the invalid line. */
function readRateTable(csv: string): QuotedRate[] {
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

const vocabulary = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref'
/** A tag, a comment or a declaration; attributes contain no angle brackets in this format. */
const markup = /<(?<closing>\/?)(?<name>[\w:]+)(?<attributes>[^<>]*?)\/?>|<\?xml[^<>]*\?>|<!--[^]*?-->/g
const envelope = new Set(['gesmes:Envelope', 'gesmes:subject', 'gesmes:Sender', 'gesmes:name'])

/** The currency that rates are quoted against by default, and always stored against. */
interface RatesIn {
  /** The currency that the table is quoted against. */
  readonly base?: string | undefined
}

/**
 * Parses rates of either kind, a CSV table or the central bank's XML, and converts those against another currency into rates
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

/** The text of a file, plain or gzip. Throws `invalid_input` for other compression. */
export async function unpackRates(bytes: Uint8Array, name: string): Promise<string> {
  const start = Buffer.from(bytes.subarray(0, 2)).toString('latin1')
  if (start === 'PK')
    throw new AppError('invalid_input', `${name} is a ZIP archive. Unpack it and import the CSV in it.`)
  const text = start === '\u001f\u008b' ? await unpack(bytes, name) : Buffer.from(bytes)
  return text.toString('utf8')
}

/** Far larger than any table of rates, in bytes. */
const maxOutputLength = 100_000_000

async function unpack(bytes: Uint8Array, name: string): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength })
  } catch (cause) {
    throw new AppError('invalid_input', `${name} cannot be unpacked: it is damaged. Get it again.`, { cause })
  }
}

/** Converts each day's rates by the euro rate in the table itself. */
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

/**
 * Parses the reference rates of the European Central Bank in its own XML: of one day, of 90 days or of all time. Supports
 * that format only, not XML in general. Obsolete currencies are left out. Throws `invalid_input`.
 */
function readRateDocument(xml: string): QuotedRate[] {
  if (/<!(?:DOCTYPE|ENTITY|\[CDATA)/i.test(xml) || !xml.includes(vocabulary))
    throw notRates('it is another kind of XML')
  // A truncated transfer lacks the end.
  if (!/<\/gesmes:Envelope>\s*$/.test(xml)) throw notRates('it breaks off')
  const rates: QuotedRate[] = []
  let day: Day | undefined
  for (const cube of listCubes(xml)) {
    const time = cube.get('time')
    if (time !== undefined) day = readPart(() => parseDay(time), time)
    const rate = readCube(cube, day)
    if (rate !== undefined) rates.push(rate)
  }
  return rates
}

/** The attributes of each element with rates, in order; only those and the envelope are accepted. */
function* listCubes(xml: string): Generator<ReadonlyMap<string, string>> {
  for (const { groups, 0: tag } of xml.matchAll(markup)) {
    const { name, closing, attributes = '' } = groups ?? {}
    if (name === undefined || envelope.has(name) || closing !== '') continue
    if (name !== 'Cube') throw notRates(`${tag.slice(0, 40)} was not expected in it`)
    yield readAttributes(attributes)
  }
}

function readCube(cube: ReadonlyMap<string, string>, day: Day | undefined): QuotedRate | undefined {
  const [quote, text] = [cube.get('currency'), cube.get('rate')]
  if (quote === undefined && text === undefined) return undefined
  if (quote === undefined || text === undefined || day === undefined || !isCurrencyCode(quote))
    throw notRates(`a rate lacks its day, its currency or its value (${quote ?? text ?? ''})`)
  // No rate was quoted that day.
  if (text === 'N/A' || !isCurrency(quote)) return undefined
  return { quote, day, rate: readPart(() => parseRate(text), `${day} ${quote}`) }
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/(\w+)\s*=\s*(?:'([^']*)'|"([^"]*)")/g)].map(([, name = '', single, double]) => [
      name,
      single ?? double ?? '',
    ]),
  )
}

function readPart<T>(read: () => T, where: string): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw notRates(`${where.slice(0, 40)}: ${error.message}`)
  }
}

function notRates(reason: string): AppError {
  return new AppError('invalid_input', `These are not the reference rates of the European Central Bank: ${reason}.`)
}
