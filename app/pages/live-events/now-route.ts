import { isAppError } from '@tillsight/core'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/now-route.ts'
import type { LiveModel } from './live-page.tsx'
import { loadLive } from './load-live.server.ts'

/** Incoming events; the page polls this, and keeps its last result while the databases do not respond. */
export const loader = guarded(async (args: Route.LoaderArgs): Promise<LiveModel | { readonly hasFailed: true }> => {
  const services = await currentShop(args)
  try {
    return await loadLive(services, args.context.get(servicesContext).now())
  } catch (error) {
    if (isAppError(error) && error.code === 'unavailable') return { hasFailed: true }
    throw error
  }
})
