import type { ConnectorView } from '@tillsight/domain'
import { href, type RouterContextProvider, redirect } from 'react-router'
import { readConnections } from '../../blocks/connections/connections.ts'
import { servicesContext } from '../../context.ts'
import type { ShopServices } from '../../services.ts'
import { toRegistering } from './to-registering.server.ts'

/** The shop that `?shop=` names; without one of the person's, the way leads back a step. */
export async function shopToConnect(asking: {
  readonly context: Readonly<RouterContextProvider>
  readonly url: URL
}): Promise<ShopServices> {
  await toRegistering(asking)
  const domain = asking.url.searchParams.get('shop') ?? ''
  const shop = domain === '' ? undefined : await asking.context.get(servicesContext).shop(domain)
  if (!shop) throw redirect(href('/register'))
  return shop
}

/** The connector of the shop's store; a store that is connected already leads to the shop. */
export async function storeConnectorOf(services: ShopServices): Promise<ConnectorView> {
  const { domain, platform } = services.shop
  const [connectors, connections] = await Promise.all([services.run('connector.list'), readConnections(services)])
  const connector = connectors.find(({ id }) => id === platform)
  if (!connector) throw redirect(href('/shop/:domain/integrations', { domain }))
  const isConnected = connections.some(
    (connection) => connection.connector === platform && connection.status !== 'broken',
  )
  if (isConnected) throw redirect(href('/shop/:domain', { domain }))
  return connector
}
