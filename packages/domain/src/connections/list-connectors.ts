import type { Connector } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { appOf, type ConnectionContext, type ConnectionServices, canRedirect } from './platform-call.ts'

const Field = z.object({
  key: z.string(),
  label: z.string(),
  help: z.string(),
  type: z.enum(['text', 'url', 'password']),
  secret: z.boolean(),
  required: z.boolean(),
  /** The address under which the shop sells is a good guess. */
  isShopAddress: z.literal(true).optional(),
})

/** A platform of which accounts can be connected, and what that takes. */
export const ConnectorView = z.object({
  id: z.string(),
  kind: z.enum(['store', 'ads']),
  label: z.string(),
  description: z.string(),
  /** The version of its interface that is read. */
  apiVersion: z.string(),
  fields: z.array(Field),
  /** Keys of the fields that the redirect flow needs; null when it can only be connected by typing in every field. */
  redirectFields: z.array(z.string()).nullable(),
  /** Where the platform wants merchants to begin, in its own app store; null when they begin with the form. */
  beginAt: z.string().nullable(),
  /** What whoever runs this installation has to set before anybody can be sent there; none where that is done. */
  missingVariables: z.array(z.string()),
  /** Whether it tells of changes by itself, and can reach us. */
  updates: z.enum(['unsupported', 'no_address', 'possible']),
  /** Whether instant updates take a key that may write. */
  asksToWrite: z.boolean(),
  /** Whether there is a guide to setting it up. */
  hasGuide: z.boolean(),
})
export type ConnectorView = z.infer<typeof ConnectorView>

/** Every platform that this version reads; a store's can be connected only when it is the shop's. */
export const listConnectors = defineVerb({
  name: 'connector.list',
  needs: 'connections:read',
  access: 'read',
  input: z.object({}),
  output: z.array(ConnectorView),
  async run(ctx: ConnectionContext) {
    return ctx.services.connectors.map((connector) => viewConnector(connector, ctx))
  },
})

/** Where merchants cannot be sent to the platform, only its form is offered. */
function viewConnector(connector: Connector, { services, shop }: ConnectionContext): ConnectorView {
  const { id, kind, label, description, connect, webhooks } = connector
  const app = appOf(services, connector)
  const canSend = canSendTo(services, connector)
  const isListed = canSend && connect.redirect?.listing?.(app) !== undefined
  return {
    id,
    kind,
    label,
    description,
    apiVersion: connector.apiVersion.name,
    fields: [...connect.fields],
    redirectFields: canSend
      ? connect.fields.filter((field) => !field.secret && field.type === 'url').map((field) => field.key)
      : null,
    beginAt: isListed ? `/api/${id}/connect?${new URLSearchParams({ shop: shop.id })}` : null,
    missingVariables: (connect.app ?? [])
      .filter(({ key, required }) => required && !app[key])
      .map(({ variable }) => variable),
    updates: webhooks === undefined ? 'unsupported' : services.addresses === null ? 'no_address' : 'possible',
    asksToWrite: webhooks?.needsWriting ?? false,
    hasGuide: connector.guide !== undefined,
  }
}

/**
 * Whether merchants can be sent to the platform from here: it needs its app, and an address of ours. One that posts its keys
 * to us takes https only.
 */
function canSendTo(services: ConnectionServices, connector: Connector): boolean {
  const { addresses } = services
  if (addresses === null || !canRedirect(services, connector)) return false
  return connector.connect.redirect?.exchange !== undefined || addresses.callback(connector.id).startsWith('https:')
}
