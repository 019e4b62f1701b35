import { AppError, type ShopId } from '@tillsight/core'
import {
  type ConnectionRow,
  type Jobs,
  keepPrivacyRequest,
  listConnectionsOf,
  listPrivacyRequests as listRows,
  type NewPrivacyRequest,
} from '@tillsight/database'
import type { Connector, PrivacyDelivery, PrivacyRequest } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { appOf, type ConnectionContext, openConnection } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import type { SyncServices } from '../sync/index.ts'
import { exportCustomer } from './export-customer.ts'
import { requestPrivacyWork } from './jobs.ts'
import {
  closeRequest,
  describeSubject,
  mostRequests,
  openSubject,
  sealSubject,
  toSubjectInput,
} from './request-issues.ts'

/** A platform's privacy request about a shop's customers, with its state. */
export const PrivacyRequestView = z.object({
  id: z.string(),
  platform: z.string(),
  kind: z.enum(['customer_data', 'erase_customer', 'erase_shop']),
  /** `open` waits for a person, `received` for the next run of the job. */
  state: z.enum(['received', 'open', 'done', 'kept', 'unknown_shop']),
  /** If still known: `Customer 41`. */
  who: z.string(),
  receivedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
})
export type PrivacyRequestView = z.infer<typeof PrivacyRequestView>

const mostListed = 200

/** The latest requests, the newest first. */
export const listPrivacyRequests = defineVerb({
  name: 'customer.list_requests',
  needs: 'customers:export',
  access: 'read',
  input: z.object({}),
  output: z.array(PrivacyRequestView),
  async run({ queries, shop, services }: ConnectionContext) {
    const rows = await listRows(queries, shop.id, mostListed)
    return rows.map((row) => ({
      id: row.id,
      platform: services.connectors.find(({ id }) => id === row.connector)?.label ?? row.connector,
      kind: PrivacyRequestView.shape.kind.parse(row.kind),
      state: row.state,
      who: row.kind === 'erase_shop' ? row.account : describeSubject(openSubject(services.secrets, row)).who,
      receivedAt: row.receivedAt.toISOString(),
      dueAt: row.dueAt.toISOString(),
      closedAt: row.closedAt?.toISOString() ?? null,
    }))
  },
})

/** Exports everything stored about the customer of a platform's open request, which closes the request. */
export const answerPrivacyRequest = defineVerb({
  name: 'customer.answer_request',
  needs: 'customers:export',
  access: 'work',
  input: z.object({ request: z.string() }),
  output: exportCustomer.output,
  async run(ctx: ConnectionContext, { request }) {
    const rows = await listRows(ctx.queries, ctx.shop.id, mostRequests)
    const row = rows.find(({ id, kind }) => id === request && kind === 'customer_data')
    if (!row) throw new AppError('not_found', 'There is no such request in this shop.')
    const subject = row.state === 'open' ? openSubject(ctx.services.secrets, row) : undefined
    if (!subject) {
      throw new AppError(
        'conflict',
        'This request is answered or names nobody any more, so there is nothing to download for it. Look the customer up instead.',
      )
    }
    const file = await exportCustomer.run(ctx, toSubjectInput(subject))
    await closeRequest(ctx, row.id)
    return file
  },
})

/** `accepted`: status 200; `refused`: status 401 without any reason. */
export type PrivacyAnswer = 'accepted' | 'refused'

const daysToAnswer = 30

type Services = Pick<SyncServices, 'db' | 'clock' | 'log' | 'connections'> & { readonly jobs: Pick<Jobs, 'enqueue'> }
type Asked = Exclude<PrivacyRequest, { why: string }>

/**
 * Receives a privacy request that a platform sends to the operator's app, at one address for all shops: verifies and stores
 * it and responds; a job does the work. Duplicate deliveries count once. Requests about a shop that is not connected here are
 * stored too, as proof that there was nothing to do.
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

/** The shops that this account is connected to, usually one. */
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
