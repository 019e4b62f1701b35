// A shop with real stores, a simulated WooCommerce and everything in between, for the tests of this folder and similar ones.

import { type Clock, type ConnectionId, type ShopId, toConnectionId, toOrganisationId } from '@tillsight/core'
import { createOrganisation, createSecretsBox, type Database } from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import { connectorList, createHttpClient } from '@tillsight/platforms/connectors'
import type { Warehouse } from '@tillsight/warehouse'
import { openTestWarehouse } from '@tillsight/warehouse/testing'
import { z } from 'zod'
import {
  startWooCommerceFake,
  type WooCommerceFake,
  type WooCommerceFakeOptions,
} from '../../../../simulators/index.ts'
import {
  type ConnectionAddresses,
  type ConnectionContext,
  connectWithKeys,
  storedPauses,
  type WorkRequests,
} from '../connections/index.ts'
import { type Actor, type Context, run } from '../context/index.ts'
import { followFacts } from '../follow-facts.ts'
import { ledgerColumns } from '../ledger/index.ts'
import { createShop, enterShop } from '../shops/index.ts'
import type { SyncServices } from './services.ts'
import { type SyncOrder, type SyncOutcome, syncConnection } from './sync-connection.ts'

/** A clock that a test can advance. */
export interface TestClock extends Clock {
  advance(minutes: number): void
}

/** A clock that starts at the instant and advances a millisecond per read, so that events are ordered. */
export function movableClock(start: string): TestClock {
  let at = Date.parse(start)
  return {
    now: () => new Date(at++),
    advance(minutes) {
      at += minutes * 60_000
    },
  }
}

