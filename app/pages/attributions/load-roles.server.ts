import { figureText, toNumber } from '../../format/index.ts'
import { askReport } from './ask-report.server.ts'
import { type CreditQuery, formatOf } from './query.server.ts'
import type { RolesModel } from './reports-model.ts'
import { ordersText } from './rows.server.ts'
import { namesIn, sayIn } from './words.server.ts'

/** Positions shown separately; all later ones are combined. */
const mostPlaces = 4

type Role = RolesModel['rows'][number]['role']

/** Which channels open, assist and close journeys. */
export async function loadRoles(query: CreditQuery): Promise<RolesModel> {
  const [assists, openers] = await Promise.all([askReport(query, 'assists'), askReport(query, 'openers')])
  const format = formatOf(query, assists.currency)
  const say = sayIn(query)
  const places = new Map(openers.rows.map(({ channel, places: all }) => [channel, placesOf(all)]))
  const most = Math.max(0, ...[...places.values()].flat())
  return {
    rows: assists.rows.map(({ channel, assisted, last, first, ratio }) => ({
      key: channel,
      label: namesIn(query).channel(channel),
      first: figureText(first.orders, 'count', format),
      assisted: figureText(assisted.orders, 'count', format),
      assistedRevenue: figureText(assisted.revenue, 'money', format),
      last: figureText(last.orders, 'count', format),
      ratio: figureText(ratio, 'ratio', format),
      role: roleOf({ first: first.orders, last: last.orders, ratio: toNumber(ratio) }),
      places: (places.get(channel) ?? []).map((orders, index) => ({
        place: say(index + 1 === mostPlaces ? 'printed.place_later' : 'printed.place', { place: index + 1 }),
        share: most > 0 ? Math.round((orders / most) * 1000) / 1000 : 0,
        text: ordersText(orders, format),
      })),
    })),
  }
}

function placesOf(all: readonly { readonly place: number; readonly orders: number }[]): number[] {
  const sums = Array.from({ length: mostPlaces }, () => 0)
  for (const { place, orders } of all) {
    const index = Math.min(place, mostPlaces) - 1
    sums[index] = (sums[index] ?? 0) + orders
  }
  return sums
}

/** Below this many orders a channel gets no role. */
const few = 10

/** The main role of a channel: it opens or closes when it does so at least half as often again as the other. */
export function roleOf({
  first,
  last,
  ratio,
}: {
  readonly first: number
  readonly last: number
  readonly ratio: number | null
}): Role {
  if (first + last < few) return ''
  if (first >= last * 1.5) return 'opens'
  if (last >= first * 1.5) return 'closes'
  return ratio !== null && ratio > 1 ? 'helps' : 'both'
}
