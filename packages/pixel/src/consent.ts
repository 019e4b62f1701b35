import { listen } from './guard.ts'
import type { Layer } from './layer.ts'

type Signal = 'granted' | 'denied' | 'unknown'

/** The visitor's consent, as the four signals of Google's consent mode. */
export interface Consent {
  analytics_storage: Signal
  ad_storage: Signal
  ad_user_data: Signal
  ad_personalization: Signal
}

const signals = ['analytics_storage', 'ad_storage', 'ad_user_data', 'ad_personalization'] as const

type Decide = (decided: Partial<Consent>) => void

/** The same value for all signals about advertising. */
function advertising(signal: Signal): Omit<Consent, 'analytics_storage'> {
  return { ad_storage: signal, ad_user_data: signal, ad_personalization: signal }
}

/** One value for every signal, or the signals that a shop gives. */
export function toConsent(given: unknown): Partial<Consent> {
  if (given === 'granted' || given === 'denied') return { analytics_storage: given, ...advertising(given) }
  return typeof given === 'object' && given ? given : {}
}

/** Consent before any decision. */
export function undecided(): Consent {
  return { analytics_storage: 'unknown', ...advertising('unknown') }
}

/** Follows whichever consent tools the page has: Google's consent mode, WordPress' consent API, Shopify's privacy API. */
export function followConsent(layer: Layer, decide: Decide): void {
  layer.read((entries) => readGoogle(entries, decide))
  const look = () => {
    readWordPress(decide)
    readShopify(decide)
  }
  look()
  listen(window, 'load', look)
  listen(document, 'wp_consent_type_defined', look)
  listen(document, 'visitorConsentCollected', look)
  listen(document, 'shopifyCustomerPrivacyApiLoaded', look)
  listen(document, 'wp_listen_for_consent_change', (event) => {
    const { statistics, marketing } = detailOf(event)
    if (statistics) decide({ analytics_storage: statistics === 'allow' ? 'granted' : 'denied' })
    if (marketing) decide(advertising(marketing === 'allow' ? 'granted' : 'denied'))
  })
}

/** The payload of a custom event. */
export function detailOf(event: Event): Record<string, unknown> {
  return (event instanceof CustomEvent && event.detail) || {}
}

/** Signals that are denied until the visitor decides. */
const held = new Set<string>()

/**
 * `consent` commands. A default that denies means that nothing is decided yet; one that grants only counts if no other
 * denies, because this script cannot know the visitor's region.
 */
function readGoogle(entries: readonly unknown[], decide: Decide): void {
  const commands = entries.filter(isConsentCommand)
  for (const [, kind, given] of commands)
    for (const signal of signals) if (kind === 'default' && given[signal] === 'denied') held.add(signal)
  for (const command of commands) decide(decidedBy(command))
}

function decidedBy([, kind, given]: ConsentCommand): Partial<Consent> {
  const decided: Partial<Consent> = {}
  for (const signal of signals) {
    const value = given[signal]
    const counts = kind === 'update' || (value === 'granted' && !given.region && !held.has(signal))
    if (counts && (value === 'granted' || value === 'denied')) decided[signal] = value
  }
  return decided
}

type ConsentCommand = readonly ['consent', 'default' | 'update', Readonly<Record<string, unknown>>]

function isConsentCommand(entry: unknown): entry is ConsentCommand {
  return Object(entry)[0] === 'consent' && Object(entry)[2] instanceof Object
}

/** Globals of consent tools; each may be absent. */
interface ConsentTools {
  readonly wp_has_consent?: (category: string) => boolean
  readonly wp_consent_type?: string
  readonly waitfor_consent_hook?: boolean
  readonly Shopify?: {
    readonly customerPrivacy?: ShopifyPrivacy
    loadFeatures?(features: object[], done: object): void
  }
}

interface ShopifyPrivacy {
  analyticsProcessingAllowed(): boolean
  marketingAllowed(): boolean
  currentVisitorConsent?(): Readonly<Record<string, string>>
}

function tools(): ConsentTools {
  // These names are defined by the tools; no types declare them.
  return window as unknown as ConsentTools
}

/** WordPress: only a change event means denial; until then, the visitor may simply not have been asked. */
function readWordPress(decide: Decide): void {
  const { wp_has_consent: has, wp_consent_type: type, waitfor_consent_hook: waits } = tools()
  if (!has || (waits && !type)) return
  if (has('statistics')) decide({ analytics_storage: 'granted' })
  if (has('marketing')) decide(advertising('granted'))
}

let isParams = false

function readShopify(decide: Decide): void {
  const { Shopify: storefront } = tools()
  const privacy = storefront?.customerPrivacy
  if (!privacy) {
    if (!isParams)
      storefront?.loadFeatures?.([{ name: 'consent-tracking-api', version: '0.1' }], () => readShopify(decide))
    isParams = true
    return
  }
  const said = privacy.currentVisitorConsent?.() ?? {}
  const signal = (isAllowed: boolean, response?: string): Signal =>
    isAllowed ? 'granted' : response === 'no' ? 'denied' : 'unknown'
  decide({
    analytics_storage: signal(privacy.analyticsProcessingAllowed(), said.analytics),
    ...advertising(signal(privacy.marketingAllowed(), said.marketing)),
  })
}
