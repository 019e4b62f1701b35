import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { csvFile } from '../../csv.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/export-route.ts'
import { loadCampaignsCsv } from './load-csv.server.ts'
import { toAdsQuery } from './to-query.server.ts'

/** The campaigns table as CSV, for the page's address. Errors are plain text. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const state = parseSearch(new URL(args.request.url).searchParams)
  try {
    const app = args.context.get(servicesContext)
    const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
    await app.countFile()
    const query = await toAdsQuery({ services, preference, state, now: app.now() })
    const { name, text } = await loadCampaignsCsv(query)
    return csvFile(name, text)
  } catch (failure) {
    return toProblem(failure, args)
  }
}
