import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { servicesContext } from '../../context.ts'
import { toProblem } from '../../failures.server.ts'
import type { Route } from './+types/export-route.ts'
import { printChangesCsv } from './csv.server.ts'
import { readRange } from './load-changes.server.ts'

/** Changes of past figures as CSV, exact. Refusals are plain texts. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  try {
    const services = args.context.get(servicesContext)
    const shop = await currentShop(args)
    await services.countFile()
    const { from, to } = readRange(shop, services.now(), new URL(args.request.url).searchParams)
    const text = await printChangesCsv(shop, { from, to })
    return new Response(text, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${shop.shop.domain}-changes-${from}-${to}.csv"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  } catch (failure) {
    return toProblem(failure, args)
  }
}
