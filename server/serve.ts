import { getRequestListener } from '@hono/node-server'
import { type MailMessage, renderHealthNews, renderOperatorNews } from '@tillsight/auth'
import { findShopByTrackingKey, type JobDefinition, readShop, type StoredMail } from '@tillsight/database'
import {
  createBuyerHash,
  disconnectAll,
  endBilling,
  handleAdJobs,
  handleAuditJobs,
  handleBillingEvents,
  handleBillingRounds,
  handleConversionJobs,
  handleCostJobs,
  handleDeletionJobs,
  handleFileJobs,
  handleImportJobs,
  handleJourneyJobs,
  handleKeyJobs,
  handleLeftBehindJobs,
  handlePrivacyJobs,
  handleRateJobs,
  handleRecalculationJobs,
  handleReconciliationJobs,
  handleReminderJobs,
  handleSpendJobs,
  handleSurveyJobs,
  handleSyncJobs,
  handleTrackingJobs,
  handleWatchJobs,
  knownDomains,
  loadTrackingSettings,
  noteSelling,
  toShop,
  type WebhookSender,
} from '@tillsight/domain'
import { storePlatforms } from '@tillsight/platforms'
import type { Log } from '@tillsight/supervisor'
import { z } from 'zod'
import { backendRoutes } from './backend/doors.ts'
import { createRealtimeDoor } from './backend/realtime/door.ts'
import { billingLetters } from './billing-services.ts'
import { type Collector, type CollectorOptions, createCollector } from './collect/collector.ts'
import { createKnownShops, type KnownShop } from './collect/known-shops.ts'
import type { Config } from './config.ts'
import { closeToOthers } from './data-folder.ts'
import { deliverFromHere } from './deliver.ts'
import { createDoor, type Door, type Reply } from './door.ts'
import { makeExports } from './exports.ts'
import { createHttp, type HttpOptions } from './http/app.ts'
import { createCollectDoor } from './http/collect.ts'
import { createLiveShops } from './http/live-shops.ts'
import { keepMailboxToken, keepsMessages } from './identity/mailbox.ts'
import { memberLetters } from './member-letters.ts'
import { alertRenderer } from './notifications/services.ts'
import { createRateJobServices } from './rates.ts'
import { createRuntime, type Runtime } from './runtime.ts'
import { ownStores, serverRole } from './stores.ts'

const sweepJob: JobDefinition<Record<string, never>> = {
  name: 'auth.sweep',
  payload: z.object({}),
  retry: { limit: 3, delaySeconds: 60, backoff: true },
  expireInSeconds: 300,
  exclusiveBy: () => 'sweep',
  label: () => 'Removing expired sign-ins',
}

/** A running product. */
export interface Product {
  readonly runtime: Runtime
  /** Address for a browser on this machine. */
  readonly address: string
  /** Stops taking requests, ends jobs at their next checkpoint, then closes the stores. */
  stop(): Promise<void>
}

/** What is served besides the API. */
export interface ServeOptions {
  /** Folder of the built app. */
  readonly buildDir: string
  /** Settles when the pages can be rendered: the tables of another version are not changed before. */
  readonly whenBuilt?: Promise<unknown>
  /** Creates the renderer of all pages. */
  readonly pages: (runtime: Runtime) => HttpOptions['pages'] | Promise<HttpOptions['pages']>
  /** Handles requests before the product. Only for the development server: in production nothing is in front. */
  readonly inFront?: (door: Door, product: Reply) => Reply
}

/** Starts the parts that the role asks for. Throws `conflict` when the data directory or the port is taken. */
export async function serve(config: Config, log: Log, options: ServeOptions): Promise<Product> {
  await closeToOthers(config.dataDir)
  const door = createDoor(config)
  try {
    const whenOwned = () => door.listen()
    const stores = await ownStores(config, log, { role: serverRole, whenOwned, mayMigrate: options.whenBuilt })
    await keepMailboxToken(config)
    const runtime = createRuntime(config, stores, log)
    runtime.own.listensOn(door.port())
    return await openDoor(runtime, door, options)
  } catch (error) {
    await door.close()
    throw error
  }
}

async function openDoor(runtime: Runtime, door: Door, options: ServeOptions): Promise<Product> {
  const { config, stores } = runtime
  const live = createLiveShops(runtime)
  const realtime = createRealtimeDoor(runtime, (person) => live.take(person))
  let sender: WebhookSender | undefined
  const stopBehindDoor = async (): Promise<void> => {
    await sender?.stop()
    await runtime.intake.close()
    await runtime.jobs.stop()
    await stores.close()
  }
  try {
    await runtime.jobs.start()
    if (config.role === 'all' || config.role === 'worker') {
      await work(runtime)
      sender = await deliverFromHere(runtime)
    }
    const collectDoor = await openCollectDoor(runtime)
    const app = getRequestListener(
      createHttp(runtime, {
        buildDir: options.buildDir,
        live,
        backend: backendRoutes(runtime),
        pages: await options.pages(runtime),
      }).fetch,
    )
    const answer: Reply = (request, response) => {
      if (!collectDoor(request, response)) void app(request, response)
    }
    door.server.on('upgrade', (request, socket, head) => {
      if (realtime.takes(request)) realtime.upgrade(request, socket, head)
      // The development server has sockets of its own.
      else if (options.inFront === undefined) socket.destroy()
    })
    door.open(runtime.auth.cookieName, options.inFront?.(door, answer) ?? answer)
  } catch (error) {
    await stopBehindDoor()
    throw error
  }
  const stop = async (): Promise<void> => {
    const closed = door.close()
    // No new ones are accepted from here on.
    live.close()
    realtime.close()
    await closed
    await stopBehindDoor()
  }
  return { runtime, address: runtime.own.localUrl(), stop }
}

