import { type Day, startOfDay } from '@tillsight/core/days'
import type { AdAccountFacts } from '@tillsight/domain'
import type { AccountMark } from '../../blocks/breakdown-table/model.ts'
import type { Say } from '../../language/index.ts'
import type { ShopView } from '../../services.ts'

const hourMs = 3_600_000

type MarkWord = `printed.mark.${'hours' | 'later' | 'earlier' | 'currency'}`

/** How an account's time zone and currency differ from the shop's; null where they do not. */
export function markAccount(
  { currency, zone }: Pick<AdAccountFacts, 'currency' | 'zone'>,
  shop: Pick<ShopView, 'currency' | 'zone' | 'today'>,
  say: Say<MarkWord>,
): AccountMark | null {
  const hours = hoursLater(zone, shop)
  const isForeign = currency !== '' && currency !== shop.currency
  if (hours === 0 && !isForeign) return null
  const days = say(hours > 0 ? 'printed.mark.later' : 'printed.mark.earlier', { hours: String(Math.abs(hours)), zone })
  const amounts = say('printed.mark.currency', { currency })
  return {
    short: [
      ...(hours === 0 ? [] : [say('printed.mark.hours', { hours: `${hours > 0 ? '+' : '−'}${Math.abs(hours)}` })]),
      ...(isForeign ? [currency] : []),
    ].join(' · '),
    long: [...(hours === 0 ? [] : [days]), ...(isForeign ? [amounts] : [])].join(' '),
  }
}

/** How many hours later the day begins there than in the shop; half hours count. */
function hoursLater(zone: string, shop: { readonly zone: string; readonly today: Day }): number {
  // Most accounts have the shop's time zone, and each lookup takes a moment.
  if (zone === '' || zone === shop.zone) return 0
  try {
    const there = startOfDay(shop.today, zone).getTime()
    return (there - startOfDay(shop.today, shop.zone).getTime()) / hourMs
  } catch {
    // A time zone unknown to this runtime: the difference is unknown.
    return 0
  }
}
