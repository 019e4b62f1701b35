import { createHash } from 'node:crypto'
import type { ShopOrder } from './history.ts'
import { micros } from './money.ts'
import { orderFacts } from './order-facts.ts'
import { OrderSums } from './order-sums.ts'
import type { ShopWorld } from './shop-world.ts'

/** One event as Shopify's pixel manager hands it to an app pixel. */
export interface PixelEvent {
  readonly id: string
  readonly name: string
  readonly type: 'standard' | 'dom' | 'custom'
  /** Shopify's id of the visitor. */
  readonly clientId: string
  readonly seq: number
  readonly timestamp: string
  readonly context: Readonly<Record<string, unknown>>
  readonly data: Readonly<Record<string, unknown>>
}

/** One visit of the online store. */
export interface PixelVisit {
  readonly visitor?: string
  readonly landingPage?: string
  readonly referrer?: string
  readonly userAgent?: string
  readonly startedAt?: string
  /** The order at the end of the visit; its checkout token is in the events. */
  readonly orderId?: number
  /** False: where consent is needed nothing loads, and nothing is sent. */
  readonly hasConsent?: boolean
  /** The buyer closed the tab before the thank-you page. */
  readonly losesCheckout?: boolean
  /** Sends every event twice, with the same id. */
  readonly duplicates?: boolean
}

const stepSeconds = 20

/** The events of one visit, in chronological order. */
export function pixelEvents(world: ShopWorld, visit: PixelVisit): PixelEvent[] {
  if (visit.hasConsent === false) return []
  const order = visit.orderId === undefined ? undefined : world.store.existing(visit.orderId)
  const steps = stepsOf(order, visit)
  const started = Date.parse(visit.startedAt ?? order?.createdAt ?? world.store.now())
  const visitor =
    visit.visitor ??
    createHash('sha256')
      .update(`${world.site.shop}${order?.email ?? started}`)
      .digest('hex')
      .slice(0, 32)
  const page = visit.landingPage ?? `https://${world.site.primaryDomain}/`
  const events = steps.map((name, at): PixelEvent => {
    const timestamp = new Date(started - (order ? (steps.length - at) * stepSeconds * 1000 : -at * stepSeconds * 1000))
    return {
      id: `sh-${createHash('sha256').update(`${visitor}${timestamp.getTime()}${name}`).digest('hex').slice(0, 24)}`,
      name,
      type: 'standard',
      clientId: visitor,
      seq: at + 1,
      timestamp: timestamp.toISOString(),
      context: {
        document: {
          location: { href: page },
          referrer: visit.referrer ?? '',
          title: world.site.name,
          characterSet: 'UTF-8',
        },
        navigator: { language: 'en', cookieEnabled: true, userAgent: visit.userAgent ?? 'Mozilla/5.0 (sandbox)' },
        window: { innerWidth: 1280, innerHeight: 800, location: { href: page } },
      },
      data: order && name.startsWith('checkout') ? { checkout: checkoutOf(world, order, name) } : {},
    }
  })
  return visit.duplicates ? events.flatMap((event) => [event, event]) : events
}

function stepsOf(order: ShopOrder | undefined, { losesCheckout }: PixelVisit): string[] {
  const browsing = ['page_viewed', 'product_viewed']
  if (!order) return browsing
  const checkout = [
    'product_added_to_cart',
    'checkout_started',
    'checkout_contact_info_submitted',
    'payment_info_submitted',
  ]
  return [...browsing, ...checkout, ...(losesCheckout ? [] : ['checkout_completed'])]
}

/** The order's id is there only once the checkout is complete; the token links to the order. */
function checkoutOf(world: ShopWorld, order: ShopOrder, name: string) {
  const sums = new OrderSums(orderFacts(order, world.site))
  const money = (amount: bigint) => ({ amount: Number(amount) / 1_000_000, currencyCode: world.site.currency })
  return {
    token: order.checkoutToken ?? null,
    currencyCode: world.site.currency,
    email: order.email ?? null,
    totalPrice: money(sums.total('original')),
    subtotalPrice: money(sums.subtotal('original')),
    lineItems: order.lines.map((line) => ({
      title: line.title,
      quantity: line.quantity,
      variant: {
        id: line.variantId ? String(line.variantId) : null,
        sku: line.sku ?? null,
        price: money(micros(line.unitPrice)),
      },
    })),
    ...(name === 'checkout_completed' ? { order: { id: String(order.id) } } : {}),
  }
}

/** Posts events one by one as a sandboxed pixel does: as text, without an origin. Returns the statuses. */
export async function postPixelEvents(ingestUrl: string, events: readonly PixelEvent[]): Promise<number[]> {
  const statuses: number[] = []
  for (const event of events) {
    const response = await fetch(ingestUrl, {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'null' },
      body: JSON.stringify(event),
    })
    statuses.push(response.status)
  }
  return statuses
}
