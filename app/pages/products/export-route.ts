import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { csvFile } from '../../csv.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/export-route.ts'
import { loadProductsCsv } from './load-products.server.ts'

/** The products of the page's address as CSV. Failures are plain text. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  try {
    const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
    const root = args.context.get(servicesContext)
    await root.countFile()
    const state = parseSearch(new URL(args.request.url).searchParams)
    const { name, text } = await loadProductsCsv({ services, preference, state, now: root.now() })
    return csvFile(name, text)
  } catch (failure) {
    return toProblem(failure, args)
  }
}
