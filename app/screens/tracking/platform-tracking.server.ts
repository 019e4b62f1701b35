import { data, redirect } from 'react-router'
import { changeConversions } from '../../features/conversions/change-conversions.server.ts'
import { loadConversions } from '../../features/conversions/load-conversions.server.ts'
import { loadPlatformPage } from '../../features/tracking/load-platforms.server.ts'
import type { ShopServices } from '../../services.ts'

type Platform = Parameters<typeof loadPlatformPage>[1]

/** How ads of a platform are tagged, and how it is told of orders. */
export async function loadPlatformTracking(services: ShopServices, platform: Platform, params: URLSearchParams) {
  const [page, conversions] = await Promise.all([
    loadPlatformPage(services, platform, params),
    loadConversions(services, platform, params),
  ])
  return { page, conversions }
}

/** A form of the page: it goes on with the page anew, or comes back with what is to be mended. */
export async function changePlatformTracking(
  services: ShopServices,
  platform: Platform,
  { request, url }: { readonly request: Request; readonly url: URL },
) {
  const change = await changeConversions(services, platform, request)
  if ('outcome' in change) return data({ outcome: change.outcome }, { status: change.status })
  const search = new URLSearchParams(url.searchParams)
  search.delete('choose')
  search.set('told', change.told)
  return redirect(`${url.pathname}?${search}#orders`)
}
