import { organisationVerbs } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { organisationRunner } from '../../people-verbs.ts'
import { type Offers, type Operation, offered } from './operation.ts'

const path = '/organisations/{id}/billing'
const query = ({ req }: Request) => req.query()

const offers: Offers<typeof organisationVerbs> = {
  'billing.show': {
    method: 'get',
    path,
    summary: 'The plan of the organisation, all plans with their prices, and what can be bought or changed now',
  },
  'billing.standing': {
    method: 'get',
    path: `${path}/standing`,
    summary: 'What the organisation may do by the way it pays; does not ask the payment service',
  },
  'billing.usage': {
    method: 'get',
    path: `${path}/usage`,
    summary: 'How much of its plan the organisation uses: counted orders of a month, each in the zone of its shop',
    read: query,
  },
  'billing.invoices': {
    method: 'get',
    path: `${path}/invoices`,
    summary: 'Invoices of the organisation, the newest first',
    read: query,
  },
  'billing.checkout': {
    method: 'post',
    path: `${path}/checkout`,
    summary: 'The address of the page where a plan is bought',
  },
  'billing.confirm': {
    method: 'post',
    path: `${path}/checkout/{session}/confirm`,
    summary: 'Asks the payment service what became of a purchase; grants nothing by itself',
    read: ({ req }) => ({ session: req.param('session') }),
  },
  'billing.portal': {
    method: 'post',
    path: `${path}/portal`,
    summary: 'The address of the page where ways to pay are changed and invoices paid',
  },
  'billing.preview_change': {
    method: 'post',
    path: `${path}/change/preview`,
    summary: 'When a change of the plan would happen, and what it would charge at once',
  },
  'billing.change': {
    method: 'post',
    path: `${path}/change`,
    summary: 'Changes the plan: larger ones at once, smaller ones at the end of the period',
  },
  'billing.cancel': {
    method: 'post',
    path: `${path}/cancel`,
    summary: 'Ends the subscription at the end of its period',
  },
  'billing.resume': {
    method: 'delete',
    path: `${path}/cancel`,
    summary: 'Takes back that the subscription ends or becomes smaller, or goes on after a trial that was paused',
  },
}

/** Operations on what an organisation pays for. */
export const billingOperations: readonly Operation[] = offered(
  organisationVerbs,
  offers,
  async ({ runtime, contexts }, request) =>
    organisationRunner(runtime, await contexts.organisation(request.req.param('id') ?? '')),
)
