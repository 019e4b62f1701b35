import { servicesContext } from '../../context.ts'
import { guarded } from '../../failures.server.ts'
import { currentShop } from '../../features/shops/current-shop.server.ts'
import type { ArrivalsModel } from '../../features/tracking-install/index.ts'
import { loadArrivals } from '../../features/tracking-install/load-install.server.ts'
import type { Route } from './+types/arrivals.ts'

/** Whether the shop's script is heard; the installation page asks again and again. */
export const loader = guarded(
  async (args: Route.LoaderArgs): Promise<ArrivalsModel> =>
    loadArrivals(await currentShop(args), args.context.get(servicesContext).now()),
)
