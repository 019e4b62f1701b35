import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { csvFile } from '../../csv.server.ts'
import { translated } from '../../language/index.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import type { Route } from './+types/export-route.ts'
import { loadCsv } from './export/load-csv.server.ts'

/** A widget's figures as CSV: the summary's address, with `metrics` and `by`. Failures are plain text. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { searchParams } = new URL(args.request.url)
  try {
    const services = args.context.get(servicesContext)
    const shop = await currentShop(args, translated)
    await services.countFile()
    const { name, text } = await loadCsv(shop, searchParams, services.now())
    return csvFile(name, text)
  } catch (failure) {
    return toProblem(failure, args)
  }
}
