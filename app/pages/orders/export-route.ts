import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/export-route.ts'
import { loadOrdersCsv } from './load-orders.server.ts'

/** The orders of the page's address as CSV. Failures are plain text. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  try {
    const services = await currentShop(args)
    await args.context.get(servicesContext).countFile()
    const state = parseSearch(new URL(args.request.url).searchParams)
    const { name, text } = await loadOrdersCsv({ services, state })
    return new Response(text, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  } catch (failure) {
    return toProblem(failure, args)
  }
}
