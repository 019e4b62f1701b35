import type { ReconciliationView } from '@tillsight/domain'
import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import { toCsv } from '../../csv.server.ts'
import { servicesContext } from '../../request.server.ts'
import type { Route } from './+types/export-route.ts'
import { readRange, yesterdayOf } from './load-reconciliation.server.ts'
import { figureKeys } from './print-days.server.ts'

/** Reconciled days as CSV, with exact amounts. */
export const loader = fileLoader(async ({ context, request }: Route.LoaderArgs, services) => {
  const yesterday = yesterdayOf(services, context.get(servicesContext).now())
  const range = readRange(new URL(request.url).searchParams, yesterday)
  return {
    name: `${services.shop.domain}-reconciliation-${range.from}-${range.to}.csv`,
    text: printReconciliationCsv(await services.run('reconciliation.list', range)),
  }
})

/** Every figure of every day, ours and the store's, and each reason with its amount. */
function printReconciliationCsv({ currency, days }: ReconciliationView): string {
  const header = [
    'day',
    'state',
    'currency',
    ...figureKeys.flatMap((key) => [`${key}_ours`, `${key}_theirs`]),
    'reasons',
  ]
  const rows = days.map((day) => [
    day.day,
    day.state,
    currency,
    ...figureKeys.flatMap((key) => [day.figures[key].ours, day.figures[key].theirs ?? '']),
    day.causes.map(({ cause, total }) => `${cause} ${total}`).join('; '),
  ])
  return toCsv([header, ...rows])
}
