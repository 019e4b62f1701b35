import type { ConnectionSettings, Connector } from '@tillsight/connectors'
import type { ShopId } from '@tillsight/core'
import type { ConnectorView } from '../../app/connecting.ts'

interface Circumstances {
  readonly shop: ShopId
  /** Values of the operator's app. */
  readonly app: ConnectionSettings
  /** Whether merchants can be sent to the platform from here. */
  readonly canSendThere: boolean
}

/** A platform that can be connected; where merchants cannot be sent to it, only its form is offered. */
export function toConnectorView(connector: Connector, { shop, app, canSendThere }: Circumstances): ConnectorView {
  const { id, kind, label, description, connect } = connector
  const isListed = canSendThere && connect.redirect?.listing?.(app) !== undefined
  return {
    id,
    kind,
    label,
    description,
    fields: connect.fields,
    hasGuide: connector.guide !== undefined,
    missingVariables: (connect.app ?? [])
      .filter(({ key, required }) => required && !app[key])
      .map(({ variable }) => variable),
    asksToWrite: connector.webhooks?.needsWriting ?? false,
    beginAt: isListed ? `/api/${id}/connect?${new URLSearchParams({ shop })}` : null,
    redirectFields: canSendThere
      ? connect.fields.filter((field) => !field.secret && field.type === 'url').map((field) => field.key)
      : null,
  }
}
