import type { Clock } from '@tillsight/core'
import { assertAllowed, createBuyerHash, type ShopContext } from '@tillsight/domain'
import { readConsent, type ServerMessage, toCollectedEvent } from '@tillsight/tracking'
import type { EventIntake } from './intake.ts'

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
