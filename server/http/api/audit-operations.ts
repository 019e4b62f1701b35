import { organisationVerbs } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { organisationRunner } from '../../people-verbs.ts'
import { type Offers, type Operation, offered } from './operation.ts'

const path = '/organisations/{id}/audit'

/** `from=2026-11-01&to=2026-11-30&actor=…&action=key.create&shop=…&cursor=…&limit=100` */
function readSearch({ req }: Request): Readonly<Record<string, unknown>> {
  const { limit, ...query } = req.query()
  return { ...query, ...(limit === undefined ? {} : { limit: Number(limit) }) }
}

const offers: Offers<typeof organisationVerbs> = {
  'audit.list': {
    method: 'get',
    path,
    summary: 'Who did what in the organisation, the newest first',
    read: readSearch,
  },
  'audit.actors': {
    method: 'get',
    path: `${path}/actors`,
    summary: 'Who stands in the audit log',
  },
  'audit.retention': {
    method: 'get',
    path: `${path}/retention`,
    summary: 'For how many days entries of the audit log are kept',
  },
  'audit.change_retention': {
    method: 'patch',
    path: `${path}/retention`,
    summary: 'Changes for how many days entries of the audit log are kept; older ones go in the following night',
  },
}

/** Operations on the audit log, for people only. */
export const auditOperations: readonly Operation[] = offered(
  organisationVerbs,
  offers,
  async ({ runtime, contexts }, request) =>
    organisationRunner(runtime, await contexts.organisation(request.req.param('id') ?? '')),
)
