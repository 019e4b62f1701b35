// What the permission tests try of exports and of webhooks: both are what a shop sends outside.
import { randomUUID } from 'node:crypto'
import type { ConnectionContext } from '../connections/index.ts'
import { run } from '../context/verb.ts'
import { addTestWebhook, freshWebhookIds, type WebhookIds, webhookAttempts } from '../webhooks/attempts.testing.ts'
import { addExport, runExport } from './index.ts'

/** Ids of an export, of a run of it, of a webhook and of a message to it. */
export interface SentIds extends WebhookIds {
  readonly export: string
  readonly run: string
}

const sample = { name: 'Weekly sheet', what: 'orders', format: 'csv' } as const
const named = ({ export: id }: SentIds) => ({ export: id })

/** By verb name. */
export const sentAttempts = {
  ...webhookAttempts,
  'export.list': { in: 'shop', input: () => ({}) },
  'export.add': { in: 'shop', input: () => sample },
  'export.change': { in: 'shop', input: (ids: SentIds) => ({ ...named(ids), name: 'Other' }) },
  'export.remove': { in: 'shop', input: named },
  'export.run': { in: 'shop', input: named },
  'export.runs': { in: 'shop', input: named },
  'export.download': { in: 'shop', input: ({ run: id }: SentIds) => ({ run: id }) },
} as const

/** Ids that refer to nothing. */
export function freshSentIds(): SentIds {
  return { ...freshWebhookIds(), export: randomUUID(), run: randomUUID() }
}

/** Adds a webhook with a message, and an export with a run. */
export async function addTestSent(ctx: ConnectionContext): Promise<SentIds> {
  const own: ConnectionContext = { ...ctx, actor: { kind: 'local' } }
  const { id } = await run(addExport, own, sample)
  return { ...(await addTestWebhook(ctx)), export: id, run: (await run(runExport, own, { export: id })).id }
}
