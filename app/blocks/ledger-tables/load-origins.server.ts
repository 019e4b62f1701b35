import type { ShopVerbs, VerbInput } from '@tillsight/domain'
import { figureText, shareText } from '../../format/index.ts'
import type { ShopServices, ShopView } from '../../services.ts'
import { addRows, groupByCampaign, groupBySource, type OriginGroup } from './group-origins.ts'
import type { OriginsModel } from './origins-model.ts'

const listed = 100

interface OriginServices extends Pick<ShopServices, 'run'> {
  readonly shop: Pick<ShopView, 'display'>
}

/** What the store itself recorded about where the orders of the days came from. */
export async function loadOrigins(
  services: OriginServices,
  question: VerbInput<ShopVerbs['metrics.origins']>,
): Promise<OriginsModel> {
  const { display } = services.shop
  const answer = await services.run('metrics.origins', question)
  const groups = question.by === 'campaign' ? groupByCampaign(answer.rows) : groupBySource(answer.rows)
  const format = { ...display, currency: answer.currency }
  const count = (value: number) => figureText(value, 'count', format)
  const cellsOf = ({ orders, revenue }: Pick<OriginGroup, 'orders' | 'revenue'>) => [
    count(orders),
    shareText(orders, answer.orders, format),
    figureText(revenue, 'money', format),
  ]
  const isWhole = answer.rows.length === answer.count
  return {
    orders: count(answer.orders),
    recorded: count(answer.recorded),
    unrecorded: count(answer.orders - answer.recorded),
    recordedShare: shareText(answer.recorded, answer.orders, format),
    recordedPercent: answer.orders === 0 ? 0 : (answer.recorded / answer.orders) * 100,
    hasAny: answer.recorded > 0,
    rows: shorten(groups).map((group) => ({
      key: group.key,
      label: group.label,
      kind: group.kind,
      cells: cellsOf(group),
    })),
    // The revenue of rows that were not read is not known here.
    total: isWhole
      ? cellsOf({ ...addRows(answer.rows), orders: answer.orders })
      : [count(answer.orders), '100.0%', '–'],
    more: Math.max(0, groups.length - listed) + answer.count - answer.rows.length,
    isUnrated: answer.rows.some(({ revenue }) => revenue === null),
  }
}

/** The largest, and always what nothing is recorded of. */
function shorten(groups: readonly OriginGroup[]): readonly OriginGroup[] {
  return groups.length <= listed ? groups : [...groups.slice(0, listed - 1), ...groups.slice(-1)]
}
