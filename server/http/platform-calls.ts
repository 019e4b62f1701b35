import { AppError, isAppError } from '@tillsight/core'
import { networkOf } from '@tillsight/tracking'
import { createMiddleware } from 'hono/factory'
import { createRateLimit } from '../collect/rate-limit.ts'
import type { Runtime } from '../runtime.ts'
import { isPrivate, peerAddress } from './peer.ts'

/** What a store's bulk change refuses at once, and then some. */
const refusals = { burst: 120, perSecond: 1 }

/**
 * Limits how often one network is refused where platforms call without a session. Calls that are taken count for nothing: a
 * store that changes a thousand orders announces a thousand, and switches off what does not take them. Nor do our own
 * failures, and nobody is counted behind a proxy that is not trusted: there everybody has one address, and one stranger would
 * shut the door to all stores.
 */
export function limitPlatformCalls({ clock, config }: Pick<Runtime, 'clock' | 'config'>) {
  const ofNetwork = createRateLimit(clock, refusals)
  return createMiddleware(async (c, next) => {
    const address = peerAddress(c, config.trustProxy)
    if (isPrivate(address)) return await next()
    const network = networkOf(address)
    take()
    await next()
    if (c.res.ok || c.res.status >= 500) ofNetwork.giveBack(network, 1)
    return undefined

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
