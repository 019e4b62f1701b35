import { hkdfSync } from 'node:crypto'
import { type Clock, type OrganisationId, type ShopId, systemClock } from '@tillsight/core'
import {
  createJobs,
  createSecretsBox,
  inboxChannel,
  type Jobs,
  progressChannel,
  readProgress,
  readShop,
} from '@tillsight/database'
import {
  type Actor,
  adRequestsByJobs,
  type Billing,
  type ConnectionAddresses,
  type ConnectionContext,
  type ConnectionServices,
  type Context,
  checkReceiverAddress,
  checkSlackAddress,
  conversionRequestsByJobs,
  createFactsMemory,
  type ExportFiles,
  type FactsMemory,
  type FileServices,
  followFacts,
  noBilling,
  requestComparison,
  requestJourneys,
  requestsByJobs,
  type Shop,
  type SyncJobServices,
  storedPauses,
  toShop,
  writeEvents,
} from '@tillsight/domain'
import { connectorList, createHttpClient } from '@tillsight/platforms/connectors'
import type { Log } from '@tillsight/supervisor'
import { createStripeBilling } from './billing/stripe-billing.ts'
import { createIntake, type EventIntake } from './collect/intake.ts'
import { createStoringThread } from './collect/storing-thread.ts'
import type { Config } from './config.ts'
import { createExportFiles } from './export-files.ts'
import { createFileServices } from './file-services.ts'
import { type Attempts, createAttempts } from './identity/attempts.ts'
import { type AuthDoor, createAuthDoor } from './identity/auth-door.ts'
import { createSharePasswords, type SharePasswords } from './identity/share-passwords.ts'
import { createKeyedChanges, type KeyedChanges } from './live/keyed-changes.ts'
import { createShopChanges, type ShopChanges } from './live/shop-changes.ts'
import { createOwnAddress, type OwnAddress } from './own-address.ts'
import { createRequestCounter, type RequestCounter } from './request-counts.ts'
import { connectionsKeptMs, type StoreAccess, type Stores } from './stores.ts'
import { createUnsubscribeLinks, type UnsubscribeLinks } from './unsubscribe-links.ts'
import { version } from './version.ts'

/** Everything needed to run verbs: stores, queue, platforms, and contexts for callers. */
export interface Runtime {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly stores: Stores
  readonly jobs: Jobs
  readonly connections: ConnectionServices
  /** Services of jobs, with background connections. */
  readonly sync: SyncJobServices
  /** The same for work that something outside waits for, such as a webhook. */
  readonly deliveries: SyncJobServices
  /** Addresses of this installation. */
  readonly own: OwnAddress
  /** What organisations pay through, if they pay. */
  readonly billing: Billing
  readonly auth: AuthDoor
  /** Cached warehouse results for the newest facts; for requests. */
  readonly facts: FactsMemory
  /** Notifications of changed facts, from any process. */
  readonly changes: ShopChanges
  /** Notifications of changed inboxes, from any process. */
  readonly inboxes: KeyedChanges
  /** How far imports, histories and exports of a shop are, from any process. */
  readonly progress: KeyedChanges
  /** Limits attempts at recovery codes, and invitations. */
  readonly attempts: Attempts
  /** Secret for hashing customer identifiers. */
  readonly identityKey: Uint8Array
  /** Secret for hashing recovery codes. */
  readonly recoveryKey: Uint8Array
  readonly unsubscribeLinks: UnsubscribeLinks
  readonly shares: ShareServices
  /** Files in buckets. */
  readonly files: FileServices
  /** Files of exports, among those files. */
  readonly exportFiles: ExportFiles
  /** Where collected events are stored. */
  readonly intake: EventIntake
  /** A context outside any shop; never for a request. */
  context(actor: Actor, organisation: OrganisationId): Context
  /** A context of one shop; never for a request. Its warehouse handle is limited to that shop. */
  shopContext(actor: Actor, shop: Shop): ConnectionContext
}

/** What share links need: their passwords, and the key of the cookies that spare entering one again. */
interface ShareServices {
  readonly passwords: SharePasswords
  readonly passKey: Uint8Array
}

