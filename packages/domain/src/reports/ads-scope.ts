import { rateText } from '@tillsight/core'
import { addDays, type Day, type DayRange, listDays } from '@tillsight/core/days'
import type { AdAccountRow } from '@tillsight/database'
import { type AdCurrency, type AdsScope, asksAds, asksClaims, type MetricQuery } from '@tillsight/metrics'
import type { CompiledQuery } from '@tillsight/warehouse'
import { z } from 'zod'
import { createShopReads, type ShopContext } from '../context/index.ts'
import { loadRates, type RateLookup } from '../currencies/index.ts'
import type { Sources } from './sources.ts'

const CurrencyRow = z.object({ platform: z.string(), currency: z.string() })

/** Each expected currency takes a look-up of its own. */
const mostExpected = 8

const rows = 'FROM ad_days WHERE shop_id = {shop:UUID}'

interface AdsQuery {
  readonly asked: Pick<MetricQuery, 'metrics' | 'currency'>
  /** All days of the query, comparison included. */
  readonly range: DayRange
  readonly sources: Pick<Sources, 'adsLoaded' | 'adsUnread'>
  /** The facts version, if it is current; undefined while facts are being written. */
  readonly version: bigint | undefined
}

/** What queries about ads need to know of the shop's accounts; undefined for a query about orders alone. */
export async function loadAdsScope(ctx: ShopContext, query: AdsQuery): Promise<AdsScope | undefined> {
  const { asked, range, sources, version } = query
  if (!asksAds(asked.metrics)) return undefined
  const { shop } = ctx
  const currencies = await listCurrencies(ctx, { range, currency: asked.currency, sources, version })
  const result = asked.currency ?? shop.currency
  const all = [...new Set(currencies.map(({ currency }) => currency))]
  const isForeign = all.some((currency) => currency !== result || currency !== shop.currency)
  const find: RateLookup = isForeign ? await loadRates(ctx, [...all, result, shop.currency], range) : () => undefined
  return {
    currencies,
    rates: tableOf(all, result, { find, range }),
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

/** Rows that were not read from a platform (entries of custom spend, restored facts) are always complete. */
function loadedOf(
  currencies: readonly AdCurrency[],
  { adsLoaded, adsUnread }: AdsQuery['sources'],
): AdsScope['loaded'] {
  const withRows = new Set(currencies.map(({ platform }) => platform))
  const others = [...withRows].filter((platform) => !adsLoaded.has(platform) || adsUnread.has(platform))
  return new Map([...adsLoaded, ...others.map((platform) => [platform, {}] as const)])
}

/** Days whose reported conversions can still grow: purchases are added for some time after the click. */
export interface Maturing {
  /** The first such day on any platform. */
  readonly from: Day
  readonly platforms: readonly string[]
  /** The first such day on each platform. */
  readonly since: Readonly<Record<string, Day>>
}

/** Which days of a query are still maturing on the platforms whose conversions it requests. */
export async function findMaturing(
  ctx: ShopContext,
  { metrics, to }: Pick<MetricQuery, 'metrics' | 'to'>,
  today: Day,
): Promise<Maturing | undefined> {
  const claims = asksClaims(metrics)
  if (claims.size === 0) return undefined
  const since = new Map<string, Day>()
  for (const { platform, clickWindowDays } of await listRead(ctx)) {
    if (!(claims.has('all') || claims.has(platform)) || clickWindowDays <= 0) continue
    const first = addDays(today, 1 - clickWindowDays)
    const known = since.get(platform)
    if (first <= to && (known === undefined || first < known)) since.set(platform, first)
  }
  const [from] = [...since.values()].toSorted()
  if (from === undefined) return undefined
  return { from, platforms: [...since.keys()], since: Object.fromEntries(since) }
}

interface Params {
  readonly range: DayRange
  /** The currency of the result; the shop's own by default. */
  readonly currency: string | undefined
  readonly sources: Pick<Sources, 'adsLoaded' | 'adsUnread'>
  /** The facts version, if it is current; undefined while facts are being written. */
  readonly version: bigint | undefined
}

/** The currencies of rows in the days; superseded rows may add one too many, which does no harm. */
async function listCurrencies(ctx: ShopContext, options: Params): Promise<readonly AdCurrency[]> {
  const { facts, shop } = ctx
  const { range, version } = options
  if (facts === undefined || version === undefined) return readCurrencies(ctx, range)
  const everPlace = facts.adCurrencies.at(`${shop.id} ${version}`)
  const ever = await (everPlace.known ?? everPlace.keep(readCurrencies(ctx)))
  if (ever.every((each) => isSameOnAnyDay(each, shop.currency, options))) return ever
  const { known, keep } = facts.adCurrencies.at(`${shop.id} ${version} ${range.from} ${range.to}`)
  return known ?? keep(readCurrencies(ctx, range))
}

/** Whether a result does not depend on which of its days have such rows, because they need no conversion. */
function isSameOnAnyDay({ platform, currency }: AdCurrency, own: string, { sources, ...asked }: Params): boolean {
  const isConverted = currency !== own || currency !== (asked.currency ?? own)
  return !isConverted && sources.adsLoaded.has(platform) && !sources.adsUnread.has(platform)
}

/** For all days if no range is given. */
async function readCurrencies(ctx: ShopContext, range?: DayRange): Promise<readonly AdCurrency[]> {
  const expected = await listExpected(ctx)
  return (await ctx.warehouse.read(currenciesQuery(range, expected), CurrencyRow)).toSorted(byName)
}

/** The accounts that are read, or are about to be. */
async function listRead(ctx: ShopContext): Promise<readonly AdAccountRow[]> {
  const { reads = createShopReads(ctx) } = ctx
  return (await reads.standing()).adAccounts.filter(({ taken, chosen }) => taken || chosen)
}

/** The current currencies of the accounts, which nearly all rows have. */
async function listExpected(ctx: ShopContext): Promise<readonly AdCurrency[]> {
  const all = new Map<string, AdCurrency>()
  for (const { platform, currency } of await listRead(ctx)) {
    all.set(`${platform} ${currency}`, { platform, currency })
  }
  return all.size > mostExpected ? [] : [...all.values()]
}

/**
 * A single row proves each expected currency, and only rows with others are grouped: that takes a fifth of the time of
 * grouping all rows.
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
