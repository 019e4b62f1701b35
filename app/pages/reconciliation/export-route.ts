import type { ReconciliationView } from '@tillsight/domain'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { csvFile, toCsv } from '../../csv.server.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import type { Route } from './+types/export-route.ts'
import { readRange, yesterdayOf } from './load-reconciliation.server.ts'

const figures = [
  'orders',
  'grossSales',
  'discounts',
  'returns',
  'netSales',
  'shipping',
  'taxes',
  'totalSales',
] as const satisfies readonly (keyof ReconciliationView['days'][number]['figures'])[]

/** Reconciled days as CSV, with exact amounts. Failures are plain text. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  try {
    const services = args.context.get(servicesContext)
    const shop = await currentShop(args)
    await services.countFile()
    const range = readRange(new URL(args.request.url).searchParams, yesterdayOf(shop, services.now()))
    const text = printReconciliationCsv(await shop.run('reconciliation.list', range))
    return csvFile(`${shop.shop.domain}-reconciliation-${range.from}-${range.to}.csv`, text)
  } catch (failure) {
    return toProblem(failure, args)
  }
}

/** Every figure of every day, ours and the store's, and each reason with its amount. */
function printReconciliationCsv({ currency, days }: ReconciliationView): string {
  const header = ['day', 'state', 'currency', ...figures.flatMap((key) => [`${key}_ours`, `${key}_theirs`]), 'reasons']
  const rows = days.map((day) => [
    day.day,
    day.state,
    currency,
    ...figures.flatMap((key) => [day.figures[key].ours, day.figures[key].theirs ?? '']),
    day.causes.map(({ cause, total }) => `${cause} ${total}`).join('; '),
  ])
  return toCsv([header, ...rows])
}
