import { type InstructionStep, storePlatforms } from '@tillsight/platforms'
import type { ConsentMode } from '@tillsight/platforms/connectors'
import { ageText } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import { type ArrivalsModel, type InstallModel, type ShopKind, type ShownStep, shopKinds } from './model.ts'

interface InstallRequest {
  readonly services: ShopServices
  readonly params: URLSearchParams
  /** The present instant. */
  readonly now: string
}

/** Loads the instructions for the shop's own platform; the address may select another. */
export async function loadInstall({ services, params, now }: InstallRequest): Promise<InstallModel> {
  const { domain, platform } = services.shop
  const kind = shownKind(params, platform)
  const consent: ConsentMode = params.get('consent') === 'granted' ? 'granted' : 'required'
  const [{ texts, ...installation }, arrivals] = await Promise.all([
    services.trackingInstallation(kind, consent),
    loadArrivals(services, now),
  ])
  const store = storePlatforms.find(({ id }) => id === kind)
  const steps = store ? store.installSteps.map((step) => fillStep(step, texts)) : null
  return { domain, kind, consent, ownConsent: store?.ownConsent ?? null, steps, installation, arrivals }
}

/** The step with what is made for the shop, by name, in the places of what is copied. */
export function fillStep({ copy, ...step }: InstructionStep, made: Readonly<Record<string, string>>): ShownStep {
  if (copy === undefined) return step
  const place = /__([A-Z]+)__/g
  const isMade = [...copy.text.matchAll(place)].every(([, name = '']) => made[name.toLowerCase()] !== undefined)
  const text = isMade ? copy.text.replaceAll(place, (_, name: string) => made[name.toLowerCase()] ?? '') : null
  return { ...step, copy: { ...copy, text } }
}

/** Whether events from the shop's script arrive. */
export async function loadArrivals(services: ShopServices, now: string): Promise<ArrivalsModel> {
  const { lastAt, events, visitors, orders, agreed } = await services.run('tracking.arrivals')
  const { numbers, language } = services.shop.display
  const count = (figure: number) => figure.toLocaleString(numbers)
  return {
    age: lastAt && ageText(lastAt, now, language),
    events: count(events),
    visitors: count(visitors),
    orders: count(orders),
    agreedShare: events > 0 ? (agreed / events).toLocaleString(numbers, { style: 'percent' }) : null,
  }
}

/** The kind of shop that instructions are for: as the address asks, else that of the shop. */
export function shownKind(params: URLSearchParams, platform: string): ShopKind {
  const asked = params.get('on')
  return shopKinds.find((known) => known === asked) ?? shopKinds.find((known) => known === platform) ?? 'other'
}
