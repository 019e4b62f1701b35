import { fileLoader } from '../../blocks/shop/file-loader.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/export-route.ts'
import { loadCreditCsv } from './load-csv.server.ts'
import { askCredit } from './query.server.ts'

/** The attribution table as CSV, for the page's address. */
export const loader = fileLoader(async (args: Route.LoaderArgs, services) => {
  const state = parseSearch(new URL(args.request.url).searchParams)
  const preference = await loadPreference(args, args.params.domain)
  return loadCreditCsv(services, await askCredit({ services, preference, state }))
})
