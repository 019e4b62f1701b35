import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/parts-route.ts'
import { loadParts } from './load-parts.server.ts'
import type { PartsModel } from './model.ts'

/** What goods are made of and what that costs today, while somebody chooses. */
export const loader = guarded(
  async (args: Route.LoaderArgs): Promise<PartsModel> =>
    loadParts(await currentShop(args), new URL(args.request.url).searchParams),
)
