import { AppError, divideRounded, parseRate, type Rate, rateDecimals, rateText, unitRate } from '@tillsight/core'
import { addDays, type Day, type DayRange, listDays } from '@tillsight/core/days'
import { type Db, type ExchangeRateRow, listOrganisations, saveExchangeRates } from '@tillsight/database'
import { type ActorContext, type Context, permissionsOf } from '../context/index.ts'

/** The currency that stored rates are quoted against. */
export const baseCurrency = 'EUR'

/** Banks publish no rates on weekends and holidays; a rate older than this many days is not used for a day. */
export const daysBack = 10

/** Finds the rate between two currencies on a day; undefined if there is none. */
export type RateLookup = (from: string, to: string, day: Day) => Rate | undefined

/** Reads the rates that some currencies need in a range of days. */
export async function loadRates(
  { queries, personReads }: RateContext,
  currencies: Iterable<string>,
  range: DayRange,
): Promise<RateLookup> {
  const quotes = [...new Set(currencies)].filter((currency) => currency !== baseCurrency).toSorted()
  if (quotes.length === 0) return createRateLookup([])
  const from = addDays(range.from, -daysBack)
  const read = async (): Promise<RateLookup> => {
    const rows = await queries
      .selectFrom('exchangeRates')
      .selectAll()
      .where('base', '=', baseCurrency)
      .where('quote', 'in', quotes)
      .where('day', '>=', from)
      .where('day', '<=', range.to)
      .execute()
    return createRateLookup(rows)
  }
  return personReads ? personReads.shared(`rates ${quotes.join(' ')} ${from} ${range.to}`, read) : read()
}

/** Where rates are read; they are the same for all shops of a request. */
type RateContext = Pick<ActorContext, 'queries' | 'personReads'>

/** A look-up over stored rates: cross rates go through the base; a day without a rate uses the last one before it. */
export function createRateLookup(rows: readonly ExchangeRateRow[]): RateLookup {
  const byQuote = new Map<string, Map<Day, Rate>>()
  for (const { quote, day, rate } of rows) {
    const days = byQuote.get(quote) ?? new Map<Day, Rate>()
    days.set(day, readStoredRate(rate))
    byQuote.set(quote, days)
  }
  const fromBase = (currency: string, day: Day): Rate | undefined => {
    if (currency === baseCurrency) return unitRate
    const days = byQuote.get(currency)
    if (!days) return undefined
    for (let back = 0; back <= daysBack; back += 1) {
      const rate = days.get(back === 0 ? day : addDays(day, -back))
      if (rate !== undefined) return rate
    }
    return undefined
  }
  return (from, to, day) => {
    if (from === to) return unitRate
    const over = fromBase(to, day)
    const by = fromBase(from, day)
    return over === undefined || by === undefined ? undefined : crossRate(over, by)
  }
}

function crossRate(over: Rate, by: Rate): Rate | undefined {
  const value = divideRounded(over * 10n ** BigInt(rateDecimals), by)
  // Holds because the value is above zero and in the unit of rates, which is the whole definition of one.
  return value > 0n ? (value as Rate) : undefined
}

/** Stored rates may have more decimals than a rate holds. */
function readStoredRate(text: string): Rate {
  return parseRate(/^\d+\.\d{10}/.exec(text)?.[0] ?? text)
}

/** Rate of each day from one currency to another, as queries expect it; days without a rate are left out. */
export async function listDailyRates(
  ctx: RateContext,
  pair: { from: string; to: string },
  range: DayRange,
): Promise<Map<Day, string>> {
  const find = await loadRates(ctx, [pair.from, pair.to], range)
  const rates = new Map<Day, string>()
  for (const day of listDays(range)) {
    const rate = find(pair.from, pair.to, day)
    if (rate !== undefined) rates.set(day, rateText(rate))
  }
  return rates
}

/** Stores rates against the base currency, replacing those of the same day. Returns how many are new or have changed. */
export async function storeRates(db: Db, rates: readonly { quote: string; day: Day; rate: Rate }[]): Promise<number> {
  return saveExchangeRates(
    db,
    rates.map(({ quote, day, rate }) => ({ base: baseCurrency, quote, day, rate: rateText(rate) })),
  )
}

/** Whether the text has the shape of an ISO 4217 code; the currency may be obsolete. */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}

type Asking = Pick<Context, 'actor' | 'organisation' | 'queries'>

/**
 * Whether the actor may change rates, which are shared by every shop of the installation: the operator may, and owners and
 * admins of its first organisation. Members of other organisations may not, as they can be strangers to each other.
 */
export async function mayKeepRates({ actor, organisation, queries }: Asking): Promise<boolean> {
  const held = permissionsOf(actor)
  if (held.includes('rates:write')) return true
  if (!held.includes('shops:write')) return false
  const [first] = await listOrganisations(queries)
  return first?.id === organisation
}

/** Throws `forbidden` for actors who may not change rates. */
export async function assertMayKeepRates(ctx: Asking): Promise<void> {
  if (await mayKeepRates(ctx)) return
  throw new AppError(
    'forbidden',
    'Exchange rates are the same for all organisations of this installation. Ask whoever runs it to import them: `tillsight rates import FILE`.',
  )
}
