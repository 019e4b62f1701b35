import { receivePrivacyRequest } from '@tillsight/domain'
import { Hono } from 'hono'
import type { Runtime } from '../runtime.ts'

/**
 * `POST /webhooks/{platform}`: where a platform tells the operator's app, at one address for all shops, what customers and
 * merchants ask about their data. What is not signed with the app's secret is turned away; everything else is accepted once
 * it is kept, also what is about a shop that is not connected here.
 */
export function platformWebhookRoutes({ deliveries }: Pick<Runtime, 'deliveries'>): Hono {
  return new Hono().post('/:connector', async (c) => {
    const answer = await receivePrivacyRequest(deliveries, {
      connector: c.req.param('connector'),
      headers: Object.fromEntries(c.req.raw.headers),
      body: new Uint8Array(await c.req.arrayBuffer()),
    })
    return c.body(null, answer === 'accepted' ? 200 : 401)
  })
}