/** The composition root: the only place where stores, connectors and domain meet. Opens nothing that the stores do not. */
export function createRuntime(config: Config, stores: Stores, log: Log): Runtime {
  const clock = systemClock
  const { database } = stores
  const jobs = createJobs({ url: stores.databaseUrl, log, clock, keptMs: connectionsKeptMs(config) })
  const keyFor = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', config.secret, '', `tillsight ${purpose}`, 32))
  const identityKey = keyFor('customer identities')
  const own = createOwnAddress(config)
  const passwords = createSharePasswords()
  const openHttp = createHttpOpener(config, { log, clock, counter: createRequestCounter({ stores, clock, log }) })
  const connections: ConnectionServices = {
    connectors: connectorList,
    apps: config.platformApps,
    secrets: createSecretsBox(config.sealing),
    openHttp,
    pausesOf: (connector) => storedPauses({ db: database, clock }, connector),
    addresses: config.publicUrl === undefined ? null : addressesAt(config.publicUrl),
    requests: workRequests(jobs, clock),
    hashPassword: (password) => passwords.hash(password),
    shareAddress: (token) => `${own.url()}/s/${token}`,
    ...addressChecks(config),
    jobs,
  }
  const contextOver = ({ database: db }: StoreAccess, actor: Actor, organisation: OrganisationId): Context => ({
    actor,
    organisation,
    db,
    queries: db.kysely,
    clock,
    log,
  })
  const shopContextOver = (access: StoreAccess, actor: Actor, shop: Shop): ConnectionContext => ({
    ...contextOver(access, actor, shop.organisation),
    shop,
    warehouse: access.warehouse.for(shop.id),
    identityKey,
    follower: followFacts,
    services: connections,
  })
  const servicesOver = (access: StoreAccess): SyncJobServices => ({
    db: access.database,
    clock,
    log,
    jobs,
    connections,
    openShop: async (id: ShopId) =>
      shopContextOver(access, { kind: 'job', name: 'sync' }, toShop(await readShop(access.database.kysely, id))),
  })
  const sync = servicesOver(stores.background)
  const grantKey = keyFor('signed addresses of files')
  const files = createFileServices(config, stores, { clock, log, identityKey, openHttp, grantKey })
  return {
    config,
    log,
    clock,
    stores,
    jobs,
    connections,
    sync,
    deliveries: servicesOver(stores),
    own,
    billing: config.stripe === null ? noBilling : createStripeBilling(config.stripe, clock),
    auth: createAuthDoor({ config, database, jobs, own, clock, log }),
    facts: createFactsMemory(clock),
    changes: createShopChanges(database, log),
    inboxes: createKeyedChanges(database, inboxChannel, (person) => person),
    progress: createKeyedChanges(database, progressChannel, (told) => readProgress(told).shop),
    attempts: createAttempts(clock),
    identityKey,
    recoveryKey: keyFor('recovery codes'),
    files,
    exportFiles: createExportFiles(files),
    unsubscribeLinks: createUnsubscribeLinks(keyFor('unsubscribe links')),
    shares: { passwords, passKey: keyFor('share links') },
    intake: openIntake({ config, stores, sync, identityKey }),
    context: (actor, organisation) => contextOver(stores.background, actor, organisation),
    shopContext: (actor, shop) => shopContextOver(stores.background, actor, shop),
  }
}

/** Where messages may be sent that people have addressed. */
function addressChecks(config: Config): Pick<ConnectionServices, 'checkSlack' | 'checkReceiver'> {
  return {
    checkSlack: (url) => checkSlackAddress(url, config.slackHosts),
    checkReceiver: (url) => checkReceiverAddress(url, { allowsPrivate: config.allowPrivateStoreUrls }),
  }
}

/** Requests for background work, as jobs. */
function workRequests(jobs: Jobs, clock: Clock): ConnectionServices['requests'] {
  return {
    ...requestsByJobs(jobs, clock),
    ...adRequestsByJobs(jobs),
    ...conversionRequestsByJobs(jobs, clock),
    reconcile: (options) => requestComparison(jobs, options),
  }
}

/** The buffer of collected events, and the processing that follows. */
function openIntake(parts: Pick<Runtime, 'config' | 'stores' | 'sync' | 'identityKey'>): EventIntake {
  const { config, stores, sync, identityKey } = parts
  const { clock, jobs, log } = sync
  const { databaseUrl, warehouseUrl, background } = stores
  const follow = (shop: ShopId) => requestJourneys({ jobs, clock }, shop)
  const settings = {
    addresses: { databaseUrl, warehouseUrl },
    access: { databaseUrl: config.databaseUrl, clickhouseCluster: config.clickhouseCluster },
    logLevel: config.logLevel,
    identityKey,
  }
  return createIntake({
    dataDir: config.dataDir,
    clock,
    log,
    async write(shop, events) {
      await writeEvents(await sync.openShop(shop), events)
      await follow(shop)
    },
    apart: createStoringThread(settings, { log, follow }),
    isUp: async () =>
      (await Promise.all([background.database.ready(), background.warehouse.ready()])).every((isReady) => isReady),
  })
}

function addressesAt(publicUrl: string): ConnectionAddresses {
  return {
    callback: (connector) => `${publicUrl}/connect/callback/${connector}`,
    connectReturn: (connector) => `${publicUrl}/connect/return/${connector}`,
    webhook: (connector, connection) => `${publicUrl}/webhooks/${connector}/${connection}`,
    app: (connector) => `${publicUrl}/connect/app/${connector}`,
    privacy: (connector) => `${publicUrl}/webhooks/${connector}`,
    health: () => `${publicUrl}/healthz`,
  }
}

/** Opens the one HTTP client with this installation's settings. */
function createHttpOpener(
  config: Config,
  { log, clock, counter }: Pick<Runtime, 'log' | 'clock'> & { readonly counter: RequestCounter },
): ConnectionServices['openHttp'] {
  return ({ pace, id }, waits = {}) => {
    const client = createHttpClient({
      log,
      clock,
      userAgent: `Tillsight/${version}`,
      allowPrivateAddresses: config.allowPrivateStoreUrls,
      ...waits,
      ...(config.platformPace === 'off' || pace === 'own' ? { pace: 'off' as const } : {}),
    })
    return id === undefined ? client : counter.counted(id, client)
  }
}
