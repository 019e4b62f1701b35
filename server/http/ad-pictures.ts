import { AppError } from '@tillsight/core'
import { findPicture } from '@tillsight/domain'
import { Hono } from 'hono'
import { callerContexts } from '../contexts.ts'
import type { Runtime } from '../runtime.ts'
import type { Visited } from './visits.ts'

/**
 * `GET /shop/{domain}/campaigns/picture/{platform}.{account}.{ad}`: the picture of an ad, for those who may see the shop. Not
 * found means that there is none yet, or never: pages show a placeholder then.
 */
export function adPictureRoutes(runtime: Runtime): Hono<Visited> {
  return new Hono<Visited>().get('/:domain/campaigns/picture/:key', async (c) => {
    const ctx = await callerContexts(runtime, c.get('visit')).shop(c.req.param('domain'))
    const picture = await findPicture(ctx, c.req.param('key'))
    if (!picture) throw new AppError('not_found', 'There is no picture of this ad here yet.')
    const tag = `"${picture.source}"`
    const headers = {
      'cache-control': 'private, max-age=86400',
      etag: tag,
      'content-security-policy': "default-src 'none'",
    }
    if (c.req.header('if-none-match') === tag) return c.body(null, 304, headers)
    return c.body(new Uint8Array(picture.bytes), 200, { ...headers, 'content-type': picture.type })
  })
}
