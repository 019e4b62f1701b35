import { organisationVerbs } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { organisationRunner } from '../../people-verbs.ts'
import { type Offers, type Operation, offered } from './operation.ts'

const path = '/organisations/{id}/keys'
const ofKey = (c: Request) => ({ key: c.req.param('key') })

const offers: Offers<typeof organisationVerbs> = {
  'key.list': {
    method: 'get',
    path,
    summary: 'Keys of the API with their state and last use; never the keys themselves',
  },
  'key.create': {
    method: 'post',
    path,
    summary: 'Creates a key of the API, which is shown in this answer only',
  },
  'key.rotate': {
    method: 'post',
    path: `${path}/{key}/rotate`,
    summary: 'Creates a key like another one; the other one works until it is revoked',
    read: ofKey,
  },
  'key.revoke': {
    method: 'delete',
    path: `${path}/{key}`,
    summary: 'Revokes a key of the API at once',
    read: ofKey,
  },
}

/** Operations on keys of the API, for people only. */
export const keyOperations: readonly Operation[] = offered(
  organisationVerbs,
  offers,
  async ({ runtime, contexts }, request) =>
    organisationRunner(runtime, await contexts.organisation(request.req.param('id') ?? '')),
)
