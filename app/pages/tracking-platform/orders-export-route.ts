import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import type { Route } from './+types/orders-export-route.ts'
import { printConversionsCsv } from './csv.server.ts'
import { loadWholeLog, statesOf } from './load-conversions.server.ts'

/** The delivery log of an ad platform as CSV; `orders` names the state, as on the page. */
export const loader = fileLoader(async ({ params, url }: Route.LoaderArgs, services) => {
  const { platform } = params
  const text = printConversionsCsv(await loadWholeLog(services, platform, statesOf(url.searchParams)))
  return { name: `${services.shop.domain}-orders-to-${platform}.csv`, text }
})
