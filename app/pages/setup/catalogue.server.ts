import type { ConnectorView } from '@tillsight/domain'
import { href } from 'react-router'
import { type ConnectionView, readConnections } from '../../blocks/connections/connections.ts'
import type { CatalogueView, ShopServices } from '../../services.ts'

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
  const models = services.catalogue().platforms.map((platform) => ({
    type: platform.type,
    ...toModel(platform, { services, connections, connector: connectors.find(({ id }) => id === platform.id) }),
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
  const { services, connections, connector } = status
  const { domain } = services.shop
  const integrations = href('/shop/:domain/integrations', { domain })
  const connected = connections.find(({ connector }) => connector === platform.id)
  if (connected) {
    return {
      state: 'connected',
      note: connected.awaitsChoice
        ? 'Somebody is signed in; say which of the accounts belong to this shop.'
        : `${connected.account} is connected.`,
      action: { label: 'See how it stands', to: `${integrations}#c-${connected.id}`, isMain: false },
    }
  }
  if (platform.type === 'store' && platform.id !== services.shop.platform)
    return otherStore(platform, connector !== undefined)
  if (!connector) return unavailable(platform, domain)
  return {
    state: 'connectable',
    note: connectNote(platform),
    action: services.may.changeConnections
      ? {
          label: `Connect ${platform.name}`,
          to: platform.type === 'store' ? integrations : `${integrations}?connect=${platform.id}`,
          isMain: platform.type === 'store',
        }
      : null,
  }
}

function connectNote({ name, type, hasConnectStep }: Platform): string {
  if (!hasConnectStep) return `Takes the keys of your ${name} account.`
  return type === 'store'
    ? 'Approve it in your store’s own admin, or type in keys; the first figures are here within minutes.'
    : `${name} asks you to approve, and you come back here.`
}

function otherStore({ name }: Platform, isConnectable: boolean): ReturnType<typeof statusOf> {
  return isConnectable
    ? {
        state: 'elsewhere',
        note: `A shop has one store. A ${name} store is a shop of its own, and the hub shows both together.`,
        action: { label: 'Add a shop', to: href('/register'), isMain: false },
      }
    : {
        state: 'unavailable',
        note: `This installation reads no ${name} stores. Its past orders can still be brought in as a file, with the command “tillsight import”.`,
        action: null,
      }
}

function unavailable({ id, name, type }: Platform, domain: string): ReturnType<typeof statusOf> {
  if (type === 'store') {
    return { state: 'unavailable', note: `This installation reads no ${name} stores.`, action: null }
  }
  return {
    state: 'unavailable',
    note: `Accounts of ${name} are not read here: what they cost stays unknown, and no figure pretends otherwise. Your ads can already carry links that name their campaign, so that orders tell where they came from.`,
    action: {
      label: 'Prepare the links',
      to: href('/shop/:domain/tracking/:platform', { domain, platform: id }),
      isMain: false,
    },
  }
}
