import { AppError, isCurrency, parseRate } from '@tillsight/core'
import { type Day, parseDay } from '@tillsight/core/days'
import { isCurrencyCode } from './currency-code.ts'
import type { QuotedRate } from './rate-table.ts'

const vocabulary = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref'
/** A tag, a comment or a declaration; attributes without angle brackets, as this format has them. */
const markup = /<(?<closing>\/?)(?<name>[\w:]+)(?<attributes>[^<>]*?)\/?>|<\?xml[^<>]*\?>|<!--[^]*?-->/g
const envelope = new Set(['gesmes:Envelope', 'gesmes:subject', 'gesmes:Sender', 'gesmes:name'])

/**
 * Reads the reference rates of the European Central Bank in its own XML: of one day, of 90 days or of all time. Knows that
 * format and nothing else of XML. Currencies that nobody pays in any more are left out. Throws `invalid_input`.
 */
export function readRateDocument(xml: string): QuotedRate[] {
  if (/<!(?:DOCTYPE|ENTITY|\[CDATA)/i.test(xml) || !xml.includes(vocabulary))
    throw notRates('it is another kind of XML')
  // A transfer that broke off has no end.
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

/** The attributes of each element that holds rates, in order; nothing but those and the envelope may be there. */
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
  // Where none was quoted that day.
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
