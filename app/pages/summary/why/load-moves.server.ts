import { href } from 'react-router'
import { whatText } from '../../../blocks/cost-changes/change-text.server.ts'
import { dayText, instantText, signedFigure } from '../../../format/index.ts'
import type { Text } from '../../../language/index.ts'
import { withSearch } from '../../../search/index.ts'
import type { MetricView } from '../../../services.ts'
import { metricOf, type SummaryQuery } from '../query.server.ts'
import type { MovedModel, WhyModel } from './model.ts'

/** Number of changes shown beside the figure; the others are on their own page. */
const told = 3

interface Moves {
  readonly metric: MetricView
  readonly question: SummaryQuery
  readonly t: Text
}

/** Later changes of days in the range, with links to the change log and the reconciliation with the store's report. */
export async function loadMoves({
  metric,
  question,
  t,
}: Moves): Promise<Pick<WhyModel, 'moved' | 'allMoves' | 'besideStore'>> {
  const { services, period } = question
  const { shop, may } = services
  const { platforms } = services.catalogue()
  const range = `?from=${period.range.from}&to=${period.range.to}`
  const here = { domain: shop.domain }
  // The store's report contains no ad figures.
  const besideStore =
    metric.about === 'ads' ? null : `${href('/shop/:domain/integrations/reconciliation', here)}${range}`
  const metrics = metric.about === 'ads' ? restatedFor(metric, platforms) : soldFor(metric)
  if (!may.openOrders || metrics.length === 0) return { moved: [], allMoves: null, besideStore }
  const { from, to } = period.range
  const { changes, currency } = await services.run('numbers.changes', { from, to, metrics, limit: told })
  const { language } = shop.display
  const moved = changes.map((change): MovedModel => {
    const { id, day, cause, metric: key, orderId, orderName, account, difference, seenAt } = change
    const unit = metricOf(services.catalogue(), key)?.unit ?? 'money'
    const format = { ...shop.display, currency: account?.currency ?? currency }
    const platform = platforms.find((one) => one.id === account?.platform)
    return {
      id,
      text: t('why.moved_line', {
        difference: signedFigure(difference, unit, format),
        day: dayText(day, language),
        reason: t(`why.cause.${cause}`),
        order: account ? `${account.name}, ${platform?.name ?? account.platform}` : whatText(orderName, language),
        seen: instantText(seenAt, shop.zone, language),
      }),
      open: account || cause === 'order_deleted' ? null : withSearch(question.state, { order: orderId }),
    }
  })
  const allMoves = `${href('/shop/:domain/integrations/number-changes', here)}${range}`
  return { moved, allMoves, besideStore }
}

function soldFor({ key }: MetricView): string[] {
  return [/customer/i.test(key) ? 'newCustomerRevenue' : 'sales']
}

/** Blended metrics, with the platform metric that each is the sum of. */
const together: Readonly<Record<string, string>> = {
  adSpend: 'spend',
  platformSpend: 'spend',
  claimedConversions: 'conversions',
  claimedRevenue: 'conversionValue',
}
const restated = /\.(?:spend|conversions|conversionValue)$/

/** The metrics that platforms restate and that this one depends on. */
function restatedFor({ key, terms }: MetricView, platforms: readonly { readonly id: string }[]): string[] {
  const parts = terms.length === 0 ? [key] : terms.map((term) => term.metric)
  return parts.flatMap((part) => {
    const figure = together[part]
    if (figure !== undefined) return platforms.map(({ id }) => `${id}.${figure}`)
    return restated.test(part) ? [part] : []
  })
}
