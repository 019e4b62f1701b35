import { getRequestListener } from '@hono/node-server'
import { renderHealthNews, renderOperatorNews } from '@tillsight/auth'
import {
  type HealthNews,
  handleAdJobs,
  handleConversionJobs,
  handleImportJobs,
  handleJourneyJobs,
  handleLeftBehindJobs,
  handlePrivacyJobs,
  handleRateJobs,
  handleRecalculationJobs,
  handleReconciliationJobs,
  handleSpendJobs,
  handleSurveyJobs,
  handleSyncJobs,
  handleTrackingJobs,
  handleWatchJobs,
} from '@tillsight/domain'
import type { Log } from '@tillsight/supervisor'
import { encodeAdPicture } from './app-services/picture.ts'
import { openCollector } from './collect/open-collector.ts'
import type { Config } from './config.ts'
import { closeToOthers } from './data-folder.ts'
import { createDoor, type Door } from './door.ts'
import { createHttp, type HttpOptions } from './http/app.ts'
import { createCollectDoor } from './http/collect.ts'
import { runIdentityJobs } from './identity/jobs.ts'
import { keepMailboxToken } from './identity/mailbox.ts'
import { createLiveShops } from './live/live-shops.ts'
import { createRateJobServices } from './rates.ts'
import { createRuntime, type Runtime } from './runtime.ts'
import { ownStores, serverRole } from './stores.ts'

/** A running product. */
export interface Product {
  readonly runtime: Runtime
  /** Where a browser on this machine reaches it. */
  readonly address: string
  /** Stops taking requests, ends jobs at their next checkpoint, then closes the stores. */
  stop(): Promise<void>
}

/** What is served besides the API. */
export interface ServeOptions {
  /** Folder of the built app. */
  readonly buildDir: string
  /** Makes the renderer of every address that is not an API's. */
  readonly pages: (runtime: Runtime) => HttpOptions['pages']
}

/** Starts the parts that the role asks for. Throws `conflict` when the data directory or the port is taken. */
export async function serve(config: Config, log: Log, options: ServeOptions): Promise<Product> {
  await closeToOthers(config.dataDir)
  const door = createDoor(config)
  try {
    const stores = await ownStores(config, log, { role: serverRole, whenOwned: () => door.listen() })
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
  const stopBehindDoor = async (): Promise<void> => {
    await runtime.intake.close()
    await runtime.jobs.stop()
    await stores.close()
  }
  try {
    await runtime.jobs.start()
    if (config.role === 'all' || config.role === 'worker') await work(runtime)
    const collectDoor = await openCollectDoor(runtime)
    const app = getRequestListener(
      createHttp(runtime, { buildDir: options.buildDir, live, pages: options.pages(runtime) }).fetch,
    )
    door.open(runtime.auth.cookieName, (request, response) => {
      if (!collectDoor(request, response)) void app(request, response)
    })
  } catch (error) {
    await stopBehindDoor()
    throw error
  }
  const stop = async (): Promise<void> => {
    const closed = door.close()
    // No new one comes in any more.
    live.close()
    await closed
    await stopBehindDoor()
  }
  return { runtime, address: runtime.own.localUrl(), stop }
}

/** What answers visitors' browsers; nothing does where the role leaves that to other processes. */
async function openCollectDoor(runtime: Runtime): Promise<ReturnType<typeof createCollectDoor>> {
  const { config, intake, clock, log } = runtime
  if (config.role !== 'all' && config.role !== 'collect') return () => false
  await intake.open()
  return createCollectDoor({ collector: openCollector(runtime), clock, trustProxy: config.trustProxy, log })
}

/** Everything that goes on in the background. */
async function work(runtime: Runtime): Promise<void> {
  await handleSyncJobs(runtime.sync)
  await handleAdJobs({ ...runtime.sync, encodePicture: encodeAdPicture })
  await handleConversionJobs(runtime.sync)
  await handleRecalculationJobs(runtime.sync)
  await handleJourneyJobs(runtime.sync)
  await handleLeftBehindJobs(runtime.sync)
  await handleReconciliationJobs(runtime.sync)
  await handleImportJobs(runtime.sync)
  await handlePrivacyJobs(runtime.sync)
  await handleRateJobs(createRateJobServices(runtime))
  await handleSpendJobs(runtime.sync)
  await handleSurveyJobs(runtime.sync)
  await handleTrackingJobs(runtime.sync)
  await handleWatchJobs({
    ...runtime.sync,
    openShop: async (id) => ({ ...(await runtime.sync.openShop(id)), services: runtime.connections }),
    sendNews: (news) => sendHealthNews(runtime, news),
    sendOperatorNews: async (news) => {
      await runtime.auth.service.sendMail(renderOperatorNews({ ...news, siteUrl: runtime.own.url() }))
    },
  })
  await runIdentityJobs(runtime)
}

async function sendHealthNews({ own, auth }: Runtime, news: HealthNews): Promise<void> {
  await auth.service.sendMail(renderHealthNews({ ...news, siteUrl: own.url() }))
}
