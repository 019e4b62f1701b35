import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/export-route.ts'
import { loadProductsCsv } from './load-products.server.ts'

/** The products of the page's address as CSV. */
export const loader = fileLoader(async (args: Route.LoaderArgs, services) => {
  const preference = await loadPreference(args, args.params.domain)
  const state = parseSearch(new URL(args.request.url).searchParams)
  return loadProductsCsv({ services, preference, state, now: args.context.get(servicesContext).now() })
})
