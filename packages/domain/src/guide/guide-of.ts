import { AppError } from '@tillsight/core'
import { type ConnectionRow, listConnections } from '@tillsight/database'
import type { ConnectGuide, Connector, GuideWay } from '@tillsight/platforms/connectors'
import {
  type Connection,
  type ConnectionContext,
  type ConnectionServices,
  canRedirect,
  connectorOf,
  openConnection,
} from '../connections/index.ts'

/** A platform with its guide, and the connection that the shop has to it. */
export interface Guided {
  readonly connector: Connector
  readonly guide: ConnectGuide
  readonly connection: Connection | undefined
}

/** Throws `not_found` for a platform without a guide. */
export async function openGuide({ services, queries, shop }: ConnectionContext, id: string): Promise<Guided> {
  const connector = connectorOf(services, id)
  const { guide } = connector
  if (!guide) throw new AppError('not_found', `There is no guide for ${connector.label} yet. Connect it with its form.`)
  const row = (await listConnections(queries, shop.id)).find((one: ConnectionRow) => one.connector === connector.id)
  return { connector, guide, connection: row && openConnection(row, services) }
}

/** The way that is asked for, that the connection came by, or that this installation is ready for. */
export function wayOf(
  { connector, guide, connection }: Guided,
  asked: string | undefined,
  services: ConnectionServices,
): GuideWay {
  const byId = (id: string | undefined) => guide.ways.find((way) => way.id === id)
  const isReady = (way: GuideWay) =>
    (!way.needsAddress || services.addresses !== null) && (!way.needsApp || canRedirect(services, connector))
  const chosen =
    byId(asked) ??
    byId(connection && guide.wayOf(connection.settings)) ??
    guide.ways.find((way) => way.needsAddress && isReady(way)) ??
    guide.ways.find(isReady) ??
    guide.ways[0]
  if (!chosen) throw new AppError('internal', `${connector.id} has a guide without a way`)
  return chosen
}
