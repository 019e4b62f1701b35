import type { ShopId } from '@tillsight/core'
import {
  type ConnectionRow,
  type Jobs,
  keepPrivacyRequest,
  listConnectionsOf,
  type NewPrivacyRequest,
} from '@tillsight/database'
import type { Connector, PrivacyDelivery, PrivacyRequest } from '@tillsight/platforms/connectors'
import { appOf, openConnection } from '../connections/index.ts'
import type { SyncServices } from '../sync/index.ts'
import { requestPrivacyWork } from './jobs.ts'
import { sealSubject } from './request-subject.ts'

/** `accepted` is answered with 200. `refused` with 401 and nothing else, for whatever reason. */
export type PrivacyAnswer = 'accepted' | 'refused'

const daysToAnswer = 30

type Services = Pick<SyncServices, 'db' | 'clock' | 'log' | 'connections'> & { readonly jobs: Pick<Jobs, 'enqueue'> }
type Asked = Exclude<PrivacyRequest, { why: string }>

/**
 * Takes a request that a platform sends to the operator's app, at one address for all shops: verifies it, keeps what it
 * asks and answers; the work is done by a job. The same delivery twice is one. What is about a shop that is not connected
 * here is kept too, as the proof that there was nothing to do.
 */
export async function receivePrivacyRequest(
  services: Services,
  { connector: name, ...delivery }: PrivacyDelivery & { readonly connector: string },
): Promise<PrivacyAnswer> {
  const { connections, log } = services
  const connector = connections.connectors.find(({ id }) => id === name)
  if (!connector?.privacy) return 'refused'
  const request = connector.privacy.read(delivery, appOf(connections, connector))
  if ('why' in request) {
    log.info({ connector: name, kind: request.kind, why: request.why }, 'a request about privacy was not used')
    return request.kind === 'ignored' ? 'accepted' : 'refused'
  }
  const shops = await findShops(services, connector, request.shop)
  if (shops.length === 0)
    log.warn({ connector: name, account: request.shop }, 'a request about privacy is about no shop')
  const key = connector.privacy.keyOf(delivery)
  for (const shopId of shops.length === 0 ? [null] : shops) {
    const row = toRow(services, { connector, request, shopId, key: shopId === null ? key : `${key} ${shopId}` })
    await keepPrivacyRequest(services.db.kysely, row)
  }
  await requestPrivacyWork(services.jobs)
  return 'accepted'
}

/** The shops that this account is connected to: mostly one. */
async function findShops({ db, connections, log }: Services, connector: Connector, account: string): Promise<ShopId[]> {
  const isMeant = (row: ConnectionRow): boolean => {
    try {
      return connector.privacy?.isAbout(openConnection(row, connections).settings, account) ?? false
    } catch (error) {
      log.error({ connection: row.id, err: error }, 'a connection could not be read')
      return false
    }
  }
  const rows = await listConnectionsOf(db.kysely, connector.id)
  return [...new Set(rows.filter(isMeant).map(({ shopId }) => shopId))]
}

interface Kept {
  readonly connector: Connector
  readonly request: Asked
  readonly shopId: ShopId | null
  readonly key: string
}

function toRow({ clock, connections }: Services, { connector, request, shopId, key }: Kept): NewPrivacyRequest {
  const receivedAt = clock.now()
  const isPersonal = request.kind !== 'erase_shop' && shopId !== null
  return {
    connector: connector.id,
    key,
    kind: request.kind,
    account: request.shop,
    shopId,
    subject: isPersonal ? sealSubject(connections.secrets, shopId, request) : null,
    state: shopId === null ? 'unknown_shop' : 'received',
    receivedAt,
    dueAt: new Date(receivedAt.getTime() + daysToAnswer * 86_400_000),
  }
}
