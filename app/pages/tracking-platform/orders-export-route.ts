import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { csvFile } from '../../csv.server.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import type { Route } from './+types/orders-export-route.ts'
import { printConversionsCsv } from './csv.server.ts'
import { loadWholeLog, statesOf } from './load-conversions.server.ts'

/** The delivery log of an ad platform as CSV; `orders` names the state, as on the page. Refusals are plain texts. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  try {
    const { platform } = args.params
    const shop = await currentShop(args)
    await args.context.get(servicesContext).countFile()
    const text = printConversionsCsv(await loadWholeLog(shop, platform, statesOf(args.url.searchParams)))
    return csvFile(`${shop.shop.domain}-orders-to-${platform}.csv`, text)
  } catch (failure) {
    return toProblem(failure, args)
  }
}
