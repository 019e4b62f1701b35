import type { DayRange } from '@tillsight/core/days'
import { listAdAccountsOfShop } from '@tillsight/database'
import type { AdCurrency, CompiledQuery } from '@tillsight/metrics'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import type { Sources } from './sources.ts'

const CurrencyRow = z.object({ platform: z.string(), currency: z.string() })

interface Asked {
  readonly range: DayRange
  /** The currency of the answer; the shop's own when absent. */
  readonly currency: string | undefined
  readonly sources: Pick<Sources, 'adsLoaded' | 'adsUnread'>
  /** The facts' version while it stands for what is there; undefined while they are being written. */
  readonly version: bigint | undefined
}

/** Which currencies the rows of the days are in; superseded rows may name one too many, which does no harm. */
export async function listCurrencies(ctx: ShopContext, asked: Asked): Promise<readonly AdCurrency[]> {
  const { facts, shop } = ctx
  const { range, version } = asked
  if (facts === undefined || version === undefined) return readCurrencies(ctx, range)
  const ever = await facts.adCurrencies.recall(`${shop.id} ${version}`, () => readCurrencies(ctx))
  if (ever.every((each) => isSameOnAnyDay(each, shop.currency, asked))) return ever
  return facts.adCurrencies.recall(`${shop.id} ${version} ${range.from} ${range.to}`, () => readCurrencies(ctx, range))
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

/** Each is a look for itself. */
const mostExpected = 8

const rows = 'FROM ad_days WHERE shop_id = {shop:UUID}'

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
