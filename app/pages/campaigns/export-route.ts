import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/export-route.ts'
import { loadCampaignsCsv } from './load-csv.server.ts'
import { toAdsQuery } from './to-query.server.ts'

/** The campaigns table as CSV, for the page's address. */
export const loader = fileLoader(async (args: Route.LoaderArgs, services) => {
  const state = parseSearch(new URL(args.request.url).searchParams)
  const preference = await loadPreference(args, args.params.domain)
  const now = args.context.get(servicesContext).now()
  return loadCampaignsCsv(await toAdsQuery({ services, preference, state, now }))
})
