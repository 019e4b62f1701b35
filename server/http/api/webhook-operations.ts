import { shopVerbs } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { shopRunner } from '../../verbs.ts'
import { type Offers, type Operation, offered, readParameters } from './operation.ts'

const path = '/shops/{domain}/webhooks'
const ofWebhook = (c: Request) => ({ webhook: c.req.param('webhook') })

/** `cursor=…&limit=100` */
const readPage = (c: Request) => ({ ...ofWebhook(c), ...readParameters(c, ['cursor'], ['limit']) })

const offers: Offers<typeof shopVerbs> = {
  'webhook.list': {
    method: 'get',
    path,
    summary: 'Addresses that are told of the shop’s events, with how that goes; never their secrets',
  },
  'webhook.add': {
    method: 'post',
    path,
    summary: 'Adds an address; its secret is shown in this answer only',
  },
  'webhook.change': {
    method: 'patch',
    path: `${path}/{webhook}`,
    summary: 'Changes an address or its events, pauses it, or switches it on again',
    read: ofWebhook,
  },
  'webhook.remove': {
    method: 'delete',
    path: `${path}/{webhook}`,
    summary: 'Deletes an address with everything that waits to be sent there',
    read: ofWebhook,
  },
  'webhook.test': {
    method: 'post',
    path: `${path}/{webhook}/test`,
    summary: 'Sends a message that is about nothing; its deliveries tell what came of it',
    read: ofWebhook,
  },
  'webhook.rotate': {
    method: 'post',
    path: `${path}/{webhook}/rotate`,
    summary: 'Replaces the secret; for 24 hours messages are signed with both',
    read: ofWebhook,
  },
  'webhook.deliveries': {
    method: 'get',
    path: `${path}/{webhook}/deliveries`,
    summary: 'Messages of the last two weeks to an address and what became of them, the newest first',
    read: readPage,
  },
  'webhook.resend': {
    method: 'post',
    path: `${path}/deliveries/{delivery}/resend`,
    summary: 'Sends a message again under the same id',
    read: (c) => ({ delivery: c.req.param('delivery') }),
  },
}

/** Operations on webhooks that go out, for people only. */
export const webhookOperations: readonly Operation[] = offered(
  shopVerbs,
  offers,
  async ({ runtime, contexts }, request) =>
    shopRunner(runtime, await contexts.shop(request.req.param('domain') ?? ''), 'program'),
)
