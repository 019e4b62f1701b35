import { rateText } from '@tillsight/core'
import { addDays, type Day, type DayRange, listDays } from '@tillsight/core/days'
import { listAdAccountsOfShop } from '@tillsight/database'
import { type AdCurrency, type AdsScope, asksAds, asksClaims, type MetricQuery } from '@tillsight/metrics'
import type { CompiledQuery } from '@tillsight/warehouse'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { loadRates, type RateLookup } from '../currencies/index.ts'
import type { Sources } from './sources.ts'

const CurrencyRow = z.object({ platform: z.string(), currency: z.string() })

/** Each is a look for itself. */
const mostExpected = 8

const rows = 'FROM ad_days WHERE shop_id = {shop:UUID}'

interface AdsQuestion {
  readonly asked: Pick<MetricQuery, 'metrics' | 'currency'>
  /** All days of the question, comparison included. */
  readonly range: DayRange
  readonly sources: Pick<Sources, 'adsLoaded' | 'adsUnread'>
  /** The facts' version while it stands for what is there; undefined while they are being written. */
  readonly version: bigint | undefined
}

/** What questions about ads need to know of the shop's accounts; undefined for a question about orders alone. */
export async function loadAdsScope(ctx: ShopContext, question: AdsQuestion): Promise<AdsScope | undefined> {
  const { asked, range, sources, version } = question
  if (!asksAds(asked.metrics)) return undefined
  const { shop, queries } = ctx
  const currencies = await listCurrencies(ctx, { range, currency: asked.currency, sources, version })
  const answer = asked.currency ?? shop.currency
  const all = [...new Set(currencies.map(({ currency }) => currency))]
  const isForeign = all.some((currency) => currency !== answer || currency !== shop.currency)
  const find: RateLookup = isForeign
    ? await loadRates(queries, [...all, answer, shop.currency], range)
    : () => undefined
  return {
    currencies,
    rates: tableOf(all, answer, { find, range }),
    ownRates: tableOf(all, shop.currency, { find, range }),
    loaded: loadedOf(currencies, sources),
  }
}

function tableOf(
  currencies: readonly string[],
  to: string,
  { find, range }: { readonly find: RateLookup; readonly range: DayRange },
): AdsScope['rates'] {
  const foreign = currencies.filter((currency) => currency !== to)
  return new Map(
    foreign.map((currency) => {
      const rates = new Map<Day, string>()
      for (const day of listDays(range)) {
        const rate = find(currency, to, day)
        if (rate !== undefined) rates.set(day, rateText(rate))
      }
      return [currency, rates] as const
    }),
  )
}

/** Rows that came otherwise than by reading a platform (entered costs, facts put back) are all there is. */
function loadedOf(
  currencies: readonly AdCurrency[],
  { adsLoaded, adsUnread }: AdsQuestion['sources'],
): AdsScope['loaded'] {
  const withRows = new Set(currencies.map(({ platform }) => platform))
  const others = [...withRows].filter((platform) => !adsLoaded.has(platform) || adsUnread.has(platform))
  return new Map([...adsLoaded, ...others.map((platform) => [platform, {}] as const)])
}

/** Days whose claims can still grow, because purchases are added for a while after the click. */
export interface Maturing {
  /** The first of them on any of the platforms. */
  readonly from: Day
  readonly platforms: readonly string[]
  /** The first of them on each platform. */
  readonly since: Readonly<Record<string, Day>>
}

/** Which days of a question are still maturing at the platforms whose claims it asks for. */
export async function findMaturing(
  { queries, shop }: Pick<ShopContext, 'queries' | 'shop'>,
  { metrics, to }: Pick<MetricQuery, 'metrics' | 'to'>,
  today: Day,
): Promise<Maturing | undefined> {
  const claims = asksClaims(metrics)
  if (claims.size === 0) return undefined
  const since = new Map<string, Day>()
  for (const { platform, clickWindowDays, taken, chosen } of await listAdAccountsOfShop(queries, shop.id)) {
    if (!(claims.has('all') || claims.has(platform)) || !(taken || chosen) || clickWindowDays <= 0) continue
    const first = addDays(today, 1 - clickWindowDays)
    const known = since.get(platform)
    if (first <= to && (known === undefined || first < known)) since.set(platform, first)
  }
  const [from] = [...since.values()].toSorted()
  if (from === undefined) return undefined
  return { from, platforms: [...since.keys()], since: Object.fromEntries(since) }
}

