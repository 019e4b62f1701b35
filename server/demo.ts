import { systemClock } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { type RunningAds, startAdSandbox } from '../demo/ad-sandbox.ts'
import { type DemoAccount, findDataSet, loadPlan, removeDemo } from '../demo/plan.ts'
import { type Sandbox, startSandboxes } from '../demo/sandbox.ts'
import { ensureAccount, makeOwner } from './accounts.ts'
import { asSandbox, type Config } from './config.ts'
import { operatorContexts } from './contexts.ts'
import { importDemoAds } from './demo-ads.ts'
import { addDemoMembers } from './demo-members.ts'
import { importDemoRates } from './demo-rates.ts'
import { importDemoShops } from './demo-shops.ts'
import { importDemoSurvey } from './demo-survey.ts'
import { goOnVisiting, importDemoVisits } from './demo-visits.ts'
import { startProduct } from './main.ts'
import { presentApps } from './platform-apps.ts'
import type { Product } from './serve.ts'
import { root } from './version.ts'

export interface DemoOptions {
  /** Start over with new data. */
  readonly fresh: boolean
  /** Where the public data set lies, if not beside the project. */
  readonly dataSet: string | undefined
  /** The shops go on selling; else nothing happens in them after the demo was made. */
  readonly isLive: boolean
  /** Gives up before the workspace is complete; what is imported stays. */
  readonly stopping: AbortSignal
}

/** The running demo and who may sign in to it. */
export interface RunningDemo extends Product {
  readonly account: DemoAccount
}

/** Starts simulated stores, the product, and imports the demo workspace through the real connectors. */
export async function startDemo(config: Config, log: Log, options: DemoOptions): Promise<RunningDemo> {
  if (options.fresh) removeDemo(config.dataDir)
  const plan = await loadPlan(config.dataDir, { clock: systemClock, data: findDataSet(root, options.dataSet) })
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const running: {
    sandboxes: readonly Sandbox[]
    ads?: RunningAds
    product?: Product
    visits?: { stop(): void }
  } = { sandboxes: [] }
  const stop = async (): Promise<void> => {
    try {
      running.visits?.stop()
      await running.product?.stop()
    } finally {
      for (const sandbox of running.sandboxes) sandbox.stop()
      running.ads?.stop()
    }
  }
  try {
    say('Starting the simulated stores and ad platforms …')
    const sandboxOptions = { publicUrl, isLive: options.isLive }
    running.ads = await startAdSandbox({ ...plan.ads, ...sandboxOptions, createdAt: plan.createdAt })
    running.sandboxes = await startSandboxes(plan.stores, sandboxOptions)
    options.stopping.throwIfAborted()
    say('Starting the product …')
    const apps = { ...config.platformApps, ...presentApps(running.ads.variables), ...appsOf(running.sandboxes) }
    const product = await startProduct({ ...asSandbox(config), publicUrl, platformApps: apps }, log)
    running.product = product
    const { id } = await ensureAccount(product.runtime, plan.account)
    await makeOwner(product.runtime, id, 'Demo')
    await addDemoMembers(product.runtime, id)
    const contexts = operatorContexts(product.runtime)
    await importDemoRates(contexts, plan)
    const watching = { stopping: options.stopping, say }
    await importDemoShops(contexts, running.sandboxes, watching)
    await importDemoAds(contexts, plan.stores, watching)
    const until = options.isLive ? systemClock.now() : new Date(plan.createdAt)
    await importDemoVisits(contexts, plan, { watching, until })
    await importDemoSurvey(contexts, plan, { until, stopping: options.stopping })
    if (options.isLive) {
      const now = () => systemClock.now()
      running.visits = await goOnVisiting(contexts, plan, { address: `http://127.0.0.1:${config.port}`, now })
    }
    return { ...product, account: plan.account, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The operator's app at each simulated platform that has apps: connecting on screen works in the demo too. */
export function appsOf(sandboxes: readonly Sandbox[]): Config['platformApps'] {
  return Object.fromEntries(
    sandboxes.flatMap(({ store, app }) => (app === undefined ? [] : [[store.kind, { ...app }] as const])),
  )
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
