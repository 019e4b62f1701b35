import type { ConnectorView } from '@tillsight/domain'
import { href } from 'react-router'
import { type ConnectionView, readConnections } from '../../blocks/connections/connections.ts'
import type { Say } from '../../language/index.ts'
import type { CatalogueView, ShopServices } from '../../services.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

type Platform = CatalogueView['platforms'][number]

/** A platform with its status for this shop. */
export interface PlatformModel {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly stats: readonly { readonly metric: string; readonly label: string; readonly description: string }[]
  readonly state: 'connected' | 'connectable' | 'unavailable' | 'elsewhere'
  /** What connecting needs, or other advice. */
  readonly note: string
  readonly action: { readonly label: string; readonly to: string; readonly isMain: boolean } | null
  /** Link to its setup guide; null for people who may not set it up. */
  readonly guide: string | null
}

/** The catalogue as two setup steps. */
export interface CatalogueModel {
  readonly stores: readonly PlatformModel[]
  readonly ads: readonly PlatformModel[]
  readonly hasStore: boolean
}

/** All platforms with their stats and the next available action. */
export async function loadCatalogue(services: ShopServices): Promise<CatalogueModel> {
  const [connections, connectors] = await Promise.all([readConnections(services), services.run('connector.list')])
  const say = pageWords.say(services.shop.display.language)
  const models = services.catalogue().platforms.map((platform) => ({
    type: platform.type,
    ...toModel(platform, { services, say, connections, connector: connectors.find(({ id }) => id === platform.id) }),
  }))
  const ofType = (type: Platform['type']) => models.filter((model) => model.type === type)
  const stores = ofType('store')
  return {
    // The shop's own store platform comes first.
    stores: stores.toSorted(
      (a, b) => Number(b.id === services.shop.platform) - Number(a.id === services.shop.platform),
    ),
    ads: ofType('ads'),
    hasStore: stores.some(({ state }) => state === 'connected'),
  }
}

interface Status {
  readonly services: ShopServices
  readonly say: Say<WordKey>
  readonly connections: readonly ConnectionView[]
  /** Undefined: it cannot be connected here. */
  readonly connector: ConnectorView | undefined
}

function toModel(platform: Platform, status: Status): PlatformModel {
  const { id, name, description, stats } = platform
  const where = statusOf(platform, status)
  return {
    id,
    name,
    description,
    stats: stats.map(({ metric, label, description }) => ({ metric, label, description })),
    ...where,
    guide: guideOf(status, where.state),
  }
}

function guideOf({ services, connector }: Status, state: PlatformModel['state']): string | null {
  if (!connector?.hasGuide || !services.may.changeConnections) return null
  if (state !== 'connected' && state !== 'connectable') return null
  return href('/shop/:domain/setup/guide/:platform', { domain: services.shop.domain, platform: connector.id })
}

function statusOf(platform: Platform, status: Status): Pick<PlatformModel, 'state' | 'note' | 'action'> {
  const { services, say, connections, connector } = status
  const { domain } = services.shop
  const integrations = href('/shop/:domain/integrations', { domain })
  const connected = connections.find(({ connector }) => connector === platform.id)
  if (connected) {
    return {
      state: 'connected',
      note: connected.awaitsChoice ? say('platform.choose') : say('store.connected', { account: connected.account }),
      action: { label: say('platform.status'), to: `${integrations}#c-${connected.id}`, isMain: false },
    }
  }
  if (platform.type === 'store' && platform.id !== services.shop.platform) return otherStore(platform, status)
  if (!connector) return unavailable(platform, status)
  return {
    state: 'connectable',
    note: connectNote(platform, connector, say),
    action: services.may.changeConnections
      ? {
          label: say('platform.connect', { name: platform.name }),
          to: platform.type === 'store' ? integrations : `${integrations}?connect=${platform.id}`,
          isMain: platform.type === 'store',
        }
      : null,
  }
}

function connectNote({ name, type }: Platform, { redirectFields }: ConnectorView, say: Say<WordKey>): string {
  if (redirectFields === null) return say('platform.keys', { name })
  return type === 'store' ? say('platform.approveStore') : say('platform.approve', { name })
}

function otherStore({ name }: Platform, { say, connector }: Status): ReturnType<typeof statusOf> {
  return connector
    ? {
        state: 'elsewhere',
        note: say('platform.otherStore', { name }),
        action: { label: say('platform.addShop'), to: href('/register'), isMain: false },
      }
    : {
        state: 'unavailable',
        note: say('platform.noStoreFile', { name }),
        action: null,
      }
}

function unavailable({ id, name, type }: Platform, { services, say }: Status): ReturnType<typeof statusOf> {
  if (type === 'store') return { state: 'unavailable', note: say('platform.noStore', { name }), action: null }
  return {
    state: 'unavailable',
    note: say('platform.noAds', { name }),
    action: {
      label: say('platform.links'),
      to: href('/shop/:domain/tracking/:platform', { domain: services.shop.domain, platform: id }),
      isMain: false,
    },
  }
}
