import { href } from 'react-router'
import { dayText, figureText, instantText } from '../../../format/index.ts'
import type { Text } from '../../../language/index.ts'
import { withSearch } from '../../../search/index.ts'
import type { MetricView } from '../../../services.ts'
import type { SummaryQuestion } from '../question.server.ts'
import type { MovedModel, WhyModel } from './model.ts'

/** So many are told beside the figure; the rest is on a page of its own. */
const told = 3

interface Moves {
  readonly metric: MetricView
  readonly question: SummaryQuestion
  readonly t: Text
}

/** What moved days of the range after they were over, and where all of that and the store's own figures stand. */
export async function loadMoves({
  metric,
  question,
  t,
}: Moves): Promise<Pick<WhyModel, 'moved' | 'allMoves' | 'besideStore'>> {
  // Nothing of orders is in a figure of ads, and platforms restate their own days all the time.
  if (metric.about === 'ads') return { moved: [], allMoves: null, besideStore: null }
  const { services, period } = question
  const { shop, may } = services
  const range = `?from=${period.range.from}&to=${period.range.to}`
  const here = { domain: shop.domain }
  const besideStore = `${href('/shop/:domain/integrations/reconciliation', here)}${range}`
  if (!may.openOrders) return { moved: [], allMoves: null, besideStore }
  const metrics = [/customer/i.test(metric.key) ? 'newCustomerRevenue' : 'sales']
  const { from, to } = period.range
  const { changes, currency } = await services.numberChanges({ from, to, metrics, limit: told })
  const { language } = shop.display
  const money = (value: string) => figureText(value, 'money', { ...shop.display, currency })
  const moved = changes.map(
    ({ id, day, cause, orderId, orderName, difference, seenAt }): MovedModel => ({
      id,
      text: t('why.moved_line', {
        difference: difference.startsWith('-') ? money(difference) : `+${money(difference)}`,
        day: dayText(day, language),
        reason: t(`why.cause.${cause}`),
        order: orderName,
        seen: instantText(seenAt, shop.zone, language),
      }),
      open: cause === 'order_deleted' ? null : withSearch(question.state, { order: orderId }),
    }),
  )
  const allMoves = `${href('/shop/:domain/integrations/number-changes', here)}${range}`
  return { moved, allMoves, besideStore }
}
