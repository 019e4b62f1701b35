import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { servicesContext } from '../../context.ts'
import { toProblem } from '../../failures.server.ts'
import type { Route } from './+types/export-route.ts'
import { printReconciliationCsv } from './csv.server.ts'
import { readRange, yesterdayOf } from './load-reconciliation.server.ts'

/** Compared days as CSV, exact. Refusals are plain texts. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  try {
    const services = args.context.get(servicesContext)
    const shop = await currentShop(args)
    await services.countFile()
    const range = readRange(new URL(args.request.url).searchParams, yesterdayOf(shop, services.now()))
    const text = printReconciliationCsv(await shop.run('reconciliation.list', range))
    return new Response(text, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${shop.shop.domain}-reconciliation-${range.from}-${range.to}.csv"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  } catch (failure) {
    return toProblem(failure, args)
  }
}
