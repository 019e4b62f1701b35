import type { NumberChangeView } from '@tillsight/domain'
import { href } from 'react-router'
import { channelName } from '../../blocks/credit/channels.ts'
import { modelName } from '../../blocks/credit/credit-choice.ts'
import { dayText, figureText, instantText } from '../../format/index.ts'
import type { ShopView } from '../../services.ts'
import type { MoveModel } from './model.ts'
import { moveTexts } from './texts.ts'

type Credit = NonNullable<NumberChangeView['credit']>

/** A moved attribution in a sentence; undefined for any other change. */
export function printMove(change: NumberChangeView, shop: ShopView): MoveModel | undefined {
  const { id, day, credit, difference, seenAt } = change
  if (credit === null) return undefined
  const { display, zone } = shop
  const format = { ...display, currency: shop.currency, decimals: Math.max(2, display.decimals) }
  const { from, to, orders, because } = credit
  const moved = figureText(difference, 'money', format)
  return {
    id,
    orders: `${figureText(orders, 'count', format)} ${orders === 1 ? 'order' : 'orders'}`,
    to: addressOf(day, credit, shop),
    sentence: `of ${dayText(day)} moved ${moved} from ${placeName(from)} to ${placeName(to)} because of ${moveTexts[because]}.`,
    about: `${rulesText(credit)} Seen ${instantText(seenAt, zone)}.`,
  }
}

/** Label of a channel; null is "not tracked". */
function placeName(channel: string | null): string {
  return channel === null ? 'Not tracked' : channelName(channel)
}

function rulesText({ rules }: Credit): string {
  const usual = rules.instead_of === null ? '' : `, because ${modelName(rules.instead_of)} looks at all orders at once`
  return `Under ${modelName(rules.model)}${usual}.`
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
