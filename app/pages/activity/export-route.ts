import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { csvFile, toCsv } from '../../csv.server.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import type { Route } from './+types/export-route.ts'
import { loadActivityLines } from './activity.server.ts'

/** The entries of the page's address as CSV. Errors are plain text. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  try {
    const { shop } = await currentShop(args)
    const services = args.context.get(servicesContext)
    await services.countFile()
    const run = await services.inOrganisation(shop.organisation)
    const lines = await loadActivityLines(run, new URL(args.request.url).searchParams, shop.zone)
    return csvFile('activity.csv', toCsv(lines))
  } catch (failure) {
    return toProblem(failure, args)
  }
}
