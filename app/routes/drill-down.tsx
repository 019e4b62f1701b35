import { Suspense } from 'react'
import { Await } from 'react-router'
import { servicesContext } from '../context.ts'
import { guarded } from '../failures.server.ts'
import { DrillDown, DrillDownSkeleton, OrderDetail } from '../features/overview/index.ts'
import { loadDrillDown, printOrder } from '../features/overview/load-drill-down.server.ts'
import { currentShop } from '../features/shops/current-shop.server.ts'
import { rangeText } from '../format/index.ts'
import { parseSearch, withSearch } from '../search/index.ts'
import { resolvePeriod } from '../search/resolve-period.server.ts'
import { SidePanel } from '../ui/index.ts'
import type { Route } from './+types/drill-down.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const state = parseSearch(new URL(args.request.url).searchParams)
  if (!state.open) return null
  const services = await currentShop(args)
  const title = services.catalogue().metrics.find(({ key }) => key === state.open)?.label
  if (!title) return null
  if (!services.may.openOrders) return { kind: 'closed' as const, state, title }
  if (state.order) {
    const order = await services.order(state.order)
    return { kind: 'order' as const, state, title, order: order && printOrder(order, services.shop) }
  }
  const period = resolvePeriod(state, services.shop)
  const now = args.context.get(servicesContext).now()
  const list = loadDrillDown({ services, state, period, now })
  return { kind: 'list' as const, state, title, rangeText: rangeText(period.range), list }
})

export default function DrillDownRoute({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { state, title } = loaderData
  const closeTo = withSearch(state, { open: undefined })
  if (loaderData.kind === 'closed') {
    return (
      <SidePanel closeTo={closeTo} title={title}>
        <Failure>
          Your role shows figures, not single orders. An owner of the organisation can make you an analyst.
        </Failure>
      </SidePanel>
    )
  }
  if (loaderData.kind === 'order') {
    const { order } = loaderData
    const back = { to: withSearch(state, { order: undefined }), label: title }
    return (
      <SidePanel back={back} closeTo={closeTo} title={order ? `Order ${order.name}` : 'Order not found'}>
        {order ? <OrderDetail order={order} /> : <Failure>This shop has no counted order with this number.</Failure>}
      </SidePanel>
    )
  }
  return (
    <SidePanel closeTo={closeTo} title={title}>
      <Suspense fallback={<DrillDownSkeleton />} key={`${state.open}${state.after}`}>
        <Await
          errorElement={<Failure>The orders could not be loaded. Close this list and open it again.</Failure>}
          resolve={loaderData.list}
        >
          {(list) => list && <DrillDown list={list} rangeText={loaderData.rangeText} state={state} />}
        </Await>
      </Suspense>
    </SidePanel>
  )
}

function Failure({ children }: { readonly children: string }) {
  return <p className="p-10 text-center text-soft">{children}</p>
}
