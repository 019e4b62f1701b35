import type { Consent } from './consent.ts'
import { guarded } from './guard.ts'
import type { Settings } from './settings.ts'
import { keepVisitor, readCookie } from './visitor.ts'

/** An event as the collector takes it. */
export interface WireEvent {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly url: string
  readonly referrer?: string
  readonly [field: string]: unknown
}

/** Keeps events until they are known to be safe with the collector. */
export interface Sender {
  add(event: WireEvent): void
  /** Sends what waits; when the page is being left, also what no decision came for. */
  flush(isLeaving?: boolean): void
  /** The next message tells the collector to delete its cookie. */
  withdraw(): void
}

const mostEvents = 50
/** What browsers carry beyond a page's life is 64 kB. */
const mostCharacters = 60_000
/** After an answer that asks for patience, in milliseconds. */
const pause = 5000

/** Parameters that name campaigns and ads, but never a click or a person. */
const harmless = /^(utm_\w+|ts_\w+|(campaign|adset|adgroup|ad)_?id)$/

/** Without consent no parameter that could name somebody leaves the browser. */
export function withoutClicks(address: string): string {
  const url = new URL(address, location.href)
  // A copy of the names: the list itself would skip some while others are taken out.
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
    // Who withdraws while a message is on its way is told of by the next one: that one knows nothing of it.
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
    // Text needs no permission to be asked of another origin first.
    const credentials = hasServerCookie ? 'include' : 'omit'
    // Pages replace `fetch` by things that throw at once.
    new Promise<Response>((done) => done(fetch(to, { method: 'POST', body, keepalive: true, credentials })))
      .then(({ ok, status }) => {
        // What is refused for good would be refused again.
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
      // The page goes first.
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
