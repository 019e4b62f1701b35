import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { csvFile } from '../../csv.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { servicesContext, toProblem } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/export-route.ts'
import { loadCreditCsv } from './load-csv.server.ts'
import { askCredit } from './query.server.ts'

/** The attribution table as CSV, for the page's address. Errors are plain text. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const state = parseSearch(new URL(args.request.url).searchParams)
  try {
    const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
    await args.context.get(servicesContext).countFile()
    const { name, text } = await loadCreditCsv(services, await askCredit({ services, preference, state }))
    return csvFile(name, text)
  } catch (failure) {
    return toProblem(failure, args)
  }
}
