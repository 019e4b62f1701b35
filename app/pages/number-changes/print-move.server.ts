import type { NumberChangeView } from '@tillsight/domain'
import { href } from 'react-router'
import { type CreditNames, creditNames } from '../../blocks/credit/credit-names.server.ts'
import { dayText, figureText, instantText } from '../../format/index.ts'
import type { Say } from '../../language/index.ts'
import type { ShopView } from '../../services.ts'
import type { MoveModel } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

type Credit = NonNullable<NumberChangeView['credit']>

/** A moved attribution; undefined for any other change. */
export function printMove(change: NumberChangeView, shop: ShopView): MoveModel | undefined {
  const { id, day, credit, difference, seenAt } = change
  if (credit === null) return undefined
  const { display, zone } = shop
  const format = { ...display, currency: shop.currency, decimals: Math.max(2, display.decimals) }
  const { from, to, orders, because } = credit
  const { language } = display
  const say = pageWords.say(language)
  const names = creditNames(language)
  const channelOf = (channel: string | null) => (channel === null ? say('moves.unattributed') : names.channel(channel))
  return {
    id,
    day: dayText(day, language),
    orders: say('moves.orders', { count: orders }),
    to: addressOf(day, credit, shop),
    amount: figureText(difference, 'money', format),
    from: channelOf(from),
    into: channelOf(to),
    reason: say(`because.${because}`),
    rules: rulesText(credit, { say, names }),
    seen: instantText(seenAt, zone, language),
  }
}

interface Wording {
  readonly say: Say<WordKey>
  readonly names: CreditNames
}

function rulesText({ rules }: Credit, { say, names }: Wording): string {
  const model = names.model(rules.model)
  if (rules.instead_of === null) return say('moves.model', { model })
  return say('moves.substitute', { model, chosen: names.model(rules.instead_of) })
}

/** Link to the gaining channel's orders on that day, under the rules of the move. */
function addressOf(day: string, { to, rules }: Credit, { domain }: ShopView): string {
  const search = new URLSearchParams({
    from: day,
    to: day,
    place: `channel:${to ?? '(not_tracked)'}`,
    model: rules.model,
    clicks: rules.click_window_days === null ? 'ever' : String(rules.click_window_days),
    views: String(rules.view_window_days),
    dates: 'order',
    value: rules.value === 'goods' ? 'goods' : 'orders',
    direct: rules.direct_policy === 'include' ? 'include' : 'drop',
    scope: rules.journey_scope === 'window' ? 'window' : 'order',
  })
  return `${href('/shop/:domain/attributions', { domain })}?${search}`
}
