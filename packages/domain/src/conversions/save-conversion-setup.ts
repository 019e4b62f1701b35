import { AppError } from '@tillsight/core'
import { hurryConversionEvents, saveConversionTarget } from '@tillsight/database'
import { orderValueIds } from '@tillsight/metrics'
import type { PurchaseEvent } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { changesBetween, recordAudit, sealed } from '../audit/index.ts'
import { type ConnectionContext, callPlatform } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { noteSendingTrouble } from '../health/index.ts'
import { describeConversions } from './get-conversions.ts'
import { Conversions } from './outputs.ts'
import {
  consentBases,
  itemIds,
  loadTarget,
  platformAccess,
  sealToken,
  type Target,
  toConversionSetup,
} from './setup.ts'

/** An untouched radio group submits nothing. */
const chooseOne = 'Choose one of these.'

const Input = z.object({
  platform: z.string(),
  destination: z.string().max(200),
  eventName: z.string().max(60).optional(),
  /** A new token; absent or empty: the stored one stays. */
  accessToken: z.string().max(2_000).optional(),
  forgetToken: z.boolean().optional(),
  consent: z.enum(consentBases, chooseOne),
  value: z.enum(orderValueIds, chooseOne),
  itemId: z.enum(itemIds, chooseOne),
})

/** Sets up sending orders to a platform; enables nothing. Throws `invalid_input` with messages for fields. */
export const saveConversionSetup = defineVerb({
  name: 'conversions.save',
  needs: 'tracking:write',
  access: 'write',
  input: Input,
  output: Conversions,
  async run(ctx: ConnectionContext, { platform, accessToken = '', forgetToken = false, ...typed }) {
    const target = await loadTarget(ctx.queries, ctx.services, { shop: ctx.shop.id, platform })
    const setup = {
      ...typed,
      destination: typed.destination.trim(),
      eventName: typed.eventName ?? target.setup.eventName,
    }
    const given = accessToken.trim()
    refuseWrong(target, { ...setup, token: given })
    const secrets =
      given === '' ? (forgetToken ? { secrets: null } : {}) : { secrets: sealToken(given, target, ctx.services) }
    // The problem may be fixed now; the next order will show.
    await saveConversionTarget(ctx.queries, target, { settings: setup, problem: null, ...secrets })
    const token = 'secrets' in secrets ? [{ field: 'token', before: null, after: sealed }] : []
    const changes = [...changesBetween(target.setup, setup), ...token]
    await recordAudit(ctx, {
      action: 'conversions.save',
      target: { kind: 'conversions', id: platform, name: platform },
      changes,
    })
    await tryAgain(ctx, target)
    return await describeConversions(ctx, platform)
  },
})

/** Retries at once, with the new set-up, what failed with the previous one. */
async function tryAgain({ queries, services, shop, clock }: ConnectionContext, target: Target): Promise<void> {
  const at = clock.now()
  const { platform, enabled } = target
  await noteSendingTrouble(queries, { shop: shop.id, platform, trouble: undefined, at })
  if (!enabled) return
  await hurryConversionEvents(queries, target, at)
  await services.requests.tellPlatform({ shop: shop.id, platform })
}

function refuseWrong(
  { spec }: Target,
  {
    destination,
    eventName,
    token,
  }: { readonly destination: string; readonly eventName: string; readonly token: string },
): void {
  const { label, example, pattern } = spec.destination
  const wrong: Record<string, string> = {}
  if (destination === '') wrong['destination'] = `Enter the ${label.toLowerCase()}; it looks like ${example}.`
  else if (!pattern.test(destination)) {
    wrong['destination'] = `This is not a ${label.toLowerCase()}; one looks like ${example}.`
  }
  if (!spec.eventNames.includes(eventName)) wrong['eventName'] = `Choose one of ${spec.eventNames.join(', ')}.`
  if (token !== '' && !/^[\x21-\x7e]{10,}$/.test(token)) {
    wrong['token'] = 'This is not a whole token: it has spaces or too few characters. Copy it again.'
  }
  if (Object.keys(wrong).length === 0) return
  throw new AppError('invalid_input', 'Something in this set-up is not right; it was not saved.', { details: wrong })
}

const minuteMs = 60_000

/**
 * Sends a made-up test order to check access, destination and format. Throws `invalid_input` if sending is not set up, or its
 * test code is missing.
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
    if (target.spec.fixture === 'code' && !/^[A-Za-z0-9_-]{3,60}$/.test(code)) {
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

/** An order without a real buyer: addresses at example.com belong to nobody. */
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
