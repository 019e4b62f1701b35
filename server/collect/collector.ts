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
import { hostOf, isOwnHost, isOwnPlace, type KnownShop } from './known-shops.ts'
import { createRateLimit, type Rate } from './rate-limit.ts'

/** The sender of a message, from the request. */
interface Sender {
  readonly headers: RequestSigns
  readonly address: string
  /** Visitor id from the cookie; undefined without. */
  readonly visitor: string | undefined
  readonly origin: string | undefined
  /** A page without scripts requested the tracking pixel. */
  readonly asksForPicture: boolean
}

/** Consequences for the sender of a message that was stored. */
export interface Collected {
  /** Undefined where the visitor may not be recognised. */
  readonly visitor: string | undefined
  /** `keep` sets or renews the cookie, `forget` removes it. */
  readonly cookie: 'keep' | 'forget' | 'leave'
  /** The sender has no cookie and needs the visitor's id in the response. */
  readonly tellsVisitor: boolean
  readonly isOwnOrigin: boolean
}

/** Rate limits of the collector. */
interface CollectRates {
  readonly shop: Rate
  /** All visitors of a /24 or /48 together: an office, or many customers of one mobile network. */
  readonly network: Rate
}

/** Limits per process. A shop that reaches them has some hundred thousand concurrent visitors. */
const usualRates: CollectRates = {
  shop: { burst: 30_000, perSecond: 3_000 },
  network: { burst: 1_000, perSecond: 100 },
}

/** Dependencies of a collector. */
export interface CollectorOptions {
  readonly clock: Clock
  readonly intake: Pick<EventIntake, 'keep'>
  readonly findShop: (key: string) => Promise<KnownShop | undefined>
  readonly rates?: CollectRates
}

/**
 * Handles messages from browsers: finds the shop, limits, classifies and cleans, and responds when the events are stored
 * safely.
 */
export function createCollector({ clock, intake, findShop, rates = usualRates }: CollectorOptions) {
  const ofShop = createRateLimit(clock, rates.shop)
  const ofNetwork = createRateLimit(clock, rates.network)

  return {
    /** Throws `forbidden` for an unknown key, `limit_reached` for too many events, `unavailable` when nothing can be kept. */
    async collect(message: CollectMessage, sender: Sender): Promise<Collected> {
      const network = networkOf(sender.address)
      const count = message.events.length
      // Before any lookup: made-up keys would cause a database query each.
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
      // Pixels and sandboxed scripts say nothing of their page but what is in the event.
      const isNamed = sender.origin !== undefined && sender.origin !== 'null'
      const host = isNamed ? hostOf(sender.origin) : undefined
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
            isForeign: !isOwnPlace(shop, isNamed ? host : hostOf(event.url)),
            identify: shop.identify,
          }),
      )
      return whenKept(intake.keep(shop.id, events), {
        visitor,
        cookie: cookieAfter(message, visitor, allowed.consent),
        tellsVisitor: visitor !== undefined && message.visitor === '',
        isOwnOrigin: isOwnHost(shop, host),
      })
    },
  }
}

export type Collector = ReturnType<typeof createCollector>

/** On its own, so that nothing but the answer stays in memory while the disk is waited for. */
async function whenKept(kept: Promise<void>, answer: Collected): Promise<Collected> {
  await kept
  return answer
}

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
  // A sender that supplies the visitor id stores it itself.
  return visitor === undefined || own ? 'leave' : 'keep'
}

/** Events from a server are the shop's own statement about its visitors; there is no browser to classify. */
const judgement = { bot: 'no', reasons: [] } as const

/**
 * Handles events sent by a shop's own server; returns their number once they are stored safely. Throws `forbidden`,
 * `unavailable`.
 */
export async function takeServerEvents(
  ctx: ShopContext,
  { events }: ServerMessage,
  { intake, clock }: { readonly intake: EventIntake; readonly clock: Clock },
): Promise<number> {
  assertAllowed(ctx.actor, 'events:write', 'tracking.collect')
  const receivedAt = clock.now().getTime()
  const identify = createBuyerHash(ctx.shop, ctx.identityKey)
  const collected = events.map((event) =>
    toCollectedEvent(event, {
      source: 'server',
      allowed: readConsent(event.consent),
      visitorId: event.visitor ?? '',
      // An event cannot happen after it was received.
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
