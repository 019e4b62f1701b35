import { lazy, Suspense } from 'react'
import { reloadsPlace } from '../../blocks/breakdown-table/same-table.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { guarded } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/orders-route.ts'
import { loadOrders } from './load-orders.server.ts'
import { askCredit } from './query.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const state = parseSearch(new URL(args.request.url).searchParams)
  if (state.place === undefined) return null
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  if (!services.may.openOrders) return null
  const list = await loadOrders(await askCredit({ services, preference, state }))
  return list ? { list, state, domain: services.shop.domain } : null
})

export const shouldRevalidate = reloadsPlace

const OrdersPanel = lazy(async () => {
  const { OrdersPanel: Panel } = await import('./orders-panel.tsx')
  return { default: Panel }
})

/** The orders panel: the orders behind a row of the table. */
export default function AttributionsOrdersRoute({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  return (
    <Suspense>
      <OrdersPanel {...loaderData} />
    </Suspense>
  )
}
