import { loadArrivals } from '../../blocks/install/load-install.server.ts'
import type { ArrivalsModel } from '../../blocks/install/model.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/arrivals-route.ts'

/** Whether events from the shop's script arrive; the installation page polls this. */
export const loader = guarded(
  async (args: Route.LoaderArgs): Promise<ArrivalsModel> =>
    loadArrivals(await currentShop(args), args.context.get(servicesContext).now()),
)
