import { AppError, isAppError } from '@tillsight/core'
import { networkOf } from '@tillsight/tracking'
import { createMiddleware } from 'hono/factory'
import { createRateLimit } from '../collect/rate-limit.ts'
import type { Runtime } from '../runtime.ts'
import { peerAddress } from './peer.ts'

/** What a store's bulk change refuses at once, and then some. */
const refusals = { burst: 120, perSecond: 1 }

/**
 * Limits how often one network is refused where platforms call without a session. Calls that are taken count for nothing: a
 * store that changes a thousand orders announces a thousand, and switches off what does not take them.
 */
export function limitPlatformCalls({ clock, config }: Pick<Runtime, 'clock' | 'config'>) {
  const ofNetwork = createRateLimit(clock, refusals)
  return createMiddleware(async (c, next) => {
    const network = networkOf(peerAddress(c, config.trustProxy))
    take()
    await next()
    if (c.res.ok) ofNetwork.giveBack(network, 1)

    function take(): void {
      try {
        ofNetwork.take(network, 1)
      } catch (error) {
        if (!isAppError(error)) throw error
        const { retryAfterSeconds = 1 } = error.details
        throw new AppError('limit_reached', 'Too many calls from your network were refused. Try again in a minute.', {
          details: { retryAfterSeconds },
          cause: error,
        })
      }
    }
  })
}
