import type { ConnectorView, ShopServices } from '../../services.ts'
import type { ConnectionModel } from './model.ts'
import { printConnection } from './print-connection.server.ts'

/** Connections of a shop, and the connectors that can be added or must be connected again. */
export async function loadIntegrations(services: ShopServices, now: string, search: URLSearchParams) {
  const connections = await services.connections()
  const connectors = services.connectors()
  const mayChange = services.may.changeConnections
  const labelOf = (id: string | null) => connectors.find((connector) => connector.id === id)?.label ?? id
  const isOpen = (id: string) => connections.every(({ connector, status }) => connector !== id || status === 'broken')
  // A shop is one store: that of its own platform.
  const fits = ({ id, kind }: ConnectorView) => kind !== 'store' || id === services.shop.platform
  return {
    connections: connections.map(
      (connection): ConnectionModel => printConnection(connection, { zone: services.shop.zone, now }),
    ),
    connectors: mayChange ? connectors.filter((connector) => fits(connector) && isOpen(connector.id)) : [],
    mayChange,
    returned: { connected: labelOf(search.get('connected')), failed: labelOf(search.get('failed')) },
  }
}
