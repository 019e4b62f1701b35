import { AppError } from '@tillsight/core'
import type { PurchaseEvent } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { type ConnectionContext, callPlatform } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { platformAccess } from './platform-access.ts'
import { loadTarget, toConversionSetup } from './setup.ts'

const minuteMs = 60_000

/**
 * Sends a made-up order that counts for nothing, to see whether access, destination and form are right. Throws
 * `invalid_input` where it is not set up, or its test code is missing.
 */
export const tryConversions = defineVerb({
  name: 'conversions.try',
  needs: 'tracking:write',
  access: 'work',
  input: z.object({ platform: z.string(), code: z.string().trim().max(60).default('') }),
  output: z.object({ accepted: z.boolean(), message: z.string() }),
  async run(ctx: ConnectionContext, { platform, code }) {
    const target = await loadTarget(ctx.queries, ctx.services, { shop: ctx.shop.id, platform })
    if (target.setup.destination === '')
      throw new AppError('invalid_input', 'Set it up and save it first, then try it.')
    if (target.spec.trial === 'code' && !/^[A-Za-z0-9_-]{3,60}$/.test(code)) {
      const message = 'Enter the test code that the platform shows; without it the order would count.'
      throw new AppError('invalid_input', message, { details: { code: message } })
    }
    const account = await platformAccess(ctx, target)
    const event = madeUp(ctx)
    const request = { setup: toConversionSetup(target), events: [event], test: code }
    const [outcome] = await callPlatform(ctx.services, { account, clock: ctx.clock }, async (asked) =>
      target.spec.send(asked, request),
    )
    if (outcome?.kind === 'accepted') return { accepted: true, message: outcome.answer }
    const message = outcome?.kind === 'waits' ? outcome.failure.message : (outcome?.message ?? 'Nothing was answered.')
    return { accepted: false, message }
  },
})

/** An order of nobody: addresses of example.com belong to no one. */
function madeUp({ shop, clock }: ConnectionContext): PurchaseEvent {
  const now = clock.now()
  return {
    orderId: `test-${now.getTime()}`,
    at: new Date(now.getTime() - minuteMs),
    value: '1.00',
    currency: shop.currency,
    url: `https://${shop.domain}/`,
    userAgent: 'Mozilla/5.0 (Tillsight test order)',
    buyer: {
      id: 'test',
      email: 'test.order@example.com',
      phone: '',
      firstName: '',
      lastName: '',
      city: '',
      region: '',
      postcode: '',
      country: shop.country ?? '',
    },
    clicks: {},
    browserKeys: {},
    items: [{ id: 'test', title: 'Test order', quantity: 1, price: '1.00' }],
    mayPersonalise: false,
  }
}