interface CleanUp {
  after(work: () => Promise<void>): void
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const local: Actor = { kind: 'local' }

/** Both stores, empty. */
export interface TestStores {
  readonly db: Database & { readonly url: string }
  readonly warehouse: Warehouse
}

/** Opens both stores; they are deleted after the test. */
export async function openTestStores(t: CleanUp): Promise<TestStores> {
  const [db, warehouse] = await Promise.all([openTestDatabase(t), openTestWarehouse(t)])
  return { db, warehouse }
}

/** A shop on test stores with everything that connecting and syncing needs. */
export interface TestShop {
  readonly ctx: ConnectionContext
  readonly services: SyncServices
  readonly clock: TestClock
  /** Requested work, oldest first. */
  readonly requested: string[]
}

/** How a test shop differs from the default one in Berlin. */
export interface TestShopOptions {
  readonly domain?: string
  readonly platform?: string
  readonly zone?: string
  readonly currency?: string
  readonly clock?: TestClock
  readonly addresses?: ConnectionAddresses | null
}

const addresses: ConnectionAddresses = {
  callback: (connector) => `https://tillsight.test/callbacks/${connector}`,
  connectReturn: (connector) => `https://tillsight.test/return/${connector}`,
  webhook: (connector, connection) => `https://tillsight.test/webhooks/${connector}/${connection}`,
  app: (connector) => `https://tillsight.test/app/${connector}`,
  privacy: (connector) => `https://tillsight.test/webhooks/${connector}`,
  health: () => 'https://tillsight.test/healthz',
}

let shops = 0

/** The services for shops on these stores. */
export function makeServices(
  { db, warehouse }: { readonly db: Database & { readonly url?: string }; readonly warehouse: Warehouse },
  { clock, requested, own }: { clock: Clock; requested: string[]; own: ConnectionAddresses | null },
): SyncServices {
  const organisation = toOrganisationId('00000000-0000-4000-8000-000000000000')
  const context: Context = { actor: local, organisation, db, queries: db.kysely, clock, log: silent }
  const connections = {
    connectors: connectorList,
    apps: {},
    secrets: createSecretsBox({ secret: 'the secret of a test installation' }),
    openHttp: () => testHttp(clock),
    pausesOf: (connector: { readonly id: string }) => storedPauses({ db, clock }, connector),
    addresses: own,
    requests: recordRequests(requested),
    checkReceiver: async (url: string) => url,
    hashPassword: async (password: string) => `hash of ${password}`,
    shareAddress: (token: string) => `https://tillsight.example/s/${token}`,
    checkSlack: (url: string) => url,
    jobs: { list: async () => [] },
  }
  const openShop = (id: ShopId) =>
    enterShop(context, { warehouse, identityKey: Buffer.alloc(32, 7), follower: followFacts }, { id })
  return { db, clock, log: silent, connections, openShop }
}

/** Creates a shop; several may share the stores. */
export async function openTestShop(stores: TestStores, options: TestShopOptions = {}): Promise<TestShop> {
  const clock = options.clock ?? movableClock('2026-11-20T12:00:00Z')
  const organisation = await createOrganisation(stores.db.kysely, { name: 'Test' })
  const context: Context = {
    actor: local,
    organisation: organisation.id,
    db: stores.db,
    queries: stores.db.kysely,
    clock,
    log: silent,
  }
  shops += 1
  const shop = await run(createShop, context, {
    domain: options.domain ?? `shop-${shops}.test`,
    platform: options.platform ?? 'woocommerce',
    zone: options.zone ?? 'Europe/Berlin',
    currency: options.currency ?? 'EUR',
  })
  const requested: string[] = []
  const services = makeServices(stores, {
    clock,
    requested,
    own: options.addresses === undefined ? addresses : options.addresses,
  })
  return { ctx: { ...(await services.openShop(shop.id)), services: services.connections }, services, clock, requested }
}

function testHttp(clock: Clock) {
  const sleep = async (_ms: number, signal: AbortSignal | undefined) => signal?.throwIfAborted()
  return createHttpClient({
    log: silent,
    clock,
    userAgent: 'Tillsight/test',
    allowPrivateAddresses: true,
    pace: 'off',
    sleep,
  })
}

function recordRequests(requested: string[]): WorkRequests {
  const request = (what: string) => async (connection: ConnectionId) => void requested.push(`${what} ${connection}`)
  return {
    check: request('check'),
    sync: request('sync'),
    ensureWebhooks: request('ensure-webhooks'),
    processWebhooks: request('process-webhooks'),
    reach: async ({ connection, from, to }) => void requested.push(`reach ${connection} ${from} ${to}`),
    pictures: request('pictures'),
    reconcile: async ({ shop, from = 'nightly', to = 'days' }) =>
      void requested.push(`reconcile ${shop} ${from} ${to}`),
    tellPlatform: async ({ platform }) => void requested.push(`tell ${platform}`),
  }
}

/** Starts a simulated store on the shop's clock. */
export async function startStore(
  t: CleanUp,
  { clock }: Pick<TestShop, 'clock'>,
  options: WooCommerceFakeOptions = {},
): Promise<WooCommerceFake> {
  const store = await startWooCommerceFake({ clock, taxRates: [], ...options })
  t.after(() => store.close())
  return store
}

/** Connects the store with a key made for it. */
export async function connectStore(
  { ctx }: TestShop,
  store: WooCommerceFake,
  access: 'read' | 'read_write' = 'read',
): Promise<{ id: ConnectionId; key: string }> {
  const key = store.keys.add({ permissions: access })
  const values = { url: store.url, key: key.consumerKey, secret: key.consumerSecret }
  const view = await run(connectWithKeys, ctx, { connector: 'woocommerce', values, access })
  return { id: toConnectionId(view.id), key: key.consumerKey }
}

/** Syncs everything now. */
export function sync(
  { services }: TestShop,
  connection: ConnectionId,
  wish: Partial<SyncOrder> = {},
): Promise<SyncOutcome> {
  return syncConnection(services, { connection, now: true, signal: new AbortController().signal, ...wish })
}

const AnyRow = z.record(z.string(), z.unknown())

const incomparable = ['version', 'is_deleted', 'source', 'shop_id', 'customer_id']

/** Columns of the ledger for comparing two imports, as SQL: without versions, source and random ids, which may differ. */
export const comparedColumns = [
  ...ledgerColumns
    .split(',')
    .map((column) => column.trim())
    .filter((column) => !incomparable.includes(column)),
  "customer_id = toUUID('00000000-0000-0000-0000-000000000000') AS nobody",
].join(', ')

/** The compared columns of the whole ledger, or of one order. */
export async function readLedger({ ctx }: TestShop, order?: string): Promise<Record<string, unknown>[]> {
  const which = order === undefined ? '' : 'AND order_id = {order:String}'
  return ctx.warehouse.read(
    {
      sql: `SELECT ${comparedColumns} FROM ledger WHERE shop_id = {shop:UUID} ${which}
        ORDER BY order_id, row_id, booked_at`,
      params: order === undefined ? {} : { order },
    },
    AnyRow,
    { timeoutSeconds: 120 },
  )
}
