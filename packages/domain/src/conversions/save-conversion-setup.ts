import { AppError } from '@tillsight/core'
import { hurryConversionEvents, saveConversionTarget } from '@tillsight/database'
import { orderValueIds } from '@tillsight/metrics'
import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { noteSendingTrouble } from '../health/index.ts'
import { describeConversions } from './get-conversions.ts'
import { Conversions } from './outputs.ts'
import { consentBases, itemIds, loadTarget, sealToken, type Target } from './setup.ts'

/** Radios that nobody touched come as nothing. */
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

/** Sets up how a platform is told of orders; switches nothing on. Throws `invalid_input` with messages for fields. */
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
    // What was wrong may be right now; the next order tells.
    await saveConversionTarget(ctx.queries, target, { settings: setup, problem: null, ...secrets })
    await tryAgain(ctx, target)
    return await describeConversions(ctx, platform)
  },
})

/** What failed by the old set-up is tried by the new one at once. */
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