/** Handles visitors' events; ignores all requests where the role leaves that to other processes. */
async function openCollectDoor(runtime: Runtime): Promise<ReturnType<typeof createCollectDoor>> {
  const { config, intake, clock, log } = runtime
  if (config.role !== 'all' && config.role !== 'collect') return () => false
  await intake.open()
  return createCollectDoor({ collector: openCollector(runtime), clock, trustProxy: config.trustProxy, log })
}

/** Starts all background work. */
async function work(runtime: Runtime): Promise<void> {
  await handleSyncJobs(runtime.sync)
  await handleAdJobs({ ...runtime.sync, files: runtime.files, encodePicture: encodeWhenNeeded })
  await handleConversionJobs(runtime.sync)
  await handleRecalculationJobs(runtime.sync)
  await handleJourneyJobs(runtime.sync)
  await handleLeftBehindJobs(runtime.sync)
  await handleReconciliationJobs(runtime.sync)
  await handleImportJobs(runtime.sync)
  await handlePrivacyJobs(runtime.sync)
  await handleRateJobs(createRateJobServices(runtime))
  await handleSpendJobs(runtime.sync)
  await handleCostJobs(runtime.sync)
  await handleSurveyJobs(runtime.sync)
  await handleTrackingJobs(runtime.sync)
  await handleKeyJobs(runtime.sync)
  await handleFileJobs({ ...runtime.files, db: runtime.stores.background.database }, runtime.jobs)
  await handleAuditJobs(runtime.sync)
  await noteSelling(runtime.sync.db.kysely, runtime.billing.sells, runtime.clock.now())
  await handleBillingEvents({ ...runtime.sync, billing: runtime.billing })
  await handleBillingRounds({
    ...runtime.sync,
    billing: runtime.billing,
    letters: memberLetters(runtime, { kind: 'job', name: 'billing' }),
    sendBillingLetter: billingLetters(runtime),
  })
  await handleDeletionJobs({
    ...runtime.sync,
    endBilling: (organisation) => endBilling({ ...runtime.sync, billing: runtime.billing }, organisation),
    warehouse: runtime.stores.background.warehouse,
    removeFile: (name) => runtime.exportFiles.remove(name),
    disconnectShop: async (id) =>
      disconnectAll({ ...(await runtime.sync.openShop(id)), services: runtime.connections }),
  })
  await handleReminderJobs({ ...runtime.sync, letters: memberLetters(runtime, { kind: 'job', name: 'reminders' }) })
  await handleWatchJobs({
    ...runtime.sync,
    openShop: async (id) => ({ ...(await runtime.sync.openShop(id)), services: runtime.connections }),
    composeNews: (news) => toStored(renderHealthNews({ ...news, to: '', siteUrl: runtime.own.url() })),
    renderAlerts: alertRenderer(runtime),
    composeOperatorNews: (news) => toStored(renderOperatorNews({ ...news, to: '', siteUrl: runtime.own.url() })),
  })
  await makeExports(runtime)
  await runIdentityJobs(runtime)
}

/** The library for pictures takes memory, and many installations read no ads. */
async function encodeWhenNeeded(image: Uint8Array): Promise<Uint8Array> {
  const { encodeAdPicture } = await import('./identity/picture.ts')
  return encodeAdPicture(image)
}

/** Whom it goes to is decided when it is sent. */
function toStored({ subject, html, text, headers = {} }: MailMessage): StoredMail {
  return { subject, html, text, headers }
}

/** The identity service's background jobs: queued emails, and an hourly cleanup. */
async function runIdentityJobs({ jobs, auth, config, log }: Runtime): Promise<void> {
  if (config.identity.smtpUrl === undefined && !keepsMessages(config)) {
    log.warn({}, 'No mail server is set (SMTP_URL): confirmations, codes and invitations reach nobody.')
  }
  await auth.service.deliverMails()
  if (auth.isHosted) return
  await jobs.handle(sweepJob, () => auth.service.sweep())
  await jobs.schedule(sweepJob, {}, { cron: '17 * * * *', zone: 'UTC' })
}

/** The collector of this process, on its stores. The benchmark gives limits of its own. */
export function openCollector(runtime: Runtime, limits: Pick<CollectorOptions, 'rates'> = {}): Collector {
  const { clock, intake } = runtime
  const findKnown = createKnownShops(clock, (key) => findShop(runtime, key))
  return createCollector({ clock, intake, findShop: findKnown, ...limits })
}

async function findShop({ stores, identityKey }: Runtime, key: string): Promise<KnownShop | undefined> {
  const db = stores.database.kysely
  const id = await findShopByTrackingKey(db, key)
  if (id === undefined) return undefined
  const shop = toShop(await readShop(db, id))
  const [known, settings] = await Promise.all([knownDomains(db, shop), loadTrackingSettings(db, shop)])
  return {
    id,
    domains: [...known, ...settings.ownDomains],
    checkouts: storePlatforms.find(({ id }) => id === shop.platform)?.checkoutHosts ?? [],
    identify: createBuyerHash(shop, identityKey),
  }
}
