import { AppError } from '@tillsight/core'
import type { ShopServices } from '../../services.ts'
import { checkAddress } from './check-address.ts'
import { loadAudit } from './load-audit.server.ts'
import type { PlatformModel } from './platform-page.tsx'
import { type TrackedPlatform, trackedPlatforms } from './templates.ts'

/** The ad platforms with the state of their connections. */
export async function loadPlatforms(services: ShopServices): Promise<readonly PlatformModel[]> {
  const [connections, connectors] = await Promise.all([services.run('connection.list'), services.run('connector.list')])
  const connected = new Set(connections.map(({ connector }) => connector))
  const possible = new Set(connectors.map(({ id }) => id))
  const { platforms } = services.catalogue()
  return trackedPlatforms.flatMap((id) => {
    const platform = platforms.find((candidate) => candidate.id === id)
    if (!platform) return []
    const { name, description, stats } = platform
    return {
      id,
      name,
      description,
      stats: stats.map((stat) => ({ key: stat.metric, label: stat.label, description: stat.description })),
      connection: connected.has(id) ? 'connected' : possible.has(id) ? 'possible' : 'impossible',
    }
  })
}

/** The page of one platform; `check` of the address is looked at, not stored. */
export async function loadPlatformPage(services: ShopServices, id: TrackedPlatform, params: URLSearchParams) {
  const platform = (await loadPlatforms(services)).find((candidate) => candidate.id === id)
  if (!platform) throw new AppError('not_found', 'This version does not know the ad platform.')
  const { audit, unfilled } = await loadAudit(services, id, params)
  const address = (params.get('check') ?? '').slice(0, 4000)
  return {
    domain: services.shop.domain,
    platform,
    address,
    // Nothing is known of ads that nobody has connected; visits of them come in all the same.
    audit: platform.connection === 'connected' ? audit : undefined,
    unfilled,
    check: params.has('check') ? checkAddress(address, id) : undefined,
  }
}
