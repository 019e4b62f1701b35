import { receiveBillingEvent } from '@tillsight/domain'
import { Hono } from 'hono'
import type { Runtime } from '../runtime.ts'

/**
 * `POST /webhooks/stripe`: events of what organisations pay for, where plans are sold. The raw text is verified, the event is kept, and
 * it is answered; what the customer has is asked afterwards.
 */
export function stripeWebhookRoutes({ billing, stores, clock, jobs }: Runtime): Hono {
  const routes = new Hono()
  if (!billing.sells) return routes
  return routes.post('/', async (c) => {
    const [body, signature] = [await c.req.text(), c.req.header('stripe-signature') ?? '']
    await receiveBillingEvent({ db: stores.database, clock, billing, jobs }, { body, signature })
    return c.body(null, 200)
  })
}
