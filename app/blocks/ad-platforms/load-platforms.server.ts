import type { ShopServices } from '../../services.ts'

/** An ad platform with the state of its connection, as pages show it. */
export interface PlatformModel {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly stats: readonly { readonly key: string; readonly label: string; readonly description: string }[]
  /** Whether one of its accounts is connected, or can be in this version. */
  readonly connection: 'connected' | 'possible' | 'impossible'
}

/** The ad platforms with the state of their connections. */
export async function loadPlatforms({
  run,
  catalogue,
}: Pick<ShopServices, 'run' | 'catalogue'>): Promise<readonly PlatformModel[]> {
  const [connections, connectors] = await Promise.all([run('connection.list'), run('connector.list')])
  const connected = new Set(connections.map(({ connector }) => connector))
  const possible = new Set(connectors.map(({ id }) => id))
  return catalogue()
    .platforms.filter(({ type }) => type === 'ads')
    .map(({ id, name, description, stats }) => ({
      id,
      name,
      description,
      stats: stats.map((stat) => ({ key: stat.metric, label: stat.label, description: stat.description })),
      connection: connected.has(id) ? 'connected' : possible.has(id) ? 'possible' : 'impossible',
    }))
}
