import type { RowsLoad } from '../../blocks/breakdown-table/model.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { guarded } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import { orInstead } from '../../ui/missing-piece.tsx'
import type { Route } from './+types/rows-route.ts'
import { loadLaterCredit } from './load-rows.server.ts'
import { askCredit } from './query.server.ts'

/** Children of an expanded row, or the next rows: the page's address with `below` and `after`. */
export const loader = guarded(async (args: Route.LoaderArgs): Promise<RowsLoad> => {
  const { searchParams } = new URL(args.request.url)
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  return loadLaterCredit(await askCredit({ services, preference, state: parseSearch(searchParams) }), searchParams)
})

/** A failed load is reported in place of the rows; the page around them stays. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  orInstead<RowsLoad>(serverLoader(), { state: 'failed', message: '' })
