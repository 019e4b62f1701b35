import type { Connector, SettingField } from './contract.ts'
import { googleads } from './googleads/index.ts'
import { metaads } from './metaads/index.ts'
import { shopify } from './shopify/index.ts'
import { tiktokads } from './tiktokads/index.ts'
import { woocommerce } from './woocommerce/index.ts'

/** Every platform that can be connected: one line each. */
export const connectors = {
  woocommerce,
  shopify,
  googleads,
  tiktokads,
  metaads,
} satisfies Record<string, Connector>

/** Id of a registered connector. */
export type ConnectorId = keyof typeof connectors

/** All registered connectors. */
export const connectorList: readonly Connector[] = Object.values(connectors)

/** A connector as data, for forms, documentation and the API. */
export interface ConnectorDescription {
  readonly id: string
  readonly kind: Connector['kind']
  readonly label: string
  readonly description: string
  readonly apiVersion: Connector['apiVersion']
  readonly fields: readonly SettingField[]
  /** Whether the merchant can be sent to the platform instead of typing keys. */
  readonly redirect: boolean
  readonly webhooks: boolean
  readonly streams: readonly { readonly id: string; readonly label: string }[]
}

/** The catalogue of connectors as data. */
export function describeConnectors(): ConnectorDescription[] {
  return connectorList.map((connector) => ({
    id: connector.id,
    kind: connector.kind,
    label: connector.label,
    description: connector.description,
    apiVersion: connector.apiVersion,
    fields: connector.connect.fields,
    redirect: connector.connect.redirect !== undefined,
    webhooks: connector.webhooks !== undefined,
    streams: connector.streams.map(({ id, label }) => ({ id, label })),
  }))
}
