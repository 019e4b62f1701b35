import { lazy, Suspense } from 'react'
import { reloadsPlace } from '../../blocks/breakdown-table/same-table.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { loadPreference } from '../../preference/preference.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch } from '../../search/index.ts'
import type { Route } from './+types/place-route.ts'
import { loadPlace } from './load-place.server.ts'
import { toAdsQuery } from './to-query.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const state = parseSearch(new URL(args.request.url).searchParams)
  if (state.place === undefined) return null
  const [services, preference] = await Promise.all([currentShop(args), loadPreference(args, args.params.domain)])
  const now = args.context.get(servicesContext).now()
  const query = await toAdsQuery({ services, preference, state, now })
  const place = await loadPlace(query)
  return place ? { place, state, domain: services.shop.domain } : null
})

export const shouldRevalidate = reloadsPlace

const PlacePanel = lazy(async () => {
  const { PlacePanel: Panel } = await import('./place-panel.tsx')
  return { default: Panel }
})

/** What lies beside the table: one campaign, ad set or ad, its days and its ads. */
export default function CampaignsPlaceRoute({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  return (
    <Suspense>
      <PlacePanel {...loaderData} />
    </Suspense>
  )
}
