import type { ConsentMode } from '@tillsight/domain'
import { storePlatforms } from '@tillsight/platforms'
import { ageText } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import { type ArrivalsModel, type InstallModel, type ShopKind, shopKinds } from './model.ts'

interface InstallRequest {
  readonly services: ShopServices
  readonly params: URLSearchParams
  /** The present instant. */
  readonly now: string
}

/** Instructions for the shop's own platform first; the address may ask for those of another. */
export async function loadInstall({ services, params, now }: InstallRequest): Promise<InstallModel> {
  const { domain, platform } = services.shop
  const asked = params.get('on')
  const kind = shopKinds.find((known) => known === asked) ?? kindOf(platform)
  const consent: ConsentMode = params.get('consent') === 'granted' ? 'granted' : 'required'
  const [installation, arrivals] = await Promise.all([
    services.trackingInstallation(consent),
    loadArrivals(services, now),
  ])
  const ownConsent = storePlatforms.find(({ id }) => id === kind)?.ownConsent ?? null
  return { domain, kind, consent, ownConsent, installation, arrivals }
}

/** Whether the shop's script is heard. */
export async function loadArrivals(services: ShopServices, now: string): Promise<ArrivalsModel> {
  const { lastAt, events, visitors, orders, agreed } = await services.run('tracking.arrivals')
  const { numbers } = services.shop.display
  const count = (figure: number) => figure.toLocaleString(numbers)
  return {
    age: lastAt && ageText(lastAt, now),
    events: count(events),
    visitors: count(visitors),
    orders: count(orders),
    agreedShare: events > 0 ? (agreed / events).toLocaleString(numbers, { style: 'percent' }) : null,
  }
}

/** How the script gets into shops of a platform. */
export function kindOf(platform: string): ShopKind {
  return shopKinds.find((known) => known === platform) ?? 'other'
}
