import { AppError } from '@tillsight/core'
import { digestPeriods } from '@tillsight/domain'
import { Hono } from 'hono'
import { personRunner } from '../people-verbs.ts'
import type { Runtime } from '../runtime.ts'
import { messageResponse } from './developer-page.ts'
import type { Visited } from './visits.ts'

/** `GET /account/notifications/preview?digest=week:ID`: a digest as mail programs show it; without an id over all shops. */
export function digestPreviewRoutes(runtime: Runtime): Hono<Visited> {
  return new Hono<Visited>().get('/', async (c) => {
    const run = personRunner(runtime, c.get('visit'))
    const [every, shop = ''] = (c.req.query('digest') ?? 'week:').split(':')
    const known = digestPeriods.find((period) => period === every)
    if (known === undefined) throw new AppError('invalid_input', 'Digests come every day, week or month.')
    const { html } = await run('digest.preview', { every: known, shop: shop === '' ? null : shop })
    c.header('cache-control', 'private, no-store')
    return messageResponse(c, html)
  })
}
