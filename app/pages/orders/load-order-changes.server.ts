import { dayOf } from '@tillsight/core/days'
import { dayText, instantText, signedFigure } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { OrderView, ShopServices } from '../../services.ts'

/** Changes listed; an order that changed more often is in the log of all changes. */
const listed = 50

/** A figure of a past day that an order changed after the day had ended. */
export interface OrderChange {
  readonly id: string
  readonly day: string
  readonly figure: string
  readonly difference: string
  readonly reason: string
  readonly seen: string
}

/** What an order changed of figures of past days, seen last first. */
export async function loadOrderChanges(
  { shop, run, catalogue }: Pick<ShopServices, 'shop' | 'run' | 'catalogue'>,
  { id, placedAt }: Pick<OrderView, 'id' | 'placedAt'>,
): Promise<OrderChange[]> {
  const range = { from: dayOf(new Date(placedAt), shop.zone), to: shop.today }
  const { changes, currency } = await run('numbers.changes', { ...range, order: id, limit: listed })
  const { language } = shop.display
  const t = textFor(language)
  return changes.map(({ id: change, day, metric, cause, difference, seenAt }) => {
    const known = catalogue().metrics.find(({ key }) => key === metric)
    const reason = t(`why.cause.${cause}`)
    return {
      id: change,
      day: dayText(day, language),
      figure: known?.label ?? metric,
      difference: signedFigure(difference, known?.unit ?? 'money', { ...shop.display, currency }),
      reason: reason.charAt(0).toLocaleUpperCase(language) + reason.slice(1),
      seen: instantText(seenAt, shop.zone, language),
    }
  })
}
