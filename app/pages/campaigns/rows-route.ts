import type { RowsLoad } from '../../blocks/breakdown-table/model.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import { orInstead } from '../../ui/missing-piece.tsx'
import type { Route } from './+types/rows-route.ts'
import { loadLaterRows } from './load-later-rows.server.ts'
import { toAdsQuery } from './to-query.server.ts'

/** Children of an expanded row, or the next rows: the page's address with `below` and `after`. */
export const loader = guarded(async (args: Route.LoaderArgs): Promise<RowsLoad> => {
  const { searchParams } = new URL(args.request.url)
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  const now = args.context.get(servicesContext).now()
  const query = await toAdsQuery({ services, preference, state: parseSearch(searchParams), now })
  return loadLaterRows(query, searchParams)
})

/** A failed load is reported in place of the rows; the page around them stays. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  orInstead<RowsLoad>(serverLoader(), { state: 'failed', message: '' })
