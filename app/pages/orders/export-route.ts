import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { csvFile } from '../../csv.server.ts'
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
    return csvFile(name, text)
  } catch (failure) {
    return toProblem(failure, args)
  }
}
