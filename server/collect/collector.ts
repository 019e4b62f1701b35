import { randomBytes } from 'node:crypto'
import { AppError, type Clock } from '@tillsight/core'
import { assertAllowed, createBuyerHash, type ShopContext } from '@tillsight/domain'
import {
  type CollectedEvent,
  type CollectMessage,
  correctInstant,
  judge,
  networkOf,
  type RequestSigns,
  readConsent,
  readSigns,
  type ServerMessage,
  toCollectedEvent,
} from '@tillsight/tracking'
import type { EventIntake } from './intake.ts'
import { isOwnOrigin, isOwnPlace, type KnownShop } from './known-shops.ts'
import { createRateLimit, type Rate } from './rate-limit.ts'

/** Who sent a message, as the request shows it. */
interface Sender {
  readonly headers: RequestSigns
  readonly address: string
  /** What the cookie says; undefined without. */
  readonly visitor: string | undefined
  readonly origin: string | undefined
  /** A page without scripts asked for the picture. */
  readonly asksForPicture: boolean
}

/** What follows for the sender from a message that is safe. */
export interface Collected {
  /** Undefined where the visitor may not be recognised. */
  readonly visitor: string | undefined
  /** `keep` writes or renews it, `forget` removes it. */
  readonly cookie: 'keep' | 'forget' | 'leave'
  /** The sender has no cookie and wants to hear who the visitor is. */
  readonly tellsVisitor: boolean
  readonly isOwnOrigin: boolean
}

/** How much may come in. */
interface CollectRates {
  readonly shop: Rate
  /** All visitors of a /24 or /48 together: an office, or many customers of one mobile network. */
  readonly network: Rate
}

/** For one process. A shop of this size has some hundred thousand visitors at a time. */
const usualRates: CollectRates = {
  shop: { burst: 30_000, perSecond: 3_000 },
  network: { burst: 1_000, perSecond: 100 },
}

/** What a collector is made of. */
interface CollectorOptions {
  readonly clock: Clock
  readonly intake: Pick<EventIntake, 'keep'>
  readonly findShop: (key: string) => Promise<KnownShop | undefined>
  readonly rates?: CollectRates
}

/** Takes messages of browsers: finds the shop, limits, judges, cleans, and answers when the events are safe. */
export function createCollector({ clock, intake, findShop, rates = usualRates }: CollectorOptions) {
  const ofShop = createRateLimit(clock, rates.shop)
  const ofNetwork = createRateLimit(clock, rates.network)

  return {
    /** Throws `forbidden` for an unknown key, `limit_reached` for too many events, `unavailable` when nothing can be kept. */
    async collect(message: CollectMessage, sender: Sender): Promise<Collected> {
      const network = networkOf(sender.address)
      const count = message.events.length
      // Before anybody is asked: whoever makes up keys would have the database look for each.
      ofNetwork.take(network, count)
      const shop = await findShop(message.key)
      if (shop === undefined) {
        throw new AppError(
          'forbidden',
          'This key names no shop, or was revoked. Copy the key from the installation page of the shop.',
        )
      }
      ofShop.take(shop.id, count)
      const allowed = readConsent(message.consent)
      const visitor = allowed.mayRecognise ? message.visitor || sender.visitor || newVisitor() : undefined
      const received = clock.now().getTime()
      const signs = readSigns(sender.headers)
      const events = message.events.map(
        (event): CollectedEvent =>
          toCollectedEvent(event, {
            source: sender.asksForPicture ? 'picture' : message.source,
            allowed,
            visitorId: visitor ?? '',
            at: correctInstant(event.at, { sent: message.sent, received }),
            receivedAt: received,
            judgement: judge(signs, event),
            network,
            isForeign: !isOwnPlace(shop, { origin: sender.origin, url: event.url }),
            identify: shop.identify,
          }),
      )
      await intake.keep(shop.id, events)
      return {
        visitor,
        cookie: cookieAfter(message, visitor, allowed.consent),
        tellsVisitor: visitor !== undefined && message.visitor === '',
        isOwnOrigin: sender.origin !== undefined && isOwnOrigin(shop, sender.origin),
      }
    },
  }
}

export type Collector = ReturnType<typeof createCollector>

/** 128 random bits. */
function newVisitor(): string {
  return randomBytes(16).toString('hex')
}

function cookieAfter(
  { visitor: own }: CollectMessage,
  visitor: string | undefined,
  consent: CollectedEvent['consent'],
): Collected['cookie'] {
  if (consent === 'denied' || consent === 'withdrawn') return 'forget'
  // A sender that names the visitor keeps it by itself.
  return visitor === undefined || own ? 'leave' : 'keep'
}

/** Whoever sends from a server says of its visitors what it knows; it is no browser to be judged. */
const judgement = { bot: 'no', reasons: [] } as const

/** Takes events that a shop's own server tells; returns how many, once they are safe. Throws `forbidden`, `unavailable`. */
export async function takeServerEvents(
  ctx: ShopContext,
  { events }: ServerMessage,
  { intake, clock }: { readonly intake: EventIntake; readonly clock: Clock },
): Promise<number> {
  assertAllowed(ctx.actor, 'tracking:write', 'tracking.collect')
  const receivedAt = clock.now().getTime()
  const identify = createBuyerHash(ctx.shop, ctx.identityKey)
  const collected = events.map((event) =>
    toCollectedEvent(event, {
      source: 'server',
      allowed: readConsent(event.consent),
      visitorId: event.visitor ?? '',
      // Nothing happens after it is told.
      at: Math.min(event.at, receivedAt),
      receivedAt,
      judgement,
      network: '',
      isForeign: false,
      identify,
    }),
  )
  await intake.keep(ctx.shop.id, collected)
  return collected.length
}
