import { type Clock, systemClock } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import type { Log } from '@tillsight/supervisor'
import { type DemoAccount, type DemoPlan, findDataSet, loadPlan, removeDemo } from '../demo/plan.ts'
import { type Sandbox, startSandboxes } from '../demo/sandbox.ts'
import { demoShopSite } from '../demo/shop/index.ts'
import { ensureAccount, makeOwner } from './accounts.ts'
import { asSandbox, type Config } from './config.ts'
import { operatorContexts } from './contexts.ts'
import { importDemoRates } from './demo-rates.ts'
import { importDemoShop } from './demo-shops.ts'
import { startProduct } from './main.ts'
import type { Product } from './serve.ts'
import { root } from './version.ts'

export interface DemoOptions {
  /** Start over with new data. */
  readonly fresh: boolean
  /** Where the public data set lies, if not beside the project. */
  readonly dataSet: string | undefined
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
  const plan = loadPlan(config.dataDir, { clock: systemClock, data: findDataSet(root, options.dataSet) })
  const running: { sandboxes: readonly Sandbox[]; product?: Product } = { sandboxes: [] }
  const stop = async (): Promise<void> => {
    try {
      await running.product?.stop()
    } finally {
      for (const sandbox of running.sandboxes) sandbox.stop()
    }
  }
  try {
    say('Starting the simulated stores …')
    running.sandboxes = await startSandboxes(plan.stores)
    options.stopping.throwIfAborted()
    say('Starting the product …')
    const product = await startProduct(
      { ...asSandbox(config), publicUrl: config.publicUrl ?? `http://localhost:${config.port}` },
      log,
    )
    running.product = product
    const { id } = await ensureAccount(product.runtime, plan.account)
    await makeOwner(product.runtime, id, 'Demo')
    const contexts = operatorContexts(product.runtime)
    await importDemoRates(contexts, plan)
    for (const sandbox of running.sandboxes) {
      await importDemoShop(contexts, sandbox, { stopping: options.stopping, say })
    }
    const note = ageOf(plan, systemClock)
    if (note !== undefined) say(note)
    return { ...product, account: plan.account, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const dayMs = 86_400_000

/** What to say about a demo that has been kept for a while; undefined for one of the last 24 hours. */
export function ageOf({ createdAt }: Pick<DemoPlan, 'createdAt'>, clock: Clock): string | undefined {
  if (clock.now().getTime() - Date.parse(createdAt) < dayMs) return undefined
  const last = dayOf(new Date(createdAt), demoShopSite.zone)
  return `This demo was made earlier: its history ends on ${last}. \`npm run demo -- --fresh\` makes it current.`
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
