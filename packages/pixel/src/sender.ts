import type { Consent } from './consent.ts'
import { guarded } from './guard.ts'
import type { Settings } from './settings.ts'
import { keepVisitor, readCookie } from './visitor.ts'

/** An event in the collector's format. */
export interface WireEvent {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly url: string
  readonly referrer?: string
  readonly [field: string]: unknown
}

/** Keeps events until the collector has acknowledged them. */
export interface Sender {
  add(event: WireEvent): void
  /** Sends waiting events; if the page is closing, also those still waiting for a consent decision. */
  flush(isLeaving?: boolean): void
  /** Makes the next message tell the collector to delete its cookie. */
  withdraw(): void
}

const mostEvents = 50
/** Below the 64 kB that browsers send after a page is closed. */
const mostCharacters = 60_000
/** Pause after a response that asks to slow down, in milliseconds. */
const pause = 5000

/** Parameters that name campaigns and ads, but never a click or a person. */
const harmless = /^(utm_\w+|ts_\w+|(campaign|adset|adgroup|ad)_?id)$/

/** Without consent, no parameter that could identify somebody leaves the browser. */
export function withoutClicks(address: string): string {
  const url = new URL(address, location.href)
  // Iterates over a copy: deleting from the live list would skip some names.
  for (const name of new Set(url.searchParams.keys())) if (!harmless.test(name)) url.searchParams.delete(name)
  url.hash = ''
  return url.href
}

/** Sends events to the shop's collector, one message at a time. */
export function createSender({ key, to, hasServerCookie }: Settings, consent: Consent): Sender {
  let waiting: WireEvent[] = []
  let isFlying = false
  let isWithdrawn = false
  let quietUntil = 0

  const bodyOf = (events: readonly WireEvent[]): string => {
    const isKnown = consent.analytics_storage === 'granted'
    const keepsClicks = isKnown && consent.ad_storage === 'granted'
    const ids = isKnown && consent.ad_user_data === 'granted' ? browserIds() : undefined
    return JSON.stringify({
      key,
      v: 1,
      sent: Date.now(),
      consent: { ...consent, withdrawn: isWithdrawn || undefined },
      visitor: isKnown && !hasServerCookie ? keepVisitor() : undefined,
      events: events.map((event) => ({
        ...event,
        url: clean(event.url, keepsClicks),
        referrer: event.referrer && clean(event.referrer, keepsClicks),
        customer: isKnown ? event.customer : undefined,
        ids,
        webdriver: navigator.webdriver || undefined,
      })),
    })
  }

  const flush = guarded((isLeaving = false): void => {
    const isUndecided = consent.analytics_storage === 'unknown'
    if (waiting.length === 0 || (!isLeaving && (isUndecided || isFlying || Date.now() < quietUntil))) return
    const events = waiting.splice(0, mostEvents)
    // If the visitor withdraws consent while a message is being sent, the next one reports it: the current one does not
    // contain it.
    const tellsWithdrawal = isWithdrawn
    let body = bodyOf(events)
    while (body.length > mostCharacters && events.length > 1) {
      waiting = [...events.splice(events.length >> 1), ...waiting]
      body = bodyOf(events)
    }
    const keep = () => {
      waiting = [...events, ...waiting].slice(-2 * mostEvents)
      quietUntil = Date.now() + pause
    }
    if (isLeaving) {
      if (navigator.sendBeacon(to, body)) flush(true)
      else keep()
      return
    }
    isFlying = true
    // Plain text needs no CORS preflight.
    const credentials = hasServerCookie ? 'include' : 'omit'
    // Some pages replace `fetch` with functions that throw synchronously.
    new Promise<Response>((done) => done(fetch(to, { method: 'POST', body, keepalive: true, credentials })))
      .then(({ ok, status }) => {
        // A permanently refused message would be refused again.
        if (!ok && (status === 429 || status > 499)) keep()
        else if (tellsWithdrawal) isWithdrawn = false
      }, keep)
      .finally(() => {
        isFlying = false
        flush()
      })
  })

  return {
    add(event) {
      waiting = [...waiting, event].slice(-2 * mostEvents)
      // Let the page proceed first.
      setTimeout(flush)
    },
    flush,
    withdraw() {
      isWithdrawn = true
    },
  }
}

function clean(address: string, keepsClicks: boolean): string {
  return (keepsClicks ? address : withoutClicks(address)).slice(0, 2000)
}

/** Keys that the ad platforms' own scripts have left. */
function browserIds(): Record<string, string> | undefined {
  const found = ['fbp', 'fbc', 'ttp'].map((name) => [name, readCookie(`_${name}`)]).filter(([, value]) => value)
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
