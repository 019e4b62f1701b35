import { AppError } from '@tillsight/core'
import { leaveOutWaiting, saveConversionTarget } from '@tillsight/database'
import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { noteSendingTrouble } from '../health/index.ts'
import { describeConversions, whatLacks } from './get-conversions.ts'
import { Conversions } from './outputs.ts'
import { loadTarget } from './setup.ts'

/**
 * Switches telling a platform of orders on or off. Orders of before are never sent, and what waits when it is switched off
 * is not sent later. Throws `conflict` where it cannot be switched on as it is set up.
 */
export const switchConversions = defineVerb({
  name: 'conversions.switch',
  needs: 'tracking:write',
  access: 'write',
  input: z.object({ platform: z.string(), enabled: z.boolean() }),
  output: Conversions,
  async run(ctx: ConnectionContext, { platform, enabled }) {
    const { queries, services, shop, clock } = ctx
    const target = await loadTarget(queries, services, { shop: shop.id, platform })
    const lacks = enabled ? await whatLacks(queries, services, target) : undefined
    if (lacks !== undefined) throw new AppError('conflict', `It was not switched on. ${lacks}`)
    if (enabled !== target.enabled) {
      await saveConversionTarget(queries, target, {
        enabled,
        problem: null,
        ...(enabled ? { since: clock.now() } : {}),
      })
      if (!enabled) {
        const at = clock.now()
        await leaveOutWaiting(queries, target, 'It was switched off before it was sent.')
        await noteSendingTrouble(queries, { shop: shop.id, platform, trouble: undefined, at })
      }
    }
    return await describeConversions(ctx, platform)
  },
})
