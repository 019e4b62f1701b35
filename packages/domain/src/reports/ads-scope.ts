import { rateText } from '@tillsight/core'
import type { Day, DayRange } from '@tillsight/core/days'
import { addDays, listDays } from '@tillsight/core/days'
import { listAdAccountsOfShop } from '@tillsight/database'
import { type AdCurrency, type AdsScope, asksAds, asksClaims, type MetricQuery } from '@tillsight/metrics'
import type { ShopContext } from '../context/index.ts'
import { loadRates, type RateLookup } from '../currencies/index.ts'
import { listCurrencies } from './ad-currencies.ts'
import type { Sources } from './sources.ts'

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
