import { AppError } from '@tillsight/core'
import { changeConversionEvents, findConversionEvents, listConversionEvents } from '@tillsight/database'
import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { ConversionState, resendable } from './outputs.ts'
import { loadTarget } from './setup.ts'

const mostAtOnce = 10_000

/**
 * Queues orders to be sent again: one of them, or all that were refused or given up. It is the same event to the platform,
 * so that nothing counts twice. Throws `conflict` while it is switched off, `not_found` for an order that is not there.
 */
export const resendConversions = defineVerb({
  name: 'conversions.resend',
  needs: 'tracking:write',
  access: 'write',
  input: z.object({ platform: z.string(), order: z.string().optional() }),
  output: z.object({ queued: z.number() }),
  async run({ queries, services, shop, clock }: ConnectionContext, { platform, order }) {
    const target = await loadTarget(queries, services, { shop: shop.id, platform })
    const found =
      order === undefined
        ? await listConversionEvents(queries, { ...target, states: ['refused', 'given_up'], skip: 0, most: mostAtOnce })
        : await findConversionEvents(queries, target, [order])
    if (order !== undefined && found.length === 0) throw new AppError('not_found', 'This order is not in the log.')
    const fit = found.filter(({ state }) => resendable.includes(ConversionState.parse(state)))
    if (order !== undefined && fit.length === 0) {
      throw new AppError('conflict', 'This order is not to be sent; why not stands beside it.')
    }
    if (fit.length === 0) return { queued: 0 }
    if (!target.enabled) throw new AppError('conflict', 'Switch it on first: nothing is sent while it is off.')
    const again = {
      state: 'waiting',
      reason: 'Somebody asked for it to be sent again.',
      dueAt: clock.now(),
      attempts: 0,
      firstTriedAt: null,
      confirmAt: null,
    }
    await changeConversionEvents(queries, { ...target, orderIds: fit.map(({ orderId }) => orderId) }, again)
    await services.requests.tellPlatform({ shop: shop.id, platform })
    return { queued: fit.length }
  },
})
