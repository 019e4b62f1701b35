import { AppError, toShopId } from '@tillsight/core'
import { Hono } from 'hono'
import type { LiveShops } from './live-shops.ts'
import type { Visited } from './visits.ts'

const mostShops = 50
const versions = /^\d+(?:,\d+)*$/

/**
 * `GET /?shop=ID,ID`: server-sent events about the shops' facts. What the page shows already comes as `since`, or as
 * `Last-Event-ID` when a browser returns.
 */
export function eventRoutes(live: LiveShops): Hono<Visited> {
  return new Hono<Visited>().get('/', async (c) => {
    await c.get('visit').caller()
    const shops = [...new Set((c.req.query('shop') ?? '').split(',').filter((id) => id !== ''))].map(toShopId)
    if (shops.length === 0 || shops.length > mostShops) {
      throw new AppError('invalid_input', `Name between 1 and ${mostShops} shops: “?shop=ID” or “?shop=ID,ID”.`)
    }
    const since = c.req.header('last-event-id') ?? c.req.query('since') ?? ''
    const known = versions.test(since) ? since : undefined
    const headers = {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // A proxy that collects a page before it sends it would collect these for ever.
      'x-accel-buffering': 'no',
    }
    if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers)
    return c.body(await live.open(c.get('visit'), { shops, known }), 200, headers)
  })
}
