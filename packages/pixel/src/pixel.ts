// The script that shops put on their pages. Leaves no global, waits for consent, and keeps its failures to itself.

import { detailOf, followConsent, toConsent, undecided } from './consent.ts'
import { guarded, listen, randomId } from './guard.ts'
import { findLayer, type Layer } from './layer.ts'
import { createSender } from './sender.ts'
import { readSettings, type Settings } from './settings.ts'
import { forgetVisitor, isVisitorKept, keepVisitor } from './visitor.ts'

const layerNames: Readonly<Record<string, string>> = {
  view_item: 'product_view',
  add_to_cart: 'add_to_cart',
  begin_checkout: 'checkout_start',
  purchase: 'purchase',
  sign_up: 'sign_up',
}

function start(settings: Settings): void {
  const consent = undecided()
  const sender = createSender(settings, consent)

  const record = (name: string, rest: { url: string; [field: string]: unknown }) =>
    sender.add({ id: randomId(), name, at: Date.now(), ...rest })

  const decide = (decided: object): void => {
    const before = consent.analytics_storage
    Object.assign(consent, decided)
    const now = consent.analytics_storage
    if (now === 'denied' && (before === 'granted' || (before !== now && isVisitorKept()))) {
      forgetVisitor()
      sender.withdraw()
      record('consent_withdrawn', { url: location.href })
    }
    if (now === 'granted' && !settings.hasServerCookie && before !== now) {
      document.dispatchEvent(new CustomEvent('tillsight:visitor', { detail: keepVisitor() }))
    }
    setTimeout(() => sender.flush())
  }

  const tell: Tell = (told) => {
    if (told.consent) decide(toConsent(told.consent))
    const name = toText(told.event)
    // One event that the collector rejects would discard the others in its message.
    if (/^[a-z][a-z0-9_]{0,39}$/.test(name)) record(name, { url: location.href, ...toFields(told) })
  }

  const layer = findLayer()
  if (settings.isGranted) decide(toConsent('granted'))
  else guarded(followConsent)(layer, decide)
  watchPages((url, referrer) => record('page_view', { url, referrer: referrer || undefined }))
  hearPage(guarded(tell))
  guarded(readBlocks)(guarded(tell))
  if (settings.readsLayer) readLayer(layer, guarded(tell))
  listen(window, 'pagehide', () => sender.flush(true))
  listen(document, 'visibilitychange', () => {
    // On phones this is often the last thing a page hears.
    if (document.visibilityState === 'hidden' && consent.analytics_storage !== 'unknown') sender.flush(true)
  })
}

guarded(() => {
  const settings = readSettings()
  // If theme and plug-in both load the script, it runs once: the first one handles the key.
  const here = `tillsight:${settings?.key}`
  if (!settings || !document.dispatchEvent(new CustomEvent(here, { cancelable: true }))) return
  document.addEventListener(here, (event) => event.preventDefault())
  // A prerendered page has not been visited yet.
  if (Reflect.get(document, 'prerendering')) listen(document, 'prerenderingchange', () => start(settings))
  else start(settings)
})()

/** Called for each page that a visitor opens. */
type Visit = (url: string, referrer: string) => void

interface NavigationLike extends EventTarget {
  readonly currentEntry?: object | null
}

/**
 * Reports each page: the first one, those that a theme shows without loading, and those restored from the back/forward cache.
 */
function watchPages(visit: Visit): void {
  let seen = location.href
  visit(seen, document.referrer)
  const turn = (isReplaced: boolean) => {
    const { href } = location
    const [before, now] = [pageOf(seen, isReplaced), pageOf(href, isReplaced)]
    const from = seen
    seen = href
    if (before !== now) visit(href, from)
  }
  listen(window, 'pageshow', (event) => {
    if (event instanceof PageTransitionEvent && event.persisted) visit(location.href, '')
  })
  watchHistory(turn)
}

/** Uses the browser's navigation events where available; otherwise the history calls that change pages. */
function watchHistory(turn: (isReplaced: boolean) => void): void {
  const navigation: NavigationLike | undefined = Reflect.get(window, 'navigation')
  if (navigation?.currentEntry) {
    listen(navigation, 'currententrychange', (event) => turn(Reflect.get(event, 'navigationType') === 'replace'))
    return
  }
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name]
    history[name] = (...given) => {
      original.apply(history, given)
      setTimeout(turn, 0, name === 'replaceState')
    }
  }
  listen(window, 'popstate', () => turn(false))
}

/**
 * The part of an address that identifies a page. A theme that only replaces parameters has selected a variant or cleaned up
 * its address.
 */
function pageOf(address: string, isReplaced: boolean): string {
  const { pathname, search, hash } = new URL(address)
  return pathname + (isReplaced ? '' : search) + (/^#!?\//.test(hash) ? hash : '')
}

/** Called with data that the shop reports about its visitor, by any of the ways below. */
type Tell = (told: Readonly<Record<string, unknown>>) => void

/** Events in the page when it loads: JSON in elements with `data-ts-events`. */
function readBlocks(tell: Tell): void {
  document.querySelectorAll('script[data-ts-events]').forEach((block) => {
    const events: unknown = JSON.parse(block.textContent || '[]')
    block.removeAttribute('data-ts-events')
    if (Array.isArray(events)) events.forEach(tell)
  })
}

/** `tillsight` events of the document, and clicks on elements with `data-ts-event`. */
function hearPage(tell: Tell): void {
  listen(document, 'tillsight', (event) => tell(detailOf(event)))
  listen(document, 'click', ({ target }) => {
    const marked = target instanceof Element && target.closest<HTMLElement>('[data-ts-event]')
    if (!marked) return
    const { tsEvent: event, tsValue: value, tsCurrency: currency } = marked.dataset
    tell({ event, value, currency })
  })
}

/** The reported fields that the collector accepts; all others are left out. */
function toFields(told: Parameters<Tell>[0]): Record<string, unknown> {
  const fields: Record<string, unknown> = pick(told, ['order', 'checkout', 'cart'])
  const [id, value, currency] = [told.id, told.value, told.currency].map(toText)
  const customer = pick(told.customer, ['id', 'email', 'phone'])
  if (id && /^[\w-]{8,64}$/.test(id)) fields.id = id
  if (currency && /^[a-z]{3}$/i.test(currency)) fields.currency = currency.toUpperCase()
  if (Object.keys(customer)[0]) fields.customer = customer
  if (value && Math.abs(Number(value)) < 1e11) {
    fields.value = /^-?\d+(\.\d{1,6})?$/.test(value) ? value : Number(value).toFixed(2)
  }
  return fields
}

function pick(from: unknown, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = toText(Object(from)[name])
    if (value) picked[name] = value.slice(0, 100)
  }
  return picked
}

/** Text from strings and numbers; shops may pass anything. */
function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Reads what a shop sends to Google's tag: pushed objects and `event` commands. */
function readLayer(layer: Layer, tell: Tell): void {
  layer.read((entries) => {
    for (const entry of entries) {
      const { event, ecommerce, 0: command, 1: name, 2: given } = Object(entry)
      const known = layerNames[command === 'event' ? name : event]
      const { transaction_id: order, value, currency } = Object(command === 'event' ? given : ecommerce)
      if (known) tell({ event: known, order, value, currency })
    }
  })
}
