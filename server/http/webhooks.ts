import { receiveWebhook } from '@tillsight/domain'
import { Hono } from 'hono'
import type { Runtime } from '../runtime.ts'

/** Where platforms deliver. The raw bytes are verified; answers reveal nothing, not even whether the address exists. */
export function webhookRoutes({ deliveries }: Pick<Runtime, 'deliveries'>): Hono {
  return new Hono().post('/:connector/:connection', async (c) => {
    const answer = await receiveWebhook(deliveries, {
      connector: c.req.param('connector'),
      connection: c.req.param('connection'),
      headers: Object.fromEntries(c.req.raw.headers),
      body: new Uint8Array(await c.req.arrayBuffer()),
    })
    return c.body(null, answer === 'accepted' ? 200 : 401)
  })
}
