import { AppError } from '@tillsight/core'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../config.ts'

/** What is open without a session: public files, and those of signed addresses. */
const fileAddress = /^\/storage\/v1\/(?:object|render\/image)\/(?:public|sign)\/[^/]+\/./
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * With {@link Config.storagePublicUrl} files of strangers have an origin of their own: addresses of files answer at that host only, and
 * lead to it from everywhere else, so that addresses of the official client go on working; that host answers nothing but files.
 */
export function filesElsewhere({ storagePublicUrl }: Pick<Config, 'storagePublicUrl'>) {
  const elsewhere = storagePublicUrl === undefined ? undefined : new URL(storagePublicUrl)
  return createMiddleware(async (c, next) => {
    if (elsewhere === undefined) return await next()
    const isFile = reading.has(c.req.method) && fileAddress.test(c.req.path)
    if (c.req.header('host') === elsewhere.host) {
      if (isFile) return await next()
      throw new AppError('not_found', 'Only files are at this address.')
    }
    if (!isFile || c.req.method === 'OPTIONS') return await next()
    const { pathname, search } = new URL(c.req.url)
    const headers = {
      location: `${elsewhere.origin}${pathname}${search}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'access-control-allow-origin': '*',
    }
    return new Response(null, { status: 307, headers })
  })
}
