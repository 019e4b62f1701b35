import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import { orInstead } from '../../ui/missing-piece.tsx'
import type { Route } from './+types/widget-route.ts'
import { loadRequestedWidget } from './load-widget.server.ts'
import type { WidgetLoad } from './model.ts'

/** Content of one widget: for a preview, and for widgets changed after the page was loaded. */
export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { searchParams } = new URL(args.request.url)
  const services = await currentShop(args)
  const state = parseSearch(searchParams)
  const now = args.context.get(servicesContext).now()
  return loadRequestedWidget(searchParams, { services, state, period: resolvePeriod(state, services.shop), now })
})

/** A failed load is reported in the widget; the page around it stays. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  orInstead<WidgetLoad>(serverLoader(), { state: 'failed', message: '' })
