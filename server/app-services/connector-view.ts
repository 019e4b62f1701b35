import type { Connector } from '@tillsight/connectors'
import type { ConnectorView } from '../../app/services.ts'

/** A platform that can be connected; where merchants cannot be sent to it, only its form is offered. */
export function toConnectorView(connector: Connector, canSendThere: boolean): ConnectorView {
  const { id, kind, label, description, connect } = connector
  return {
    id,
    kind,
    label,
    description,
    fields: connect.fields,
    asksToWrite: connector.webhooks?.needsWriting ?? false,
    redirectFields: canSendThere
      ? connect.fields.filter((field) => !field.secret && field.type === 'url').map((field) => field.key)
      : null,
  }
}
