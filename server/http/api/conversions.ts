import {
  getConversions,
  listConversionDestinations,
  listConversions,
  listConversionTargets,
  resendConversions,
  saveConversionSetup,
  switchConversions,
  tryConversions,
} from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { type Operation, shopOperation } from './operation.ts'

const path = '/shops/{domain}/conversions'
const ofPlatform = (c: Request) => ({ platform: c.req.param('platform') })

/** Orders that ad platforms are told of: set-up, switch, and what became of each. */
export const conversionOperations: readonly Operation[] = [
  shopOperation({
    method: 'get',
    path,
    summary: 'The ad platforms that can be told of orders, and how that stands',
    verb: listConversionTargets,
  }),
  shopOperation({
    method: 'get',
    path: `${path}/{platform}`,
    summary: 'How a platform is told of orders, and how well that goes; the stored token never comes back',
    verb: getConversions,
    read: ofPlatform,
  }),
  shopOperation({
    method: 'get',
    path: `${path}/{platform}/log`,
    summary: 'The delivery log: each order with what became of it, the latest first',
    verb: listConversions,
    read: readLogQuery,
  }),
  shopOperation({
    method: 'get',
    path: `${path}/{platform}/destinations`,
    summary: 'Datasets, pixels or conversion actions that the connected account has; the platform is asked',
    verb: listConversionDestinations,
    read: ofPlatform,
  }),
  shopOperation({
    method: 'post',
    path: `${path}/{platform}`,
    summary: 'Sets up how a platform is told of orders; switches nothing on',
    verb: saveConversionSetup,
    read: ofPlatform,
  }),
  shopOperation({
    method: 'post',
    path: `${path}/{platform}/switch`,
    summary: 'Switches telling a platform of orders on or off; orders of before are never sent',
    verb: switchConversions,
    read: ofPlatform,
  }),
  shopOperation({
    method: 'post',
    path: `${path}/{platform}/test`,
    summary: 'Sends a made-up order that counts for nothing, and says what the platform answers',
    verb: tryConversions,
    read: ofPlatform,
  }),
  shopOperation({
    method: 'post',
    path: `${path}/{platform}/resend`,
    summary: 'Queues one order, or all that were refused or given up, to be sent again under the same event ID',
    verb: resendConversions,
    read: ofPlatform,
  }),
]

/** `states=refused&states=given_up&skip=25&most=25` */
function readLogQuery(c: Request): Readonly<Record<string, unknown>> {
  const { skip, most } = c.req.query()
  return {
    ...ofPlatform(c),
    states: c.req.queries('states') ?? [],
    ...(skip === undefined ? {} : { skip: Number(skip) }),
    ...(most === undefined ? {} : { most: Number(most) }),
  }
}
