// What the permission tests try of alerts and of the places in Slack that they go to.
import { randomUUID } from 'node:crypto'
import type { ConnectionContext } from '../connections/index.ts'
import { run } from '../context/verb.ts'
import { addSlack } from '../slack/index.ts'
import { addAlert } from './change-alerts.ts'

/** Ids of an alert and of a place in Slack. */
export interface AlertIds {
  /** Set up by the world's person. */
  readonly alert: string
  readonly slack: string
}

const watched = { op: 'finding' as const }
const place = { name: '#sales', url: 'https://hooks.slack.com/services/T0/B0/x' }
const named = ({ alert }: AlertIds) => ({ alert })

/** By verb name. */
const attempts = {
  'alert.list': { in: 'shop', input: () => ({}) },
  'alert.add': { in: 'shop', input: () => ({ name: 'Data', ...watched }) },
  'alert.change': { in: 'shop', input: (ids: AlertIds) => ({ ...named(ids), state: 'on' }) },
  'alert.remove': { in: 'shop', input: named },
  'alert.preview': { in: 'shop', input: () => ({ metric: 'sales', op: 'unusual' }) },
  'slack.add': { in: 'shop', input: () => place },
  'slack.change': { in: 'shop', input: ({ slack }: AlertIds) => ({ slack, name: '#ads' }) },
  'slack.remove': { in: 'shop', input: ({ slack }: AlertIds) => ({ slack }) },
} as const

/** What checks its permission itself. */
const operations = {
  'alert.slack': (ctx: ConnectionContext, { slack }: AlertIds) =>
    run(addAlert, ctx, { name: 'Data', ...watched, to: [{ channel: 'slack', id: slack }] }),
}

function freshIds(): AlertIds {
  return { alert: randomUUID(), slack: randomUUID() }
}

/** Sets up an alert of the person, and a place in Slack of the shop. */
async function add(ctx: ConnectionContext): Promise<AlertIds> {
  const { id: alert } = await run(addAlert, ctx, { name: 'Data', ...watched })
  const { id: slack } = await run(addSlack, { ...ctx, actor: { kind: 'local' } }, place)
  return { alert, slack }
}

/** Attempts, what checks its permission itself, and ids of nothing and of one of each. */
export const alertTrials = { attempts, operations, freshIds, add } as const