interface Asked {
  readonly range: DayRange
  /** The currency of the answer; the shop's own when absent. */
  readonly currency: string | undefined
  readonly sources: Pick<Sources, 'adsLoaded' | 'adsUnread'>
  /** The facts' version while it stands for what is there; undefined while they are being written. */
  readonly version: bigint | undefined
}

/** Which currencies the rows of the days are in; superseded rows may name one too many, which does no harm. */
async function listCurrencies(ctx: ShopContext, asked: Asked): Promise<readonly AdCurrency[]> {
  const { facts, shop } = ctx
  const { range, version } = asked
  if (facts === undefined || version === undefined) return readCurrencies(ctx, range)
  const everPlace = facts.adCurrencies.at(`${shop.id} ${version}`)
  const ever = await (everPlace.known ?? everPlace.keep(readCurrencies(ctx)))
  if (ever.every((each) => isSameOnAnyDay(each, shop.currency, asked))) return ever
  const { known, keep } = facts.adCurrencies.at(`${shop.id} ${version} ${range.from} ${range.to}`)
  return known ?? keep(readCurrencies(ctx, range))
}

/** Whether it makes no difference to an answer which of its days have such rows: nothing of them has to be converted. */
function isSameOnAnyDay({ platform, currency }: AdCurrency, own: string, { sources, ...asked }: Asked): boolean {
  const isConverted = currency !== own || currency !== (asked.currency ?? own)
  return !isConverted && sources.adsLoaded.has(platform) && !sources.adsUnread.has(platform)
}

/** Without a range: of all days. */
async function readCurrencies(ctx: ShopContext, range?: DayRange): Promise<readonly AdCurrency[]> {
  const expected = await listExpected(ctx)
  return (await ctx.warehouse.read(currenciesQuery(range, expected), CurrencyRow)).toSorted(byName)
}

/** What the accounts are in by now: nearly all rows are, as a rule. */
async function listExpected({ queries, shop }: ShopContext): Promise<readonly AdCurrency[]> {
  const all = new Map<string, AdCurrency>()
  for (const { platform, currency, taken, chosen } of await listAdAccountsOfShop(queries, shop.id)) {
    if (taken || chosen) all.set(`${platform} ${currency}`, { platform, currency })
  }
  return all.size > mostExpected ? [] : [...all.values()]
}

/**
 * One row tells that there are rows like those expected, and only others have to be told apart: that takes a fifth of the
 * time of grouping all of them.
 */
function currenciesQuery(range: DayRange | undefined, expected: readonly AdCurrency[]): CompiledQuery {
  const days = range ? `${rows} AND day >= {from:Date} AND day <= {to:Date}` : rows
  const matches = expected.map((_, at) => `(platform = {platform_${at}:String} AND currency = {currency_${at}:String})`)
  const found = 'SELECT toString(ad_days.platform) AS platform, toString(ad_days.currency) AS currency'
  const others = matches.length > 0 ? ` AND NOT (${matches.join(' OR ')})` : ''
  const looks = matches.map((match) => `${found} ${days} AND ${match} LIMIT 1`)
  const params = expected.flatMap(({ platform, currency }, at) => [
    [`platform_${at}`, platform] as const,
    [`currency_${at}`, currency] as const,
  ])
  return {
    sql: [`${found} ${days}${others} GROUP BY ad_days.platform, ad_days.currency`, ...looks]
      .map((select) => `(${select} SETTINGS final = 0)`)
      .join(' UNION ALL '),
    params: { ...range, ...Object.fromEntries(params) },
  }
}

function byName(a: AdCurrency, b: AdCurrency): number {
  return `${a.platform} ${a.currency}` < `${b.platform} ${b.currency}` ? -1 : 1
}
