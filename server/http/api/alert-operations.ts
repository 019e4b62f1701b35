import { shopVerbs } from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { shopRunner } from '../../verbs.ts'
import { type Offers, type Operation, offered } from './operation.ts'

const path = '/shops/{domain}/alerts'
const slackPath = '/shops/{domain}/slack'
const ofAlert = (c: Request) => ({ alert: c.req.param('alert') })
const ofSlack = (c: Request) => ({ slack: c.req.param('slack') })

const offers: Offers<typeof shopVerbs> = {
  'alert.list': {
    method: 'get',
    path,
    summary: 'Your alerts on the shop with the last times that they fired, and the places in Slack that they can go to',
  },
  'alert.add': { method: 'post', path, summary: 'Sets up an alert for you' },
  'alert.preview': {
    method: 'post',
    path: `${path}/preview`,
    summary: 'How often an alert would have fired in the last 90 days, by the figures as they are now',
  },
  'alert.change': {
    method: 'patch',
    path: `${path}/{alert}`,
    summary: 'Changes an alert, pauses it, or switches it on again',
    read: ofAlert,
  },
  'alert.remove': {
    method: 'delete',
    path: `${path}/{alert}`,
    summary: 'Deletes an alert; what was delivered stays in your inbox',
    read: ofAlert,
  },
  'slack.add': {
    method: 'post',
    path: slackPath,
    summary:
      'Adds a place in Slack that alerts can go to, by the address of an incoming webhook; it is never shown again',
  },
  'slack.change': {
    method: 'patch',
    path: `${slackPath}/{slack}`,
    summary: 'Renames a place in Slack, replaces its address, or switches it on again',
    read: ofSlack,
  },
  'slack.remove': {
    method: 'delete',
    path: `${slackPath}/{slack}`,
    summary: 'Deletes a place in Slack with what waits to be posted there',
    read: ofSlack,
  },
}

/** Operations on alerts and their places in Slack, for people only. */
export const alertOperations: readonly Operation[] = offered(
  shopVerbs,
  offers,
  async ({ runtime, contexts }, request) =>
    shopRunner(runtime, await contexts.shop(request.req.param('domain') ?? ''), 'program'),
)
